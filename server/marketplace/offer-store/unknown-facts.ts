/**
 * Facts of an offer that its shop has not given (D93). The tables hold a value above every known one, so that
 * comparisons and sums need no case of their own; answers leave the fact out.
 */

/** Stored stock of an offer that is available in an unknown number, which limits no order (D103). */
export const unknownStock = 2 ** 20;
/** Stored working days of an unknown delivery time. */
export const unknownDays = 0xff;

/** Pieces in stock; null = available, number unknown. */
export const statedStock = (stock: number): number | null => (stock === unknownStock ? null : stock);

/** Working days from and to; null if they are unknown. */
export const statedDays = (min: number, max: number): { min: number; max: number } | null =>
  max >= unknownDays ? null : { min, max };

/** Working days until dispatch, from and to; null if they are unknown. */
export const statedHandling = (min: number, max: number): [number, number] | null =>
  max === unknownDays ? null : [min, max];

/** Mean rating from 0 to 5; null if nobody has rated the shop. */
export const statedRating = (rating: number): number | null => (rating === 0 ? null : rating);
