import { type PictureWidth, pictureWidths } from '../../../views/picture-widths.js';
import type { Image } from '../../contract/articles.js';
import { isSigned, type SigningKeys, sign } from '../http/signing-keys.js';

/** An external photograph, and the drawing that replaces it. */
export interface Photograph {
  url: string;
  /** Path of the drawing; null without one. */
  drawing: string | null;
}
/** Longer addresses are cut on their way. */
const longestAddress = 2000;
const drawings = /^\/api\/Bilder\/[\w-]+\.svg(\?[^#@]*)?$/;

/** As a browser sends it in a query. A list of sources takes a comma at the end for its own. */
const asSent = (data: string): string =>
  new URL(`?${data}`, 'https://shop.invalid').search.slice(1).replace(/,$/, '%2C');

/** Characters of a signature. */
const signed = 22;
const textOf = (data: string): string => `picture\n${data}`;

/**
 * The address of a photograph in a width. Only addresses that the shop has signed are
 * answered, so that nobody fetches anything else through it. Null where it would be too long.
 * Drawing and photograph stand in its query as they are: a list of pictures then weighs little more than one when
 * packed.
 */
export function pictureAddress(keys: SigningKeys, { url, drawing }: Image, width: PictureWidth): string | null {
  const stand = drawing && drawings.test(drawing) ? drawing : null;
  const data = asSent(`${stand ?? ''}@${url}`);
  const address = `/images/${width}/${sign(keys, textOf(data), signed)}?${data}`;
  return address.length <= longestAddress ? address : null;
}

/**
 * Reads what {@link pictureAddress} has written; null for anything else.
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
