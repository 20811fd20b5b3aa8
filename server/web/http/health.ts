import type { RequestHandler } from 'express';
import { rawPath } from './edition-path.js';

interface Needs {
  /** False from the moment the process is asked to stop. */
  isReady(): boolean;
  /** Rejects where a room of the marketplace does not answer. */
  check(): Promise<void>;
}

/** `/livez`: the process responds. `/readyz`: both workers of the marketplace respond and no stop was requested. */
export function health({ isReady, check }: Needs): RequestHandler {
  return async (request, response, next) => {
    const path = rawPath(request);
    if (path !== '/livez' && path !== '/readyz') return next();
    request.notes.route = path.slice(1);
    response.setHeader('Cache-Control', 'no-store');
    let ready = true;
    if (path === '/readyz') {
      ready =
        isReady() &&
        (await check().then(
          () => true,
          () => false,
        ));
    }
    response
      .status(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ok' : 'not ready');
  };
}
