/**
 * Checks the texts of pages (D5): every language has the keys of German, with the same placeholders and its plural
 * forms. `de-AT` holds overrides only. The sources use every key, and every key that they use has a text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeholderErrors } from './check-placeholders.ts';
import { changedSinceRead, languages, textErrors, textsUnder } from './check-texts.ts';
import { root } from './lib-run.ts';

const plural = /_(zero|one|two|few|many|other)$/;
const namespaceOf = (key: string): string => key.split(':', 1).join();
const base = (key: string): string => key.replace(plural, '');
/** Only German texts have the place `feminine`, so it may be missing in other languages. */
const places = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{\s*(?!feminine\b)(\w+)/g)].map((match) => match[1]))].sort().join();

function sourceTexts(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

export function errors(): string[] {
  const found: string[] = [];
  const german = textsUnder('de/');
  const bases = new Set([...german.keys()].map(base));
  for (const language of languages) {
    const own = textsUnder(`${language}/`);
    const ownBases = new Set([...own.keys()].map(base));
    for (const key of bases) if (!ownBases.has(key)) found.push(`${language} lacks ${key}`);
    for (const key of ownBases) if (!bases.has(key)) found.push(`${language} has ${key}, which German lacks`);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, text] of own) {
      if (text.trim() === '') found.push(`${language} ${key} is empty`);
      const pattern = german.get(key) ?? german.get(`${base(key)}_other`);
      const [mine, theirs] = [places(text), pattern === undefined ? '' : places(pattern)];
      const withoutCount = theirs
        .split(',')
        .filter((name) => name !== 'count')
        .join();
      if (pattern !== undefined && mine !== theirs && !(plural.test(key) && mine === withoutCount)) {
        found.push(`${language} ${key} has the places {${mine}}, German {${theirs}}`);
      }
      if (plural.test(key))
        for (const form of forms)
          if (!own.has(`${base(key)}_${form}`)) found.push(`${language} lacks ${base(key)}_${form}`);
    }
  }
  for (const key of textsUnder('de-AT/').keys())
    if (!german.has(key)) found.push(`de-AT overrides ${key}, which German lacks`);

  const sources = ['server', 'views', 'client'].flatMap(sourceTexts);
  const source = sources.join('\n');
  const named = new Set([...source.matchAll(/['"`](\w+:[\w.-]+)['"`]/g)].flatMap((match) => match[1] ?? []));
  const prefixes = [...source.matchAll(/`(\w+:[\w.-]*)\$\{/g)].flatMap((match) => match[1] ?? []);
  for (const key of bases) {
    if (!named.has(key) && !prefixes.some((prefix) => key.startsWith(prefix))) found.push(`${key} is not used`);
  }
  const namespaces = new Set([...bases].map(namespaceOf));
  for (const key of named)
    if (namespaces.has(namespaceOf(key)) && !bases.has(key)) found.push(`${key} is used but has no text`);
  const forms = new Map([...bases].map((key): [string, string[]] => [key, []]));
  for (const language of [...languages, 'de-AT'])
    for (const [key, text] of textsUnder(`${language}/`)) forms.get(base(key))?.push(text);
  return [...new Set([...found, ...placeholderErrors(sources, forms), ...textErrors()])];
}

if (import.meta.main) {
  const found = errors();
  for (const line of found) console.error(line);
  const changed = changedSinceRead();
  if (changed.length > 0) console.log(`Changed since they were read: ${changed.join(', ')}`);
  process.exit(found.length > 0 ? 1 : 0);
}
