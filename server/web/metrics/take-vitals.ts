import type { RequestHandler } from 'express';
import { z } from 'zod';
import { shiftBounds, timeBounds } from '../../../views/vitals.js';
import { locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import { accountRoutes } from '../accounts/account-routes.js';
import { events } from '../http/log-events.js';
import { pages } from '../pages/pages.js';
import type { Services } from '../services.js';

const seconds = z.literal(timeBounds);
/** What a browser may tell of a page view; anything else in it, such as an id, is refused. */
const vitals = z.strictObject({
  route: z.enum([...Object.keys(pages), ...Object.keys(accountRoutes)]),
  locale,
  /** Time to the first byte. */
  ttfb: seconds,
  /** Largest paint, slowest interaction and layout shift, as far as the browser measures them. */
  lcp: seconds.optional(),
  inp: seconds.optional(),
  cls: z.literal(shiftBounds).optional(),
});
export type Vitals = z.output<typeof vitals>;

/**
 * `POST /api/vitals`: how fast a page was for a visitor, into the log and the metrics. Routes, editions and figures are
 * from fixed lists, so that a liar can bend a figure within the bounds of the rate limit (D55), but can add no series.
 *
 * @throws ProblemError `invalid` for everything else; nothing of it is kept.
 */
export function takeVitals({ env, log, metrics }: Services): RequestHandler {
  return (request, response) => {
    const told = vitals.safeParse(request.body);
    request.notes.route = `api.vitals___${told.data?.locale ?? request.place.edition.locale}`;
    if (!told.success) throw new ProblemError('invalid');
    // Pages from before a change of the knob may still be open.
    if (env.VITALS_SAMPLE > 0) {
      const { locale: edition, ...view } = told.data;
      metrics.vitals(told.data);
      log.info({ edition, ...view }, events.vitals);
    }
    response.setHeader('Cache-Control', 'private, no-store');
    response.status(204).end();
  };
}
