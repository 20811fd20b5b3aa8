import type { RequestHandler } from 'express';
import type { MarketplaceTroubles } from '../../contract/offer-changes.js';
import { rawPath } from './edition-path.js';

/** The reasons are for the operator, who finds them in the marketplace's own `/readyz` and log. */
const detailOf = ({ store, jobs }: MarketplaceTroubles): string =>
  (store ? `\ncatalogue store: cannot be used since ${store.since}, the catalogue of before is served` : '') +
  (jobs ? `\njobs: imports of merchants, feeds or messages wait since ${jobs.since}` : '');

/**
 * Answers `/livez` (the process responds) and `/readyz` (no stop was requested). Neither asks the marketplace, because
 * the shop serves cached pages without it. A balancer that removed every web tier would cause an outage. Troubles that
 * the marketplace reported follow as lines.
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
