import type { Language } from '../../../contract/languages.js';
import type { OwnAttributes } from '../../catalogue-texts/own-attributes.js';
import { attributeLabels } from '../../catalogue-texts/own-texts.js';
import type { Generation } from '../../generation/generation.js';
import { once, remembered, rememberedByLanguage } from '../words/remembered.js';
import { termsOf } from '../words/search-terms.js';
import { readNames } from '../words/synonyms.js';
import { overlaps, type Span, type Word } from '../words/written-words.js';

/** A brand in a text; `id` null = the shop does not sell it. */
export interface NamedBrand extends Span {
  readonly name: string;
  readonly id: number | null;
}

const longestName = 3;
const spelt = (name: string): string => termsOf(name).join('');
const brandOf = (name: string, id: number | null): NamedBrand => ({ from: 0, to: 0, name, id });

/** Well-known brands by each of their names, sold here or not; the first name is shown. */
const knownBrands = once((): ReadonlyMap<string, NamedBrand> => {
  const rows = readNames('known-brands.tsv').map((names) => ({ names, name: names[0] ?? '' }));
  return new Map(rows.flatMap(({ names, name }) => names.map((each) => [spelt(each), brandOf(name, null)])));
});

/** Brands on sale, by their name in plain letters. */
export const soldBrands = remembered(
  ({ brands }: Generation): ReadonlyMap<string, NamedBrand> =>
    new Map([...brands.values()].map(({ id, name }) => [spelt(name), brandOf(name, id)])),
);

/**
 * Reads brands of parts, longest names first.
 * @param isTaken words with another meaning
 * @param isOfPart words in names of parts
 */
export function readBrands(
  generation: Generation,
  words: readonly Word[],
  isTaken: (word: Word) => boolean,
  isOfPart: (word: Word) => boolean,
): NamedBrand[] {
  const own = soldBrands(generation);
  const found: NamedBrand[] = [];
  for (let length = longestName; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length);
      const [first, last] = [run[0] as Word, run.at(-1) as Word];
      // A name of several words is a brand, even if one of them names a car.
      const span = { from: first.from, to: last.to };
      if ((length === 1 && run.some(isTaken)) || found.some((each) => overlaps(each, span))) continue;
      const name = run.map(({ plain }) => plain).join('');
      const brand = own.get(name) ?? (run.some(isOfPart) ? null : knownBrands().get(name));
      if (brand) found.push({ ...brand, ...span });
    }
  return found.sort((a, b) => a.from - b.from);
}

/** Attributes of a catalogue by their name in a language, if that is one word. */
const labelsOf = rememberedByLanguage((own: OwnAttributes, language): ReadonlyMap<string, readonly string[]> => {
  const labels = new Map<string, string[]>();
  const named = [
    ...Object.entries(attributeLabels).map(([key, names]) => [key, names[language]] as const),
    ...[...own.values()].map(({ code, labels: names }) => [code, names[language] ?? code] as const),
  ];
  for (const [key, name] of named) {
    const [word, ...others] = termsOf(name);
    if (word === undefined || others.length > 0) continue;
    labels.set(word, [...(labels.get(word) ?? []), key]);
  }
  return labels;
});

/** Reads words that name attributes, such as `Dicke` beside `17 mm`. */
export function readLabels(
  own: OwnAttributes,
  words: readonly Word[],
  language: Language,
): (Word & { keys: readonly string[] })[] {
  const labels = labelsOf(own, language);
  return words.flatMap((word) => {
    const keys = labels.get(word.plain);
    return keys ? [{ ...word, keys }] : [];
  });
}
