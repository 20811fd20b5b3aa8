import type { Language } from '../../../contract/languages.js';
import type { OwnAttributes } from '../../catalogue-texts/own-attributes.js';
import { attributeLabels } from '../../catalogue-texts/own-texts.js';
import type { Generation } from '../../generation/generation.js';
import { remembered, rememberedByLanguage } from '../words/remembered.js';
import { termsOf } from '../words/search-terms.js';
import { readNames } from '../words/synonyms.js';
import type { Word } from '../words/written-words.js';

/** A brand that is named in a text; `id` null where nothing of it is sold. */
export interface NamedBrand {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly id: number | null;
}

const longestName = 3;
const spelt = (name: string): string => termsOf(name).join('');

let known: ReadonlyMap<string, string> | undefined;

/** Brands of parts that everybody knows, sold here or not: the first name of a row is shown, any of them is read. */
function knownBrands(): ReadonlyMap<string, string> {
  known ??= new Map(
    readNames('known-brands.tsv').flatMap((names) => names.map((name) => [spelt(name), names[0] ?? name] as const)),
  );
  return known;
}

const soldBrands = remembered(
  ({ brands }: Generation): ReadonlyMap<string, NamedBrand> =>
    new Map([...brands.values()].map(({ id, name }) => [spelt(name), { from: 0, to: 0, name, id }])),
);

/**
 * Brands of parts in a text, those of several words first.
 * @param isTaken words that say something else
 * @param isOfPart words that names of parts have in the edition's language
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
      // A name of several words is one, even where one of them is that of a car.
      if ((length === 1 && run.some(isTaken)) || found.some(({ from, to }) => first.from < to && last.to > from))
        continue;
      const name = run.map(({ plain }) => plain).join('');
      const brand = own.get(name) ?? (run.some(isOfPart) ? null : unsold(name));
      if (brand) found.push({ ...brand, from: first.from, to: last.to });
    }
  return found.sort((a, b) => a.from - b.from);
}

function unsold(name: string): NamedBrand | null {
  const shown = knownBrands().get(name);
  return shown === undefined ? null : { from: 0, to: 0, name: shown, id: null };
}

/** Attributes of a catalogue by their name in a language, where it is one word. */
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

/** Words that name an attribute: `Dicke` beside `17 mm`, with the attributes of that name. */
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
