/**
 * Inputs that name a vehicle, parsed the same way by forms, calls and widgets. Plain functions without zod, so that
 * they may travel to the browser.
 */

export const hsnLength = 4;
const tsnLength = 3;

const alphanumeric = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
/** Exactly four alphanumeric characters (specification 5). */
export const isHsn = (hsn: string): boolean => /^[A-Z0-9]{4}$/.test(hsn);
/** Exactly three alphanumeric characters (specification 5). */
export const isTsn = (tsn: string): boolean => /^[A-Z0-9]{3}$/.test(tsn);

/** A TSN as entered: field 2.2 continues with the variant, so that it is cut to three (D37). */
export const readTsn = (text: string): string => alphanumeric(text).slice(0, tsnLength);

/** An HSN as entered; what is longer, such as a pasted `0603/BGU123`, is split into both (D37). */
export function readHsn(text: string): { hsn: string; tsn?: string } {
  const all = alphanumeric(text);
  if (all.length <= hsnLength) return { hsn: all };
  return { hsn: all.slice(0, hsnLength), tsn: readTsn(all.slice(hsnLength)) };
}

const platePatterns = [/^[A-Z]{2}-?\d{3}-?[A-Z]{2}$/, /^\d{1,4}-?[A-Z]{1,3}-?\w{1,3}$/];

/** A plate as shown: capitals; spaces go (D30). */
export const readPlate = (text: string): string => text.toUpperCase().replace(/\s+/g, '');
/** Whether a plate has one of the two French formats (specification 5). */
export const isPlate = (plate: string): boolean => platePatterns.some((pattern) => pattern.test(plate));
/** The one spelling by which a plate is sought. */
export const plateKey = (plate: string): string => plate.replaceAll('-', '');
