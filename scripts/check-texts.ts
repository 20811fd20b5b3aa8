/**
 * How texts are written: the typography of each language, no text of one language left in another, no English, and a
 * mark in `locales/review.json` for every file that says what has read it. `--read WHAT` marks all files as read today.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueTexts, placeErrors, titleErrors, unitErrors } from './catalogue-words.ts';
import { pluralErrors } from './check-plurals.ts';
import { termErrors } from './check-terms.ts';
import { at } from './lib-run.ts';
import { termsOf } from './style-guide.ts';
import { strings } from './text-tree.ts';

const folder = at('locales');
const marksFile = join(folder, 'review.json');
const languages = ['de', 'fr', 'es', 'it', 'nl'];

/** Patterns that a text must not match, with the reasons. */
type Rule = readonly [pattern: RegExp, why: string];

/** Rules of each language. A narrow no-break space comes before French signs (U+202F). */
const rules: Readonly<Record<string, readonly Rule[]>> = {
  de: [
    [/["“][^„”"]*["”]/, 'German quotes are „ and “'],
    [/\b(?:du|dich|dir|dein(?:e[mnrs]?)?)\b/i, 'the address is Sie'],
    [/\p{L}'\p{L}/u, 'the apostrophe is ’'],
  ],
  fr: [
    [/[^\u202f\s][;?!](?=[\s»)"]|$)|(?<![\u202f])[;?!](?=\s|$)/, 'a narrow no-break space comes before ; ? !'],
    [/[ \u00a0]:(?=\s|$)|[\p{L}\d)}]:(?=\s|$)/u, 'a narrow no-break space comes before a colon'],
    [/«(?!\u202f)|(?<!\u202f)»/, 'narrow no-break spaces stand inside « »'],
    [/(?<!\p{L})(?:tu|toi|tes)(?!\p{L})/iu, 'the address is vous'],
    [/\p{L}'\p{L}/u, 'the apostrophe is ’'],
  ],
  es: [
    [/^[^¿]*\?/, 'a question opens with ¿'],
    [/^[^¡]*!/, 'an exclamation opens with ¡'],
    [/[“”"]/, 'Spanish quotes are « and »'],
    [/(?<!\p{L})(?:tú|tu|tus|ti|contigo|puedes|tienes|quieres)(?!\p{L})/iu, 'the address is usted'],
  ],
  it: [
    [/\p{L}'\p{L}/u, 'the apostrophe is ’'],
    [/[“”"]/, 'Italian quotes are « and »'],
    [/(?<!\p{L})(?:tu|tuo|tua|tuoi|tue|puoi|hai|vuoi)(?!\p{L})/iu, 'the address is Lei'],
    [
      /\b(?:[Ll]a sua|[Ll]e sue|[Ii]l suo|[Ii] suoi) (?:auto|veicol|parol|carrell|account|scelt|risposta|Paese|browser)/,
      'Suo has a capital',
    ],
  ],
  nl: [
    [/\p{L}'\p{L}/u, 'the apostrophe is ’'],
    [/[„“”"]/, 'Dutch quotes are ‘ and ’'],
    [/\b(?:je|jij|jou|jouw)\b/i, 'the address is u'],
  ],
};
const everywhere: readonly Rule[] = [
  [/ {2}|^ | $/, 'a space too many'],
  [/\.\.\./, 'the ellipsis is …'],
  [/ [,.](?=\s|$)/, 'a space before , or .'],
  [
    /§ (?=\d)|\b(Art|Abs|Nr)\. (?=\d)|\d (?=[€%])|€ (?=\d)/,
    'a no-break space comes after § and between a number and its sign',
  ],
];
const english = /\b(the|and|with|your|please|loading|shipping|checkout|delivery|offers|wishlist)\b/i;

const textFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.includes('/') && name.endsWith('.json'))
  .sort();
const languageOf = (file: string): string =>
  /(?:^|\/)(de|fr|es|it|nl)(?:-[A-Z]{2})?(?:\.json|\/)/.exec(file)?.[1] ?? '';
const readTexts = (file: string): Map<string, string> => strings(JSON.parse(readFileSync(join(folder, file), 'utf8')));
/** A text as a reader sees it: without places, marks, addresses and the targets of links. */
const plain = (text: string): string =>
  text
    .replace(/\{\{[#^/][^}]*\}\}/g, '')
    .replace(/\{\{[^}]*\}\}|\{n\}/g, 'X')
    .replace(/\]\([^)]*\)|https?:\S+|<\/?\w+>/g, '');

/** Marks, spaces and forms of address that a language does not have. */
export function typography(file: string, language: string, texts: ReadonlyMap<string, string>): string[] {
  const own = [...(rules[language] ?? []), ...everywhere];
  const found: string[] = [];
  for (const [key, text] of texts) {
    for (const [pattern, why] of own) if (pattern.test(plain(text))) found.push(`${file} ${key}: ${why}: ${text}`);
    if (english.test(plain(text))) found.push(`${file} ${key} reads English: ${text}`);
  }
  return found;
}

/** A sentence that two languages share was forgotten in one; single words and names may well be the same. */
function leftovers(): string[] {
  const found: string[] = [];
  for (const name of readdirSync(join(folder, 'de'))) {
    const seen = new Map<string, string>();
    for (const language of languages) {
      for (const [key, text] of readTexts(`${language}/${name}`)) {
        const words = plain(text).match(/\p{Ll}{3,}/gu) ?? [];
        if (words.length < 3) continue;
        const other = seen.get(`${key} ${text}`);
        if (other && other !== language) found.push(`${language}/${name} ${key} is as in ${other}: ${text}`);
        seen.set(`${key} ${text}`, language);
      }
    }
  }
  return found;
}

/** Reader of a file, with the day and the hash of the file. */
interface Mark {
  by: string;
  on: string;
  text: string;
}
const marks: Record<string, Mark> = existsSync(marksFile) ? JSON.parse(readFileSync(marksFile, 'utf8')) : {};
const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
    .slice(0, 12);

function reviews(): string[] {
  const found: string[] = [];
  for (const file of textFiles) {
    const mark = marks[file];
    if (!mark) found.push(`${file} has no mark in locales/review.json`);
    else if (!mark.by || !/^\d{4}-\d{2}-\d{2}$/.test(mark.on) || !/^[0-9a-f]{12}$/.test(mark.text))
      found.push(`the mark of ${file} must say by what, on which day and of which text`);
    else if (/native|mutter|natif|nativo|madrelingua|moedertaal/i.test(mark.by))
      found.push(`the mark of ${file} claims a native speaker, who has not been there`);
  }
  for (const file of Object.keys(marks)) if (!textFiles.includes(file)) found.push(`${file} is marked, but is no file`);
  return found;
}

/** A text by the name that style guides know it by: `shop:returns.title`, `information:terms.lead`. */
const named = (file: string, texts: ReadonlyMap<string, string>): Map<string, string> => {
  const [, namespace = ''] = /([\w-]+)\.json$/.exec(file) ?? [];
  const prefix = file.startsWith('information/') ? 'information' : namespace;
  return new Map([...texts].map(([key, text]) => [`${prefix}:${key}`, text]));
};

/** Every text of a language by its name, as written, without what Austria says otherwise. */
export const textsOf = (language: string): Map<string, string> =>
  new Map([
    ...textFiles
      .filter((file) => languageOf(file) === language && !file.includes('de-AT'))
      .flatMap((file) => [...named(file, readTexts(file))]),
    ...catalogueTexts(language),
  ]);

export function textErrors(): string[] {
  const found = textFiles.flatMap((file) => typography(file, languageOf(file), readTexts(file)));
  for (const language of languages) {
    const terms = termsOf(language);
    const catalogue = catalogueTexts(language);
    found.push(...typography(`catalogue ${language}`, language, catalogue));
    found.push(...placeErrors(language, catalogue), ...unitErrors(language, catalogue));
    const groups = [
      ...textFiles
        .filter((file) => languageOf(file) === language)
        .map((file) => [file, named(file, readTexts(file))] as const),
      [`catalogue ${language}`, catalogue] as const,
    ];
    for (const [file, texts] of groups) {
      const read = new Map([...texts].map(([key, text]) => [key, plain(text)]));
      found.push(...termErrors(read, terms).map((error) => `${file} ${error}`));
      found.push(...pluralErrors(texts).map((error) => `${file} ${error}`));
      found.push(...titleErrors(read).map((error) => `${file} ${error}`));
    }
  }
  return [...found, ...leftovers(), ...reviews()];
}

/** Files that changed after they were read: no error, but somebody should read them again. */
export const changedSinceRead = (): string[] =>
  textFiles.filter((file) => marks[file] && marks[file].text !== hashOf(file));

if (import.meta.main) {
  const [flag, by] = process.argv.slice(2);
  if (flag !== '--read' || !by) {
    console.error(
      'usage: check-texts.ts --read BY_WHAT   marks the files that changed (check-locales.ts tells the faults)',
    );
    process.exit(1);
  }
  const on = new Date().toISOString().slice(0, 10);
  const unread = textFiles.filter((file) => marks[file]?.text !== hashOf(file));
  for (const file of unread) marks[file] = { by, on, text: hashOf(file) };
  const sorted = Object.fromEntries(Object.entries(marks).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(marksFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
