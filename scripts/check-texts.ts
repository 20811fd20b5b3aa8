/**
 * Checks the wording of texts: `text-rules.tsv`, the rejected terms of `docs/style`, plural forms, and sentences that
 * two languages share. It also requires a mark in `locales/review.json` with the reader of each file. `--read WHAT`
 * marks all changed files as read today.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { termErrors, termsOf } from './check-terms.ts';
import { at } from './lib-run.ts';
import { strings } from './text-tree.ts';

const folder = at('locales');
const marksFile = join(folder, 'review.json');
export const languages = ['de', 'fr', 'es', 'it', 'nl'];

/** Rows of a tab-separated table by the names of its columns. */
function readRows(path: string): Record<string, string>[] {
  const [head = '', ...rows] = readFileSync(at(path), 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return rows.map((row) => Object.fromEntries(row.split('\t').map((cell, index) => [names[index], cell])));
}

/** Patterns that no text may match. An empty language or pattern of keys means all. */
const rules = readRows('scripts/text-rules.tsv').map(({ language, keys = '', pattern = '', flags, fault }) => ({
  language,
  keys: new RegExp(keys),
  pattern: new RegExp(pattern, flags),
  fault,
}));

/** Text files of pages, by their paths in `locales/`. */
const textFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.includes('/') && name.endsWith('.json'))
  .sort();
const languageOf = (file: string): string =>
  /(?:^|\/)(de|fr|es|it|nl)(?:-[A-Z]{2})?(?:\.json|\/)/.exec(file)?.[1] ?? '';

/** Texts of a JSON file by keys with a prefix: `shop:returns.title`. */
const textsIn = (path: string, prefix: string): [string, string][] =>
  [...strings(JSON.parse(readFileSync(at(path), 'utf8')))].map(([key, text]) => [`${prefix}:${key}`, text]);
const ofFile = (file: string): [string, string][] => {
  const [, namespace = ''] = /([\w-]+)\.json$/.exec(file) ?? [];
  return textsIn(`locales/${file}`, file.startsWith('information/') ? 'information' : namespace);
};
/** Returns the texts of all files whose path begins with one of `starts`: `de/`, `information/de.json`. */
export const textsUnder = (...starts: readonly string[]): Map<string, string> =>
  new Map(textFiles.filter((file) => starts.some((start) => file.startsWith(start))).flatMap(ofFile));

/** Names of the catalogue and sentences of the demonstration: `categories:1523`, `catalogue:places.front`. */
function catalogueTexts(language: string): Map<string, string> {
  const column = (table: string): [string, string][] =>
    readRows(`server/demo/data/${table}.tsv`).map((row) => [`${table}:${row.id ?? row.leaf}`, row[language] ?? '']);
  return new Map([
    ...column('categories'),
    ...column('items'),
    ...textsIn(`server/marketplace/catalogue-texts/${language}.json`, 'catalogue'),
    ...textsIn(`server/demo/data/texts/${language}.json`, 'demo'),
  ]);
}

/** Every text of a language, without the overrides of Austria. */
export const textsOf = (language: string): Map<string, string> =>
  new Map([...textsUnder(`${language}/`, `information/${language}.json`), ...catalogueTexts(language)]);

/** A text as a reader sees it: without places, marks, addresses and the targets of links. */
const plain = (text: string): string =>
  text
    .replace(/\{\{[#^/][^}]*\}\}/g, '')
    .replace(/\{\{[^}]*\}\}|\{n\}/g, 'X')
    .replace(/\]\([^)]*\)|https?:\S+|<\/?\w+>/g, '');

/** Places that hold a number of things. */
const numberBeforeNoun = /\{\{(count|ratings|handlingDays)\}\}[ \u00a0\u202f](?=\p{L})/u;
/** Passages of demonstration texts for facts that do not apply. */
const otherwise = /\{\{\^(\w+)\}\}.*?\{\{\/\1\}\}/gs;

/** Faults of texts by the rules of their language, and numbers before a noun without plural forms (`1 días`). */
export function wordingErrors(language: string, texts: ReadonlyMap<string, string>): string[] {
  const own = rules.filter((rule) => rule.language === '' || rule.language === language);
  return [...texts].flatMap(([key, text]) => {
    const words = plain(text);
    const broken = own.filter(({ keys, pattern }) => keys.test(key) && pattern.test(words)).map(({ fault }) => fault);
    const isSingle = !/_(zero|one|two|few|many|other)$/.test(key);
    if (isSingle && numberBeforeNoun.test(text.replace(otherwise, '')))
      broken.push('a number in front of a noun needs plural forms');
    return broken.map((fault) => `${key}: ${fault}: ${text}`);
  });
}

/** Sentences that two languages share; single words and names may be equal. */
function sharedSentences(): string[] {
  const found: string[] = [];
  const seen = new Map<string, string>();
  for (const language of languages) {
    for (const [key, text] of textsUnder(`${language}/`)) {
      if ((plain(text).match(/\p{Ll}{3,}/gu) ?? []).length < 3) continue;
      const other = seen.get(`${key} ${text}`);
      if (other && other !== language) found.push(`${language} ${key} is as in ${other}: ${text}`);
      seen.set(`${key} ${text}`, language);
    }
  }
  return found;
}

/** Reader of a file, with the day and the hash of the text that was read. */
interface Mark {
  by: string;
  on: string;
  text: string;
}
const marks: Record<string, Mark> = JSON.parse(readFileSync(marksFile, 'utf8'));
const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
    .slice(0, 12);

function markErrors(): string[] {
  const found: string[] = [];
  for (const file of textFiles) {
    const mark = marks[file];
    if (!mark) found.push(`${file} has no mark in locales/review.json`);
    else if (!mark.by || !/^\d{4}-\d{2}-\d{2}$/.test(mark.on) || !/^[0-9a-f]{12}$/.test(mark.text))
      found.push(`the mark of ${file} must name its reader, day and hash`);
    else if (/native|mutter|natif|nativo|madrelingua|moedertaal/i.test(mark.by))
      found.push(`the mark of ${file} claims a native speaker; only a model has read it`);
  }
  for (const file of Object.keys(marks)) if (!textFiles.includes(file)) found.push(`${file} is marked, but is no file`);
  return found;
}

export function textErrors(): string[] {
  const errorsOf = (name: string, language: string, texts: ReadonlyMap<string, string>): string[] => {
    const read = new Map([...texts].map(([key, text]) => [key, plain(text)]));
    return [...wordingErrors(language, texts), ...termErrors(read, termsOf(language))].map(
      (error) => `${name} ${error}`,
    );
  };
  return [
    ...textFiles.flatMap((file) => errorsOf(file, languageOf(file), new Map(ofFile(file)))),
    ...languages.flatMap((language) => errorsOf(`catalogue ${language}`, language, catalogueTexts(language))),
    ...sharedSentences(),
    ...markErrors(),
  ];
}

/** Files that changed after they were read: no error, but they need another reading. */
export const changedSinceRead = (): string[] =>
  textFiles.filter((file) => marks[file] && marks[file].text !== hashOf(file));

if (import.meta.main) {
  const [flag, by] = process.argv.slice(2);
  if (flag !== '--read' || !by) {
    console.error('usage: check-texts.ts --read BY_WHAT   marks the changed files (check-locales.ts lists the faults)');
    process.exit(1);
  }
  const on = new Date().toISOString().slice(0, 10);
  const unread = textFiles.filter((file) => marks[file]?.text !== hashOf(file));
  for (const file of unread) marks[file] = { by, on, text: hashOf(file) };
  const sorted = Object.fromEntries(Object.entries(marks).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(marksFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
