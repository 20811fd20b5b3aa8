import type { RequestHandler } from 'express';
import { ProblemError } from '../../contract/problem.js';
import { addressOf } from '../api/addresses.js';
import type { LimitDrawing } from '../http/rate-limit.js';
import { PictureError } from './picture-error.js';
import type { Pictures } from './pictures.js';

const year = 31_536_000;

interface Needs {
  pictures: Pictures;
  limitDrawing: LimitDrawing;
}

/**
 * `GET /api/Fotos/{id}/{content}.jpg`: a photograph that responses of calls name, as the marketplace has it. It is
 * expensive to create and is therefore made once and kept on disk, where pages' pictures are made of the same file.
 *
 * @throws ProblemError `invalid`, `not_found`; `unavailable` where it cannot be had now
 */
export function photographCall({ pictures, limitDrawing }: Needs): RequestHandler<{ id: string; content: string }> {
  return async (request, response) => {
    request.notes.route = 'api.photograph';
    const { target } = addressOf('photograph', request.params);
    limitDrawing(request, response);
    const picture = await pictures.original(target).catch((error) => {
      if (!(error instanceof PictureError)) throw error;
      throw new ProblemError(error.code === 'status' ? 'not_found' : 'unavailable', `picture: ${error.code}`);
    });
    response.setHeader('Content-Type', 'image/jpeg');
    response.setHeader('Cache-Control', `public, max-age=${year}, immutable`);
    // Anyone who reads the response may show it where they are.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.send(picture);
  };
}
