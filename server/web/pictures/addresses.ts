import { type PictureWidth, pictureWidths } from '../../../views/picture-widths.js';
import type { Image } from '../../contract/articles.js';
import { isSigned, type SigningKeys, sign } from '../http/signing-keys.js';

/** An external photograph, and the drawing that replaces it. */
export interface Photograph {
  url: string;
  drawing: string | null;
}
/** Proxies may truncate longer addresses. */
const longestAddress = 2000;
const drawings = /^\/api\/Bilder\/[\w-]+\.svg(\?[^#@]*)?$/;

/** Returns a query as browsers send it. A source list would take a trailing comma for its own. */
const asSent = (data: string): string =>
  new URL(`?${data}`, 'https://shop.invalid').search.slice(1).replace(/,$/, '%2C');

/** Characters of a signature. */
const signed = 22;
const textOf = (data: string): string => `picture\n${data}`;

/**
 * Returns the address of a photograph in a width; null if it would be too long. The shop answers only addresses that it
 * signed, so nobody fetches other content through it. Drawing and photograph are readable in the query, so a list of
 * pictures compresses well.
 */
export function pictureAddress(keys: SigningKeys, { url, drawing }: Image, width: PictureWidth): string | null {
  const stand = drawing && drawings.test(drawing) ? drawing : null;
  const data = asSent(`${stand ?? ''}@${url}`);
  const address = `/images/${width}/${sign(keys, textOf(data), signed)}?${data}`;
  return address.length <= longestAddress ? address : null;
}

/**
 * Reads an address of {@link pictureAddress}; returns null for any other.
 * @param data the query as it was sent
 */
export function readPictureAddress(
  keys: SigningKeys,
  width: string,
  signature: string,
  data: string,
): { photograph: Photograph; width: PictureWidth } | null {
  const known = pictureWidths.find((one) => String(one) === width);
  if (!known || !isSigned(keys, textOf(data), signature, signed)) return null;
  const at = data.indexOf('@');
  return { photograph: { url: data.slice(at + 1), drawing: data.slice(0, at) || null }, width: known };
}
