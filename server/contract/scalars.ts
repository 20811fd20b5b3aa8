import { z } from 'zod';

/**
 * Integer euro cents: the one money type inside the program (D13). On the wire money is a JSON number in
 * euros with at most two decimals (D51); `money` below is the only place where one becomes the other.
 */
export type Cents = number & { readonly __cents: true };

/** @param value an integer number of cents; throws where arithmetic has produced a fraction. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer number of cents: ${value}`);
  return value as Cents;
}

/** Cents to the number that JSON carries: 4180 -> 41.8. */
export function toEuros(value: Cents): number;
export function toEuros(value: Cents | null): number | null;
export function toEuros(value: Cents | null): number | null {
  return value === null ? null : value / 100;
}

/** Money on the wire (euros) parsed into cents. */
export const money = z
  .number()
  .finite()
  .transform((euros) => cents(Math.round(euros * 100)))
  .meta({ description: 'EUR, at most two decimals' });

/** A decimal id: no sign, no leading zero, at most 15 digits (D47, D50). */
export const decimalId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .meta({ examples: ['243'] });
/** Model ids are word characters (specification 5). */
export const modelId = z
  .string()
  .regex(/^\w{1,32}$/)
  .meta({ examples: ['5021'] });
/** An id whose inside is nobody's business: cart lines, sessions. */
export const opaqueId = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .meta({ examples: ['kX3_p0Zq-71bVd2A'] });
/** ASCII words of an address (D59). */
export const slug = z
  .string()
  .regex(/^[A-Za-z0-9-]+$/)
  .meta({ examples: ['Bremsscheiben'] });

export const locales = ['de-DE', 'de-AT', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL'] as const;
export const locale = z.enum(locales);
export type Locale = (typeof locales)[number];

/** The languages that catalogue texts exist in. */
export const languages = ['de', 'fr', 'es', 'it', 'nl'] as const;
export type Language = (typeof languages)[number];

/** What a function has for each of them. */
export const inLanguages = <T>(valueIn: (language: Language) => T): Record<Language, T> => ({
  de: valueIn('de'),
  fr: valueIn('fr'),
  es: valueIn('es'),
  it: valueIn('it'),
  nl: valueIn('nl'),
});

/** The 47 delivery countries (D23). */
export const countries =
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SK SM TR UA VA XK'.split(
    ' ',
  ) as readonly string[];
export const country = z
  .string()
  .refine((code) => countries.includes(code), { message: 'unknown delivery country' })
  .meta({ examples: ['DE'] });

/** What every call says about whom it answers: language of texts, country of prices (D41). */
export const edition = { locale: locale.default('de-DE'), country: country.default('DE') };

/** `limit` and `exclude` of the vehicle lists (D49). */
export const listLimits = {
  limit: z.coerce.number().int().min(1).max(500).optional(),
  exclude: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
    .meta({ examples: ['121,138'] })
    .optional(),
};
