import type { PictureWidth } from '../../../views/picture-widths.js';
import { PictureError } from './picture-error.js';

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/** Pixels that are decoded at most: a small file can unfold into gigabytes. */
const maxPixels = 40_000_000;
/** Seconds of one encoding. */
const maxSeconds = 15;

/**
 * The decoder, loaded by the first photograph: one thread, nothing kept, since pages need processor and memory more.
 */
let decoder: Promise<typeof import('sharp').default> | undefined;
const loadDecoder = (): Promise<typeof import('sharp').default> => {
  decoder ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return decoder;
};

/**
 * A photograph in a width and a format, turned upright, on white, without what a camera notes (place, owner). Never
 * larger than the original; a very tall one is held to three times the width.
 *
 * @throws PictureError `content` where it cannot be decoded whole.
 */
export async function encodePicture(original: Buffer, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const sharp = await loadDecoder();
  const picture = sharp(original, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize({ width, height: width * 3, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' });
  try {
    switch (format) {
      case 'avif':
        return await picture.avif({ quality: 50, effort: 2 }).toBuffer();
      case 'webp':
        return await picture.webp({ quality: 75 }).toBuffer();
      case 'jpeg':
        return await picture.jpeg({ quality: 78, progressive: true }).toBuffer();
    }
  } catch {
    throw new PictureError('content');
  }
}
