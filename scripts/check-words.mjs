/**
 * How texts are written: the typography of each language, no text of one language left in another, no English, and a
 * mark in `locales/review.json` for every file that says what has read it. `--read WHAT` marks all files as read today.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../locales');
const marksFile = join(folder, 'review.json');
const languages = ['de', 'fr', 'es', 'it', 'nl'];

/** What a text must not match, and why. A narrow no-break space stands before French signs (U+202F). */
const rules = {
  de: [
    [/["“][^„”"]*["”]/, 'German quotes are „ and “'],
    [/\p{L}'\p{L}/u, 'the apostrophe is ’'],
  ],
  fr: [
    [/[^\u202f\s][;?!](?=[\s»)"]|$)|(?<![\u202f])[;?!](?=\s|$)/, 'a narrow no-break space stands before ; ? !'],
    [/[ \u00a0]:(?=\s|$)|[\p{L}\d)}]:(?=\s|$)/u, 'a narrow no-break space stands before a colon'],
    [/«(?!\u202f)|(?<!\u202f)»/, 'narrow no-break spaces stand inside « »'],
    [/\p{L}'\p{L}/u, 'the apostrophe is ’'],
  ],
  es: [
    [/^[^¿]*\?/, 'a question opens with ¿'],
    [/^[^¡]*!/, 'an exclamation opens with ¡'],
    [/[“”"]/, 'Spanish quotes are « and »'],
  ],
  it: [
    [/\p{L}'\p{L}/u, 'the apostrophe is ’'],
    [/[“”"]/, 'Italian quotes are « and »'],
  ],
  nl: [[/\p{L}'\p{L}/u, 'the apostrophe is ’']],
};
const everywhere = [
  [/ {2}|^ | $/, 'a space too many'],
  [/\.\.\./, 'the ellipsis is …'],
  [/ [,.](?=\s|$)/, 'a space before , or .'],
  [
    /§ (?=\d)|\b(Art|Abs|Nr)\. (?=\d)|\d (?=[€%])|€ (?=\d)/,
    'a no-break space stands after § and between a number and its sign',
  ],
];
const english = /\b(the|and|with|your|please|loading|shipping|checkout|delivery|offers|wishlist)\b/i;

function strings(value, path, into) {
  if (typeof value === 'string') into.set(path, value);
  else for (const [key, inner] of Object.entries(value)) strings(inner, path === '' ? key : `${path}.${key}`, into);
  return into;
}
const textFiles = readdirSync(folder, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.includes('/') && name.endsWith('.json'))
  .sort();
const languageOf = (file) => /(?:^|\/)(de|fr|es|it|nl)(?:-[A-Z]{2})?(?:\.json|\/)/.exec(file)?.[1];
const readTexts = (file) => strings(JSON.parse(readFileSync(join(folder, file), 'utf8')), '', new Map());
/** A text as a reader sees it: without places, addresses and the targets of links. */
const plain = (text) => text.replace(/\{\{[^}]*\}\}/g, 'X').replace(/\]\([^)]*\)|https?:\S+/g, '');

function typography(file, texts) {
  const own = [...(rules[languageOf(file)] ?? []), ...everywhere];
  const found = [];
  for (const [key, text] of texts) {
    for (const [pattern, why] of own) if (pattern.test(plain(text))) found.push(`${file} ${key}: ${why}: ${text}`);
    if (english.test(plain(text))) found.push(`${file} ${key} reads English: ${text}`);
  }
  return found;
}

/** A sentence that two languages share was forgotten in one; single words and names may well be the same. */
function leftovers() {
  const found = [];
  for (const name of readdirSync(join(folder, 'de'))) {
    const seen = new Map();
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

const marks = existsSync(marksFile) ? JSON.parse(readFileSync(marksFile, 'utf8')) : {};
const hashOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
    .slice(0, 12);

function reviews() {
  const found = [];
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

/** Each fault as a sentence. */
export function wordFaults() {
  return [...textFiles.flatMap((file) => typography(file, readTexts(file))), ...leftovers(), ...reviews()];
}

/** Files that changed after they were read: no fault, but somebody should read them again. */
export const changedSinceRead = () => textFiles.filter((file) => marks[file] && marks[file].text !== hashOf(file));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [flag, by] = process.argv.slice(2);
  if (flag !== '--read' || !by) {
    console.error(
      'usage: check-words.mjs --read BY_WHAT   marks the files that changed (check-locales.mjs tells the faults)',
    );
    process.exit(1);
  }
  const on = new Date().toISOString().slice(0, 10);
  const unread = textFiles.filter((file) => marks[file]?.text !== hashOf(file));
  for (const file of unread) marks[file] = { by, on, text: hashOf(file) };
  const sorted = Object.fromEntries(Object.entries(marks).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(marksFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
