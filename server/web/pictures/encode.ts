import type { PictureWidth } from '../../../views/picture-widths.js';
import { PictureError } from './picture-error.js';

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/** Most decoded pixels, because a small file can unfold into gigabytes. */
const maxPixels = 40_000_000;
/** Most seconds of one encoding. */
const maxSeconds = 15;

/**
 * Loads the decoder with the first photograph. It has one thread and no cache, because pages need CPU and memory more.
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
 * Encodes a photograph: upright, on white, without the camera's metadata (place, owner). It is never larger than the
 * original and at most three times as high as wide.
 *
 * @throws PictureError `content` if it cannot be decoded completely
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
