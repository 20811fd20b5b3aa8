import type { TFunction } from 'i18next';

/** Translation by typed key; keys come from locales/de (D5). Whole sentences with named places, never fragments. */
export type Translate = TFunction;
/** Keeps the placeholders of a text, for `fill` in the browser. */
export const keepPlaceholders = { skipInterpolation: true } as const;
/** ISO 3166-1 alpha-2. */
export type Country = string;

/** Numbers, money and dates in the language of the edition, all from `Intl` (D5). */
export interface Formats {
  /** Integer cents to `41,80 €`. */
  money(cents: number): string;
  number(value: number): string;
  /** Short numeric date (specification 9). */
  date(date: Date): string;
  rating(value: number): string;
  country(code: Country): string;
  /** `77 kW / 105 PS` with the unit words of the language; empty when unknown. */
  power(kw: number, ps: number): string;
  /** Production years: `2003–2009`, `ab 2019`; empty when unknown. */
  years(start: number | null, end: number | null): string;
}
