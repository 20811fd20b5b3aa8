/**
 * Texts (D5): every language has the keys of German, with the same places and the plural forms its rules need;
 * `de-AT` holds overrides only; no key is unused, none that the sources name is missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeFaults } from './check-places.mjs';
import { changedSinceRead, wordFaults } from './check-words.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const languages = ['de', 'fr', 'es', 'it', 'nl'];
const plural = /_(zero|one|two|few|many|other)$/;

function flatten(value, prefix, into) {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') into.set(prefix + key, inner);
    else flatten(inner, `${prefix}${key}.`, into);
  }
}
function texts(folder) {
  const all = new Map();
  const path = join(root, 'locales', folder);
  if (!existsSync(path)) return all;
  for (const file of readdirSync(path).filter((name) => name.endsWith('.json'))) {
    flatten(JSON.parse(readFileSync(join(path, file), 'utf8')), `${file.slice(0, -5)}:`, all);
  }
  return all;
}
const base = (key) => key.replace(plural, '');
const places = (text) => [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]))].sort().join();

function sourceTexts(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** Each fault as a sentence. */
export function faults() {
  const found = [];
  const german = texts('de');
  const bases = new Set([...german.keys()].map(base));
  for (const language of languages) {
    const own = texts(language);
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
  for (const key of texts('de-AT').keys())
    if (!german.has(key)) found.push(`de-AT overrides ${key}, which German lacks`);

  const sources = ['server', 'views', 'client'].flatMap(sourceTexts);
  const source = sources.join('\n');
  const named = new Set([...source.matchAll(/['"`](\w+:[\w.-]+)['"`]/g)].map((match) => match[1]));
  const prefixes = [...source.matchAll(/`(\w+:[\w.-]*)\$\{/g)].map((match) => match[1]);
  for (const key of bases) {
    if (!named.has(key) && !prefixes.some((prefix) => key.startsWith(prefix))) found.push(`${key} is not used`);
  }
  const namespaces = new Set([...bases].map((key) => key.split(':')[0]));
  for (const key of named)
    if (namespaces.has(key.split(':')[0]) && !bases.has(key)) found.push(`${key} is used but has no text`);
  const forms = new Map([...bases].map((key) => [key, []]));
  for (const language of [...languages, 'de-AT'])
    for (const [key, text] of texts(language)) forms.get(base(key))?.push(text);
  return [...new Set([...found, ...placeFaults(sources, forms), ...wordFaults()])];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = faults();
  for (const line of found) console.error(line);
  const changed = changedSinceRead();
  if (changed.length > 0) console.log(`Changed since they were read: ${changed.join(', ')}`);
  process.exit(found.length > 0 ? 1 : 0);
}
