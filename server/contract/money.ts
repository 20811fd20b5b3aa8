import { z } from 'zod';

/**
 * Integer euro cents, the only money type in the program (D13). On the wire money is a JSON number in euros with at
 * most two decimals (D51). Only `money` below converts between them.
 */
export type Cents = number & { readonly __cents: true };

/** @param value an integer; throws for a fraction, which wrong arithmetic made */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer number of cents: ${value}`);
  return value as Cents;
}

/** Converts cents to euros: 4180 to 41.8. */
export function toEuros(value: Cents): number;
export function toEuros(value: Cents | null): number | null;
export function toEuros(value: Cents | null): number | null {
  return value === null ? null : value / 100;
}

/** Money on the wire in euros, parsed into cents. */
export const money = z
  .number()
  .finite()
  .transform((euros) => cents(Math.round(euros * 100)))
  .meta({ description: 'EUR, at most two decimals' });
