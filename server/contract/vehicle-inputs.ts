/**
 * Readers of inputs that name a vehicle, for forms, calls and widgets alike. Plain functions without zod, because
 * browsers run them too.
 */

export const hsnLength = 4;
const tsnLength = 3;

const alphanumeric = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
/** Returns whether an HSN has exactly four alphanumeric characters (specification 5). */
export const isHsn = (hsn: string): boolean => /^[A-Z0-9]{4}$/.test(hsn);
/** Returns whether a TSN has exactly three alphanumeric characters (specification 5). */
export const isTsn = (tsn: string): boolean => /^[A-Z0-9]{3}$/.test(tsn);

/** Reads a TSN. Field 2.2 continues with the variant, so only three characters count (D37). */
export const readTsn = (text: string): string => alphanumeric(text).slice(0, tsnLength);

/** Reads an HSN. A longer input, such as a pasted `0603/BGU123`, also contains the TSN (D37). */
export function readHsn(text: string): { hsn: string; tsn?: string } {
  const all = alphanumeric(text);
  if (all.length <= hsnLength) return { hsn: all };
  return { hsn: all.slice(0, hsnLength), tsn: readTsn(all.slice(hsnLength)) };
}

const platePatterns = [/^[A-Z]{2}-?\d{3}-?[A-Z]{2}$/, /^\d{1,4}-?[A-Z]{1,3}-?\w{1,3}$/];

/** Returns a plate in capitals without spaces (D30). */
export const readPlate = (text: string): string => text.toUpperCase().replace(/\s+/g, '');
/** Returns whether a plate has one of the two French formats (specification 5). */
export const isPlate = (plate: string): boolean => platePatterns.some((pattern) => pattern.test(plate));
/** Returns the key for the lookup of a plate. */
export const plateKey = (plate: string): string => plate.replaceAll('-', '');
