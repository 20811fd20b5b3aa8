import type { Language } from '../../contract/languages.js';
import type { Generation } from '../store/generation.js';
import { foundUnder } from './search-terms.js';
import { readSynonyms } from './synonyms.js';

const cached = new WeakMap<Generation, Map<Language, ReadonlyMap<string, string>>>();

/**
 * Nouns are written with a capital in German; elsewhere it only begins a title, unless it is one of several (`ABS`).
 */
const inSentence = (run: string, language: Language): string =>
  language === 'de' || run.slice(1) !== run.slice(1).toLowerCase() ? run : run.toLowerCase();

function collect({ categories, brands, vehicles }: Generation, language: Language): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  const learn = (text: string, spell: (run: string) => string): void => {
    for (const run of text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [])
      for (const word of foundUnder(run, language)) if (!spellings.has(word)) spellings.set(word, spell(run));
  };
  const titles = [...categories.all.values()].map(({ imported }) => imported[language].title);
  for (const text of [...titles, ...readSynonyms()[language].flat()]) learn(text, (run) => inSentence(run, language));
  for (const { name } of [...brands.values(), ...vehicles.manufacturers.values(), ...vehicles.pages.values()])
    learn(name, (run) => run);
  return spellings;
}

/**
 * How a language writes the words that the search knows in plain letters: `kuhler` is `Kühler`. Made once per
 * catalogue.
 */
export function spellingsOf(generation: Generation, language: Language): ReadonlyMap<string, string> {
  const known = cached.get(generation) ?? new Map<Language, ReadonlyMap<string, string>>();
  cached.set(generation, known);
  const spellings = known.get(language) ?? collect(generation, language);
  known.set(language, spellings);
  return spellings;
}
