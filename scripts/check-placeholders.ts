/**
 * Placeholders of texts: anyone who says a text by its key gives each of its places a value, and anyone who fills a
 * template in the browser gives it those that it has. What a key is only at run time, `server/web/texts/texts.ts` and
 * `views/fill.ts` refuse.
 */

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].flatMap((match) => match[1] ?? [])),
];

/** The text from an opening bracket at `from` to the one that closes it. */
function bracketed(source: string, from: number): string {
  let depth = 0;
  let quote = '';
  for (let at = from; at < source.length; at++) {
    const sign = source[at] ?? '';
    if (quote) {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (`'"\``.includes(sign)) quote = sign;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && --depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

/** Names that an object literal gives; null where that shows at run time only. */
function given(values: string): string[] | null {
  const inner = values.trim();
  if (!inner.startsWith('{') || inner.includes('...')) return null;
  const names: string[] = [];
  // What stands in brackets is a value; names are what is left before a colon or alone.
  const flat = inner.slice(1, -1).replace(/'[^']*'|"[^"]*"/g, '0');
  let depth = 0;
  let plain = '';
  for (const sign of flat) {
    if ('([{'.includes(sign)) depth++;
    if (depth === 0) plain += sign;
    if (')]}'.includes(sign)) depth--;
  }
  for (const part of plain.split(',')) {
    const name = part.match(/^\s*(\w+)\s*(:|$)/)?.[1];
    if (name) names.push(name);
  }
  return names;
}

/** A call that fills a template: the last name of its key, if it shows, and the names that it gives. */
interface Site {
  key: string | null;
  names: readonly string[];
}

/**
 * @param sources texts of the program's files
 * @param forms texts of each key without plural endings, in all languages
 * @returns each error as a sentence
 */
export function placeholderErrors(sources: readonly string[], forms: ReadonlyMap<string, readonly string[]>): string[] {
  const errors: string[] = [];
  const places = new Map([...forms].map(([key, texts]) => [key, [...new Set(texts.flatMap(namesIn))]]));
  const filled: Site[] = [];
  for (const source of sources) {
    for (const match of source.matchAll(/\bt\(\s*(['"])(\w+:[\w.-]+)\1/g)) {
      const key = match[2] ?? '';
      const needed = places.get(key) ?? [];
      const call = bracketed(source, match.index + 1).slice(1, -1);
      const values = call
        .slice(call.indexOf(key) + key.length + 1)
        .replace(/^\s*,/, '')
        .replace(/,\s*$/, '');
      const names = values.trim() === '' ? [] : given(values);
      if (names) for (const name of needed) if (!names.includes(name)) errors.push(`${key} is said without ${name}`);
    }
    for (const match of source.matchAll(/\bfill\(/g)) {
      const call = bracketed(source, match.index + 4).slice(1, -1);
      const [, text = '', values = ''] = call.match(/^\s*([^,]+),\s*(\{.*\}),?\s*$/s) ?? [];
      const names = given(values);
      if (names) filled.push({ key: text.match(/\.(\w+)$/)?.[1] ?? null, names });
    }
  }
  const matches = (site: Site, key: string): boolean =>
    (site.key === null || key.endsWith(`.${site.key}`)) &&
    (places.get(key) ?? []).every((name) => site.names.includes(name));
  const templates = [...places]
    .filter(([key, names]) => names.length > 0 && /^(islands:|category:filter\.)/.test(key))
    .map(([key]) => key);
  for (const site of filled) {
    const own = templates.filter((key) => key.endsWith(`.${site.key}`));
    if (own.length > 0 && !own.some((key) => matches(site, key)))
      errors.push(`${own.join(' or ')} is filled with {${site.names}} only`);
  }
  for (const key of templates)
    if (!filled.some((site) => matches(site, key)) && !sources.some((source) => source.includes(`'${key}', {`)))
      errors.push(`${key} has the places {${places.get(key)}}, and nobody fills them`);
  return [...new Set(errors)];
}
