import { type CallExpression, type Expression, type Program, parseSync, Visitor } from 'oxc-parser';

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].flatMap((match) => match[1] ?? [])),
];

/** Names of the values in an object literal; null for any other expression. */
function given(values: CallExpression['arguments'][number] | undefined): string[] | null {
  if (values?.type !== 'ObjectExpression') return null;
  const names = values.properties.flatMap((each) =>
    each.type === 'Property' && each.key.type === 'Identifier' ? each.key.name : [],
  );
  return names.length === values.properties.length ? names : null;
}

/** The last name of `a`, `x.a` and `x.y.a`; undefined for everything else. */
function lastName(expression: Expression): string | undefined {
  if (expression.type === 'Identifier') return expression.name;
  const isMember = expression.type === 'MemberExpression' && !expression.computed;
  return isMember && expression.property.type === 'Identifier' ? expression.property.name : undefined;
}

/** The syntax tree of a source with or without JSX. @throws Error for a syntax error */
function programOf(source: string): Program {
  const parsed = ['source.ts', 'source.tsx'].map((name) => parseSync(name, source));
  const sound = parsed.find(({ errors }) => errors.length === 0);
  if (!sound) throw new Error(parsed[1]?.errors[0]?.message);
  return sound.program;
}

/** A call that fills a template: the last name of its key, if that is a literal, and the names of its values. */
interface Site {
  key: string | undefined;
  names: readonly string[];
}

/**
 * Finds calls `t(…)` of a literal key that lack a value, and templates that no call `fill(…)` in the browser fills. For
 * all other keys `server/web/texts/texts.ts` and `views/fill.ts` check the values at run time.
 * @param sources texts of the program's files
 * @param forms texts of each key in all languages and plural forms
 * @returns each error as a sentence
 */
export function placeholderErrors(sources: readonly string[], forms: ReadonlyMap<string, readonly string[]>): string[] {
  const errors = new Set<string>();
  const places = new Map([...forms].map(([key, texts]) => [key, [...new Set(texts.flatMap(namesIn))]]));
  const filled: Site[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first, values] }) {
      const called = lastName(callee);
      if (called === 't' && first?.type === 'Literal' && typeof first.value === 'string') {
        const names = values ? given(values) : [];
        for (const name of (names && places.get(first.value)) ?? [])
          if (!names?.includes(name)) errors.add(`${first.value} lacks the value ${name}`);
      }
      const names = called === 'fill' ? given(values) : null;
      if (!names || !first || first.type === 'SpreadElement') return;
      filled.push({ key: first.type === 'MemberExpression' ? lastName(first) : undefined, names });
    },
  });
  for (const source of sources) visitor.visit(programOf(source));
  const matches = (site: Site, key: string): boolean =>
    (site.key === undefined || key.endsWith(`.${site.key}`)) &&
    (places.get(key) ?? []).every((name) => site.names.includes(name));
  const templates = [...places]
    .filter(([key, names]) => names.length > 0 && /^(islands:|category:filter\.)/.test(key))
    .map(([key]) => key);
  for (const { key: own, names } of filled) {
    const keys = templates.filter((key) => key.endsWith(`.${own}`));
    if (keys.length > 0 && !keys.some((key) => matches({ key: own, names }, key)))
      errors.add(`${keys.join(' or ')} is filled with {${names}} only`);
  }
  for (const key of templates)
    if (!filled.some((site) => matches(site, key)) && !sources.some((source) => source.includes(`'${key}', {`)))
      errors.add(`${key} has the places {${places.get(key)}}, and no call fills them`);
  return [...errors];
}
