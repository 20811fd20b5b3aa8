import type { LinkParameters } from '../../../views/links.js';
import type { NearPage } from '../../../views/models.js';

/** A page with the name in its address. */
export interface NamedPage extends NearPage {
  readonly slug: string;
  /** The category, which also has pages for single vehicles. */
  readonly category?: LinkParameters['category']['category'];
  readonly manufacturer?: LinkParameters['manufacturer']['manufacturer'];
  readonly seriesPage?: LinkParameters['series']['seriesPage'];
}

/** Longest key that is compared, in characters. No slug of the catalogue is longer. */
const longest = 60;
const shortest = 3;
/** Characters after which a name can be found by its beginning. */
const beginning = 4;

const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Normalises a word for comparison: without case, accents and separators. */
export const nameKey = (word: string, language: string): string =>
  word
    .slice(0, longest * 2)
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => (language === 'de' ? (german[letter] ?? letter) : letter))
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')
    .slice(0, longest);

/** Returns the number of edits between two words; a swap counts as one. Stops counting after `most`. */
export function boundedDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const next = new Array<number>(other.length + 1).fill(most + 1);
    next[0] = row;
    let least = row;
    // Cells further from the diagonal exceed `most`.
    for (let column = Math.max(1, row - most); column <= Math.min(other.length, row + most); column++) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] as number) + 1);
      next[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = next;
  }
  return Math.min(last[other.length] as number, most + 1);
}

/** Returns the largest number of edits between a misspelt word of this length and a name. */
const mistakesOf = (length: number): number => (length < 5 ? 1 : length < 9 ? 2 : 3);

/** The names of an edition's pages. The cost of a lookup does not depend on the number of words. */
export class NameIndex {
  readonly #byKey = new Map<string, NamedPage[]>();
  readonly #keysByLength: string[][] = Array.from({ length: longest + 1 }, () => []);
  /** All keys in order, for the search by beginning. */
  readonly #keys: readonly string[];

  constructor(
    pages: readonly NamedPage[],
    readonly language: string,
  ) {
    for (const page of pages) {
      const key = nameKey(page.slug, language);
      if (key.length < shortest) continue;
      const known = this.#byKey.get(key);
      if (known) known.push(page);
      else {
        this.#byKey.set(key, [page]);
        this.#keysByLength[key.length]?.push(key);
      }
    }
    this.#keys = [...this.#byKey.keys()].sort();
  }

  /** Returns pages with this name, regardless of its spelling. */
  named(word: string): readonly NamedPage[] {
    return this.#byKey.get(nameKey(word, this.language)) ?? [];
  }

  /** Returns pages with similar names or this beginning, the nearest first. */
  near(word: string, most: number): NamedPage[] {
    const key = nameKey(word, this.language);
    if (key.length < shortest) return [];
    const mistakes = mistakesOf(key.length);
    const ranks = new Map(this.#beginningWith(key, most).map((each) => [each, each === key ? 0 : 1]));
    for (let length = key.length - mistakes; length <= key.length + mistakes; length++)
      for (const candidate of this.#keysByLength[length] ?? []) {
        const distance = ranks.has(candidate) ? Number.POSITIVE_INFINITY : boundedDistance(key, candidate, mistakes);
        if (distance <= mistakes) ranks.set(candidate, distance);
      }
    const keys = [...ranks].sort(([one, rank], [other, otherRank]) => rank - otherRank || (one < other ? -1 : 1));
    return keys.flatMap(([each]) => this.#byKey.get(each) ?? []).slice(0, most);
  }

  #beginningWith(key: string, most: number): readonly string[] {
    if (key.length < beginning) return [];
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    return this.#keys.slice(low, low + most).filter((each) => each.startsWith(key));
  }
}
