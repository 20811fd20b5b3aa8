import type { RequestHandler } from 'express';
import type { CatalogueStoreTrouble } from '../../contract/offer-changes.js';
import { rawPath } from './edition-path.js';

const detailOf = (trouble: CatalogueStoreTrouble | null): string =>
  trouble ? `\ncatalogue store: cannot be used since ${trouble.since}, the catalogue of before is served` : '';

/**
 * `/livez`: the process responds. `/readyz`: it takes visitors, since no stop was requested. Neither asks the
 * marketplace: what is kept is served without it, and a balancer that took every web tier away would make an outage of
 * its absence. What it has told of the store of generations is a line of its own.
 */
export function health(isReady: () => boolean, storeTrouble: () => CatalogueStoreTrouble | null): RequestHandler {
  return (request, response, next) => {
    const path = rawPath(request);
    if (path !== '/livez' && path !== '/readyz') return next();
    request.notes.route = path.slice(1);
    response.setHeader('Cache-Control', 'no-store');
    const isWell = path === '/livez' || isReady();
    response
      .status(isWell ? 200 : 503)
      .type('text/plain')
      .send(isWell ? `ok${path === '/readyz' ? detailOf(storeTrouble()) : ''}` : 'not ready');
  };
}
