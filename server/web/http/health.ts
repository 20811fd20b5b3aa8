import type { RequestHandler } from 'express';
import type { MarketplaceTroubles } from '../../contract/offer-changes.js';
import { rawPath } from './edition-path.js';

/** The reasons are for the operator: the marketplace's own `/readyz` has them, and its log. */
const detailOf = ({ store, jobs }: MarketplaceTroubles): string =>
  (store ? `\ncatalogue store: cannot be used since ${store.since}, the catalogue of before is served` : '') +
  (jobs ? `\njobs: imports of merchants, feeds or messages wait since ${jobs.since}` : '');

/**
 * `/livez`: the process responds. `/readyz`: it takes visitors, since no stop was requested. Neither asks the
 * marketplace: the shop serves cached pages without it, and a balancer that removed every web tier would cause an
 * outage. Troubles that the marketplace reported are lines of their own.
 */
export function health(isReady: () => boolean, troubles: () => MarketplaceTroubles): RequestHandler {
  return (request, response, next) => {
    const path = rawPath(request);
    if (path !== '/livez' && path !== '/readyz') return next();
    request.notes.route = path.slice(1);
    response.setHeader('Cache-Control', 'no-store');
    const isWell = path === '/livez' || isReady();
    response
      .status(isWell ? 200 : 503)
      .type('text/plain')
      .send(isWell ? `ok${path === '/readyz' ? detailOf(troubles()) : ''}` : 'not ready');
  };
}
