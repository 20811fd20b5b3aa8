import type { TFunction } from 'i18next';

/** Translates a typed key of locales/de (D5) into a whole sentence with named places. */
export type Translate = TFunction;
/** Option that keeps the placeholders, for `fill` in the browser. */
export const keepPlaceholders = { skipInterpolation: true } as const;
/** Country code (ISO 3166-1 alpha-2). */
export type Country = string;

/** Formats in the edition's language, all by `Intl` (D5). */
export interface Formats {
  /** Formats integer cents as `41,80 €`. */
  money(cents: number): string;
  number(value: number): string;
  /** Formats a short numeric date (specification 9). */
  date(date: Date): string;
  rating(value: number): string;
  country(code: Country): string;
  /** Formats `77 kW / 105 PS` with the language's units; empty if unknown. */
  power(kw: number, ps: number): string;
  /** Formats production years: `2003–2009`, `ab 2019`; empty if unknown. */
  years(start: number | null, end: number | null): string;
}
