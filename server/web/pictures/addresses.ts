import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PictureWidth, pictureWidths } from '../../../views/picture-widths.js';
import type { Image } from '../../contract/articles.js';

/** A photograph somewhere else, and the drawing that stands in for it. */
export interface Photograph {
  url: string;
  /** Path of the drawing; null where there is none. */
  drawing: string | null;
}
/** Longer addresses are cut on their way. */
const longestAddress = 2000;
const drawings = /^\/api\/Bilder\/[\w-]+\.svg(\?|$)/;

const signatureOf = (secret: string, data: string): string =>
  createHmac('sha256', secret).update(`picture\n${data}`).digest('base64url').slice(0, 22);

/**
 * The address of a photograph in a width. Only addresses that the shop has signed are
 * answered, so that nobody fetches anything else through it. Null where it would be too long.
 */
export function pictureAddress(secret: string, { url, drawing }: Image, width: PictureWidth): string | null {
  const stand = drawing && drawings.test(drawing) ? drawing : null;
  const data = Buffer.from(JSON.stringify(stand ? [url, stand] : [url])).toString('base64url');
  const address = `/images/${width}/${signatureOf(secret, data)}/${data}`;
  return address.length <= longestAddress ? address : null;
}

/** Reads what {@link pictureAddress} has written; null for anything else. */
export function readPictureAddress(
  secret: string,
  width: string,
  signature: string,
  data: string,
): { photograph: Photograph; width: PictureWidth } | null {
  const known = pictureWidths.find((one) => String(one) === width);
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(secret, data));
  if (!known || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const [url, drawing = null] = JSON.parse(Buffer.from(data, 'base64url').toString()) as [string, string?];
  return { photograph: { url, drawing }, width: known };
}
