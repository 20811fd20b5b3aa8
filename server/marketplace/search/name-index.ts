import { type Language, languages } from '../../api/contract.js';
import type { Category, CategoryIndex } from '../catalogue/category-index.js';
import { type AskedWord, foundUnder, shortestStart, wordsOf } from './words.js';

/** How well one word was found; a sum of several is compared only within one search. */
const quality = { whole: 3, inflected: 2.8, start: 2, inside: 1 } as const;
/** What a name loses that says more than was asked for. */
const surplusLoss = 0.4;
/** Letters that a plural adds. */
const longestEnding = 2;
/** Shorter pieces are found inside of too many words. */
const shortestInside = 4;
/** Words that a piece inside of them is taken for. */
const mostCompounds = 12;
/** Brands that one search can name. */
const mostBrands = 5;

interface Named {
  /** Number of words as written. */
  length: number;
  own: readonly string[];
  /** Words of what stands above it; they help to find, but say less. */
  above: readonly string[];
}
/** A brand that all or some words of a search name. */
interface FoundBrand {
  id: number;
  words: ReadonlySet<AskedWord>;
}
interface FoundCategory {
  category: Category;
  quality: number;
}

function qualityIn(words: readonly string[], piece: string): number {
  let best = 0;
  for (const word of words) {
    if (word === piece) return quality.whole;
    if (piece.length < shortestStart) continue;
    if (word.startsWith(piece)) {
      const isInflected = piece.length >= shortestInside && word.length - piece.length <= longestEnding;
      best = Math.max(best, isInflected ? quality.inflected : quality.start);
    } else if (piece.length >= shortestInside && word.includes(piece)) best = Math.max(best, quality.inside);
  }
  return best;
}

/**
 * Names of all categories and brands of one generation in the spellings that a search uses. There are a thousand of
 * them at most, so they are simply looked through.
 */
export class NameIndex {
  readonly #categories: ReadonlyMap<Language, ReadonlyMap<Category, Named>>;
  readonly #brands: ReadonlyMap<number, readonly string[]>;
  readonly #words: ReadonlyMap<Language, readonly string[]>;

  constructor(categories: CategoryIndex, brands: readonly { id: number; name: string }[]) {
    this.#categories = new Map(languages.map((language) => [language, named(categories, language)]));
    this.#brands = new Map(brands.map(({ id, name }) => [id, [...foundUnder(name, 'de')]]));
    this.#words = new Map(
      [...this.#categories].map(([language, all]) => {
        return [language, [...new Set([...all.values()].flatMap(({ own }) => own))].sort()];
      }),
    );
  }

  /** Brands that are named, those that most words name first; beginnings of their words count. */
  brands(asked: readonly AskedWord[]): FoundBrand[] {
    const found: FoundBrand[] = [];
    for (const [id, words] of this.#brands) {
      const naming = asked.filter((word) => askedQuality(word, (piece) => qualityIn(words, piece)) >= quality.start);
      if (naming.length > 0) found.push({ id, words: new Set(naming) });
    }
    return found.sort((a, b) => b.words.size - a.words.size || a.id - b.id).slice(0, mostBrands);
  }

  /** Categories in which every word is found, the best match first, then the most popular. */
  categories(asked: readonly AskedWord[], language: Language): FoundCategory[] {
    const found: FoundCategory[] = [];
    for (const [category, { length, own, above }] of this.#categories.get(language) ?? []) {
      const ofOwn = asked.map((word) => askedQuality(word, (piece) => qualityIn(own, piece)));
      const isFound = asked.every(
        (word, index) => ofOwn[index] || askedQuality(word, (piece) => qualityIn(above, piece)) >= quality.start,
      );
      const sum = ofOwn.reduce((total, each) => total + each, 0);
      if (!isFound || sum === 0) continue;
      found.push({ category, quality: sum / asked.length - (length > asked.length ? surplusLoss : 0) });
    }
    return found.sort(
      (a, b) => b.quality - a.quality || b.category.popularity - a.category.popularity || a.category.id - b.category.id,
    );
  }

  /** Words of category names with the piece inside: `scheibe` is meant in `Bremsscheibe` too. */
  compounds(piece: string, language: Language): string[] {
    if (piece.length < shortestInside) return [];
    const words = this.#words.get(language) ?? [];
    return words.filter((word) => word.includes(piece) && !word.startsWith(piece)).slice(0, mostCompounds);
  }
}

function named(categories: CategoryIndex, language: Language): ReadonlyMap<Category, Named> {
  const own = new Map(
    [...categories.all.values()].map((each) => [each, [...foundUnder(each.texts[language].title, language)]]),
  );
  return new Map(
    [...own].map(([each, words]) => {
      const above = categories.ancestors(each).flatMap((ancestor) => own.get(ancestor) ?? []);
      const length = wordsOf(each.texts[language].title).length;
      return [each, { length, own: words, above }];
    }),
  );
}

/** A word counts as its worst piece, or as its squashed spelling. */
function askedQuality({ pieces, squashed }: AskedWord, qualityOf: (piece: string) => number): number {
  const worst = Math.min(...pieces.map(qualityOf));
  return squashed === null ? worst : Math.max(worst, qualityOf(squashed));
}
