import type { Language } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';

/** Language of the texts of an edition. */
export const languageOf = (locale: Locale): Language => locale.slice(0, 2) as Language;
/** Country whose popularity orders the lists of an edition; not the delivery country. */
export const editionCountry = (locale: Locale): string => locale.slice(3);

export type Texts = Partial<Record<Language, string>>;

/** A text in the language asked for; German, then any language, where it has none. */
export function textIn(texts: Texts, language: Language): string {
  return texts[language] ?? texts.de ?? Object.values(texts)[0] ?? '';
}

/** A JSON object by language, or a plain string that is the same in all of them. */
export function parseTexts(json: string): Texts {
  if (!json.startsWith('{')) return { de: json };
  return JSON.parse(json) as Texts;
}

const collators = new Map<Locale, Intl.Collator>();
/** Alphabetical order as readers of the edition know it; numbers in names count as numbers. */
export function collator(locale: Locale): Intl.Collator {
  let made = collators.get(locale);
  if (!made) {
    made = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
    collators.set(locale, made);
  }
  return made;
}
