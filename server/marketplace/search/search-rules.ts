import type { Language } from '../../contract/languages.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import type { Generation } from '../generation/generation.js';
import { rememberedByLanguage } from './words/remembered.js';
import { termsOf } from './words/search-terms.js';
import { stemOf } from './words/stems.js';
import { everyLanguage, significantTerms } from './words/synonyms.js';

type Rule = CatalogueTables['search_steering'];

/** The operator's rules in one language. */
export interface SearchRules {
  /** Replaces words and removes stop words by the rules. */
  rewrite(term: string): string;
  /** Returns the products and categories that come first for exactly these words. */
  pinsOf(term: string): { readonly products: readonly number[]; readonly categories: readonly number[] };
  /** Returns the path within the edition for exactly these words. */
  redirectOf(term: string): string | null;
}

/** Returns a key that is the same for singular and plural, with and without stop words. */
function keyOf(text: string, language: Language): string {
  const words = significantTerms(text, language);
  return (words.length > 0 ? words : termsOf(text)).map((word) => stemOf(word, language)).join(' ');
}

function compile(rules: readonly Rule[], language: Language): SearchRules {
  const of = (kind: Rule['rule']) => rules.filter(({ rule }) => rule === kind);
  const stops = new Set(of('stop').map(({ words }) => keyOf(words, language)));
  const replacements = of('one-way')
    .map(({ words, target }) => ({ stems: words.split(/\s+/).map((word) => keyOf(word, language)), target }))
    .sort((a, b) => b.stems.length - a.stems.length);
  const redirects = new Map(of('redirect').map(({ words, target }) => [keyOf(words, language), target]));
  const pins = Map.groupBy(of('pin'), ({ words }) => keyOf(words, language));
  return {
    rewrite(term) {
      const words = term.split(/\s+/).filter((word) => word !== '');
      const stems = words.map((word) => keyOf(word, language));
      const rewritten: string[] = [];
      for (let at = 0; at < words.length; ) {
        const found = replacements.find((each) => each.stems.every((stem, offset) => stems[at + offset] === stem));
        if (found) rewritten.push(found.target);
        else if (!stops.has(stems[at] ?? '')) rewritten.push(words[at] ?? '');
        at += found?.stems.length ?? 1;
      }
      return rewritten.length > 0 ? rewritten.join(' ') : term;
    },
    pinsOf(term) {
      const own = pins.get(keyOf(term, language)) ?? [];
      return {
        products: own.flatMap(({ product_id }) => product_id ?? []),
        categories: own.flatMap(({ category_id }) => category_id ?? []),
      };
    },
    redirectOf: (term) => redirects.get(keyOf(term, language)) ?? null,
  };
}

/** Reads the rules of a catalogue for one language. */
export const searchRules = rememberedByLanguage(async ({ db }: Generation, language): Promise<SearchRules> => {
  const rows = await db
    .selectFrom('search_steering')
    .selectAll()
    .where('language', 'in', [language, everyLanguage])
    .orderBy('id')
    .execute();
  return compile(rows, language);
});
