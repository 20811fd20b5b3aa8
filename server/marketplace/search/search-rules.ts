import type { Language } from '../../contract/languages.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import type { Generation } from '../generation/generation.js';
import { remembered } from './words/remembered.js';
import { termsOf } from './words/search-terms.js';
import { stemOf } from './words/stems.js';
import { everyLanguage, significantTerms } from './words/synonyms.js';

type Rule = CatalogueTables['search_steering'];

/** The operator's rules for searches in one language. */
export interface SearchRules {
  /** The words without those that say nothing, and with others in the place of words that mean them. */
  rewrite(term: string): string;
  /** Products and categories that stand first for just these words, in the operator's order. */
  pinsOf(term: string): { readonly products: readonly number[]; readonly categories: readonly number[] };
  /** Path within the edition that just these words lead to. */
  redirectOf(term: string): string | null;
}

/** Words that mean the same in singular and plural, with and without small words, are one. */
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
      const said: string[] = [];
      for (let at = 0; at < words.length; ) {
        const found = replacements.find((each) => each.stems.every((stem, offset) => stems[at + offset] === stem));
        if (found) said.push(found.target);
        else if (!stops.has(stems[at] ?? '')) said.push(words[at] ?? '');
        at += found?.stems.length ?? 1;
      }
      return said.length > 0 ? said.join(' ') : term;
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

const rulesByLanguage = remembered((_: Generation) => new Map<Language, SearchRules>());

/** The rules of a catalogue for one language; read once. */
export async function searchRules(generation: Generation, language: Language): Promise<SearchRules> {
  const byLanguage = rulesByLanguage(generation);
  const known = byLanguage.get(language);
  if (known) return known;
  const rows = await generation.db
    .selectFrom('search_steering')
    .selectAll()
    .where('language', 'in', [language, everyLanguage])
    .orderBy('id')
    .execute();
  const rules = compile(rows, language);
  byLanguage.set(language, rules);
  return rules;
}
