import type { RequestHandler } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { addressOf } from '../api/addresses.js';
import type { LimitDrawing } from '../http/rate-limit.js';
import type { SigningKeys } from '../http/signing-keys.js';
import { keptForever } from '../http/timeouts.js';
import { readPictureAddress } from './addresses.js';
import type { PictureFormat } from './encode.js';
import { PictureError } from './picture-error.js';
import type { Pictures } from './pictures.js';

/** Seconds after which a browser that received the drawing asks for the photograph again. */
const retrySeconds = 60;

/** Returns the best format that a browser names. `image/*` does not count, because old programs send it too. */
function formatFor(accept: string): PictureFormat {
  const takes = (type: string): boolean => new RegExp(`image/${type}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accept);
  if (takes('avif')) return 'avif';
  return takes('webp') ? 'webp' : 'jpeg';
}

/** Sends a merchant's photograph, or redirects to the drawing of the part if the photograph is unavailable. */
export function pictureCall(
  pictures: Pictures,
  keys: SigningKeys,
): RequestHandler<{ width: string; signature: string }> {
  return async (request, response) => {
    request.notes.route = 'picture';
    const { width, signature } = request.params;
    const { originalUrl } = request;
    const read = readPictureAddress(keys, width, signature, originalUrl.slice(originalUrl.indexOf('?') + 1));
    if (!read) throw new ProblemError('not_found');
    const { url, drawing } = read.photograph;
    const format = formatFor(request.get('accept') ?? '');
    response.setHeader('Vary', 'Accept');
    // Answers of the public API name these addresses too, so other sites show the pictures.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    try {
      const picture = await pictures.get(url, read.width, format);
      response.setHeader('Cache-Control', keptForever);
      response.setHeader('Content-Type', `image/${format}`);
      response.setHeader('Content-Length', picture.length);
      response.end(picture);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      if (!drawing) throw new ProblemError('not_found');
      response.setHeader('Cache-Control', `public, max-age=${retrySeconds}`);
      response.redirect(302, drawing);
    }
  };
}

/**
 * Answers `GET /api/Fotos/{id}/{content}.jpg` with a photograph of the public API. It is expensive to make, so the disk
 * keeps it; the pictures of pages are made from the same file.
 *
 * @throws ProblemError `invalid`, `not_found`, or `unavailable` if the marketplace cannot send it now
 */
export function photographCall(
  pictures: Pictures,
  limitDrawing: LimitDrawing,
): RequestHandler<{ id: string; content: string }> {
  return async (request, response) => {
    request.notes.route = 'api.photograph';
    const { target } = addressOf('photograph', request.params);
    limitDrawing(request, response);
    const picture = await pictures.original(target).catch((error) => {
      if (!(error instanceof PictureError)) throw error;
      throw new ProblemError(error.code === 'status' ? 'not_found' : 'unavailable', `picture: ${error.code}`);
    });
    response.setHeader('Content-Type', 'image/jpeg');
    response.setHeader('Cache-Control', keptForever);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.send(picture);
  };
}
