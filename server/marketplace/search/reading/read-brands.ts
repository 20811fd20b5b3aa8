import type { Generation } from '../../store/generation.js';
import { termsOf } from '../search-terms.js';
import { readNames } from '../synonyms.js';
import type { Word } from './written-words.js';

/** A brand that is named in a text; `id` null where nothing of it is sold. */
export interface NamedBrand {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly id: number | null;
}

const longestName = 3;
const spelt = (name: string): string => termsOf(name).join('');

const sold = new WeakMap<Generation, ReadonlyMap<string, NamedBrand>>();
let known: ReadonlyMap<string, string> | undefined;

/** Brands of parts that everybody knows, sold here or not: the first name of a row is shown, any of them is read. */
function knownBrands(): ReadonlyMap<string, string> {
  known ??= new Map(
    readNames('known-brands.tsv').flatMap((names) => names.map((name) => [spelt(name), names[0] ?? name] as const)),
  );
  return known;
}

function soldBrands(generation: Generation): ReadonlyMap<string, NamedBrand> {
  const read = sold.get(generation);
  if (read) return read;
  const brands = [...generation.brands.values()];
  const made = new Map(brands.map(({ id, name }) => [spelt(name), { from: 0, to: 0, name, id }] as const));
  sold.set(generation, made);
  return made;
}

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
