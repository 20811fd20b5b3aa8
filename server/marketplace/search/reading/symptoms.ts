import { inLanguages, type Language } from '../../../contract/languages.js';
import type { Category } from '../../generation/category-index.js';
import type { Generation } from '../../generation/generation.js';
import { norm, termsOf } from '../words/search-terms.js';
import { readNames } from '../words/synonyms.js';
import { nothing, type Reading } from './reading.js';

/** Groups of beginnings of words: of each group one must be in the text. */
type Pattern = readonly (readonly string[])[];
interface Symptom {
  /** German titles of what to look at, the likeliest first. */
  readonly parts: readonly string[];
  readonly patterns: Readonly<Record<Language, readonly Pattern[]>>;
}

/** Columns of the table behind the parts; patterns are parted by `|`, their groups by `+`. */
const columns: readonly Language[] = ['de', 'fr', 'es', 'it', 'nl'];

const patternsIn = (cell: string): Pattern[] =>
  cell.split('|').map((pattern) =>
    pattern.split('+').map((group) =>
      norm(group)
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  );

let table: readonly Symptom[] | undefined;
function symptoms(): readonly Symptom[] {
  table ??= readNames('symptoms.tsv').map(([parts = '', ...cells]) => ({
    parts: parts.split('|'),
    patterns: inLanguages((language) => patternsIn(cells[columns.indexOf(language)] ?? '')),
  }));
  return table;
}

/** How many letters a further word is worth. */
const wordWeight = 4;

/** Shorter beginnings are whole words: `ol` is not the beginning of `olfilter`. */
const shortestBeginning = 4;

const begins = (word: string, start: string): boolean =>
  start.length < shortestBeginning ? word === start : word.startsWith(start);

/** How much a pattern has in common with words; 0 where a group of it has nothing. */
function hasAll(pattern: Pattern, words: readonly string[]): number {
  let length = 0;
  let from: readonly string[] = words;
  for (const group of pattern) {
    const found = group
      .filter((start) => from.some((word) => begins(word, start)))
      .sort((a, b) => b.length - a.length)[0];
    if (found === undefined) return 0;
    // One word is not both what suffers and what it suffers from.
    const at = from.findIndex((word) => begins(word, found));
    from = from.filter((_, index) => index !== at);
    length += found.length;
  }
  // Of two that fit, the one that more of the words speak of.
  const all = pattern.flat();
  const said = words.filter((word) => all.some((start) => begins(word, start))).length;
  return length + said * wordWeight;
}

/** Parts to look at where a text says what is wrong with a car; null where it does not. */
export function readSymptom(generation: Generation, text: string, language: Language): Reading | null {
  const words = termsOf(text);
  if (words.length < 2 && !words.some((word) => word.length > 8)) return null;
  const rated = symptoms()
    .map(({ parts, patterns }) => ({
      parts,
      weight: Math.max(...patterns[language].map((pattern) => hasAll(pattern, words))),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const [best] = rated;
  if (!best) return null;
  const titled = new Map(generation.categories.leaves.map((leaf) => [leaf.imported.de.title, leaf]));
  const categories: Category[] = best.parts.flatMap((title) => titled.get(title) ?? []);
  return categories.length === 0 ? null : { ...nothing, categories, products: null, isSymptom: true };
}
