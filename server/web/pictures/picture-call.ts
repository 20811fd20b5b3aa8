import type { RequestHandler } from 'express';
import { ProblemError } from '../../contract/problem.js';
import type { SigningKeys } from '../http/signing-keys.js';
import { readPictureAddress } from './addresses.js';
import type { PictureFormat } from './encode.js';
import { PictureError } from './picture-error.js';
import type { Pictures } from './pictures.js';

const year = 31_536_000;
/** Seconds after which a browser that was shown the drawing asks for the photograph again. */
const retry = 60;

/** The best format that a browser names. A star alone says nothing: old programs send it. */
function formatFor(accept: string): PictureFormat {
  const takes = (type: string): boolean => new RegExp(`image/${type}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accept);
  if (takes('avif')) return 'avif';
  return takes('webp') ? 'webp' : 'jpeg';
}

/** A merchant's photograph, or the drawing of the part if it is unavailable: never a broken picture. */
export function pictureCall({ pictures, keys }: { pictures: Pictures; keys: SigningKeys }): RequestHandler<{
  width: string;
  signature: string;
}> {
  return async (request, response) => {
    request.notes.route = 'picture';
    const { width, signature } = request.params;
    const { originalUrl } = request;
    const read = readPictureAddress(keys, width, signature, originalUrl.slice(originalUrl.indexOf('?') + 1));
    if (!read) throw new ProblemError('not_found');
    const { url, drawing } = read.photograph;
    const format = formatFor(request.get('accept') ?? '');
    response.setHeader('Vary', 'Accept');
    // Responses of calls name these as well, and are shown by others.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    try {
      const picture = await pictures.get(url, read.width, format);
      response.setHeader('Cache-Control', `public, max-age=${year}, immutable`);
      response.setHeader('Content-Type', `image/${format}`);
      response.setHeader('Content-Length', picture.length);
      response.end(picture);
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      if (!drawing) throw new ProblemError('not_found');
      response.setHeader('Cache-Control', `public, max-age=${retry}`);
      response.redirect(302, drawing);
    }
  };
}
