import { languages } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';

/** `Intl` objects are expensive to create. */
const namesBy = new Map<string, Intl.DisplayNames>();
function countryName(code: string, locale: string): string {
  const names = namesBy.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  namesBy.set(locale, names);
  return names.of(code) ?? code;
}

/**
 * A maker's address, its country in the reader's language: a feed may name it in another one, by its code or not at
 * all.
 */
export function addressFor(
  { address, country }: { readonly address: string; readonly country: string | null },
  locale: Locale,
): string {
  if (!country || address === '') return address;
  const known = new Set([country, ...[...languages, 'en'].map((language) => countryName(country, language))]);
  const parts = address.split(', ');
  if (known.has(parts.at(-1) ?? '')) parts.pop();
  return [...parts, countryName(country, locale)].join(', ');
}
