import type { Language } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';

export const languageOf = (locale: Locale): Language => locale.slice(0, 2) as Language;
/** Returns the country whose popularity sorts the lists of an edition; not the delivery country. */
export const editionCountry = (locale: Locale): string => locale.slice(3);

export type Texts = Partial<Record<Language, string>>;

/** Returns the text in a language, else in German, else in any. */
export function textIn(texts: Texts, language: Language): string {
  return texts[language] ?? texts.de ?? Object.values(texts)[0] ?? '';
}

/** Parses JSON by language, or a plain string for all languages. */
export function parseTexts(json: string): Texts {
  if (!json.startsWith('{')) return { de: json };
  return JSON.parse(json) as Texts;
}

/** Caches a format by locale: making one takes longer than using it. */
export function byLocale<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const formats = new Map<string, Format>();
  return (locale) => {
    const format = formats.get(locale) ?? make(locale);
    formats.set(locale, format);
    return format;
  };
}

/** Alphabetical order; numbers within names sort by value. */
export const collator = byLocale((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));

const regions = byLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }));
export const countryName = (code: string, locale: string): string => regions(locale).of(code) ?? code;
