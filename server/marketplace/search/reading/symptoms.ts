import { inLanguages, type Language } from '../../../contract/languages.js';
import type { Category } from '../../generation/category-index.js';
import type { Generation } from '../../generation/generation.js';
import { once } from '../words/remembered.js';
import { norm, termsOf } from '../words/search-terms.js';
import { readNames } from '../words/synonyms.js';
import { nothing, type Reading } from './reading.js';

/** Groups of beginnings of words; the text must contain one of each group. */
type Pattern = readonly (readonly string[])[];
interface Symptom {
  /** German titles of possible causes, most likely first. */
  readonly parts: readonly string[];
  readonly patterns: Readonly<Record<Language, readonly Pattern[]>>;
}

/** Columns after the parts. `|` separates patterns, `+` their groups. */
const columns: readonly Language[] = ['de', 'fr', 'es', 'it', 'nl'];

const patternsIn = (cell: string): Pattern[] =>
  cell.split('|').map((pattern) => pattern.split('+').map((group) => norm(group).match(/\S+/g) ?? []));

const symptoms = once((): readonly Symptom[] =>
  readNames('symptoms.tsv').map(([parts = '', ...cells]) => ({
    parts: parts.split('|'),
    patterns: inLanguages((language) => patternsIn(cells[columns.indexOf(language)] ?? '')),
  })),
);

/** Weight of a further word in letters. */
const wordWeight = 4;

/** Shorter beginnings must be whole words: `ol` does not begin `olfilter`. */
const shortestBeginning = 4;

const begins = (word: string, start: string): boolean =>
  start.length < shortestBeginning ? word === start : word.startsWith(start);

/** Rates the match of a pattern; 0 if a group has no match. */
function hasAll(pattern: Pattern, words: readonly string[]): number {
  let length = 0;
  let from: readonly string[] = words;
  for (const group of pattern) {
    const found = group
      .filter((start) => from.some((word) => begins(word, start)))
      .sort((a, b) => b.length - a.length)[0];
    if (found === undefined) return 0;
    // One word cannot match two groups.
    const at = from.findIndex((word) => begins(word, found));
    from = from.filter((_, index) => index !== at);
    length += found.length;
  }
  // Among two patterns, the one with more words of the text wins.
  const all = pattern.flat();
  const matched = words.filter((word) => all.some((start) => begins(word, start))).length;
  return length + matched * wordWeight;
}

/** Jobs such as an oil change: the German titles of their parts, and their names in the order of `columns`. */
const jobs = once(() =>
  readNames('jobs.tsv').map(([parts = '', ...names]) => ({
    parts: parts.split('|'),
    shapes: names.map((name) => new RegExp(`(?<![a-z])(?:${norm(name)})(?![a-z])`)),
  })),
);

/** Returns the parts that a job needs, and the text without its name; null if the text names none. */
export function readJob(generation: Generation, text: string, language: Language) {
  const plain = norm(text);
  for (const { parts, shapes } of jobs()) {
    const rest = plain.replace(shapes[columns.indexOf(language)] ?? '', '');
    if (rest !== plain) return { categories: titled(generation, parts), rest };
  }
  return null;
}

/** Returns the leaves with German titles. */
function titled({ categories }: Generation, titles: readonly string[]): Category[] {
  const leaves = new Map(categories.leaves.map((leaf) => [leaf.imported.de.title, leaf]));
  return titles.flatMap((title) => leaves.get(title) ?? []);
}

/** Finds possible causes of a described fault; null if the text describes none. */
export function readSymptom(generation: Generation, text: string, language: Language): Reading | null {
  const words = termsOf(text);
  if (words.length < 2 && !words.some((word) => word.length > 8)) return null;
  const weightOf = ({ patterns }: Symptom): number =>
    Math.max(...patterns[language].map((pattern) => hasAll(pattern, words)));
  const rated = symptoms().map((symptom) => ({ parts: symptom.parts, weight: weightOf(symptom) }));
  const best = rated.reduce((most, each) => (each.weight > most.weight ? each : most), {
    parts: [] as readonly string[],
    weight: 0,
  });
  const categories = titled(generation, best.parts);
  return categories.length === 0 ? null : { ...nothing, categories, products: null, isSymptom: true };
}
