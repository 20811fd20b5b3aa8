import type { RequestHandler } from 'express';
import type { Services } from '../services.js';
import { rawPath } from './place.js';

/** `/livez`: the process answers. `/readyz`: both rooms of the marketplace answer and nobody has asked us to stop. */
export function health({ client, isReady }: Services): RequestHandler {
  return async (request, response, next) => {
    const path = rawPath(request);
    if (path !== '/livez' && path !== '/readyz') return next();
    request.notes.route = path.slice(1);
    response.setHeader('Cache-Control', 'no-store');
    let ready = true;
    if (path === '/readyz') {
      ready =
        isReady() &&
        (await client.upstream.check().then(
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
