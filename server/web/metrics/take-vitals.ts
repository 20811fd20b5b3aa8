import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { shiftBounds, timeBounds } from '../../../views/vitals.js';
import { locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import { events } from '../http/log-events.js';
import type { Vitals } from './metrics.js';

const seconds = z.literal(timeBounds);
/** Fields of a browser's report besides its route; the schema refuses anything else, such as an id. */
const measures = z.strictObject({
  locale,
  ttfb: seconds,
  lcp: seconds.optional(),
  inp: seconds.optional(),
  cls: z.literal(shiftBounds).optional(),
});
interface Needs {
  log: Logger;
  metrics: { vitals(view: Vitals): void };
  routes: readonly string[];
  /** Percentage of page views that report. */
  sample: number;
}

/**
 * `POST /api/vitals`: how fast a page was for a visitor, into the log and the metrics. Routes, editions and figures are
 * from fixed lists, so that a liar can bend a figure within the bounds of the rate limit (D55), but can add no series.
 *
 * @throws ProblemError `invalid` for everything else; nothing of it is kept.
 */
export function takeVitals({ log, metrics, routes, sample }: Needs): RequestHandler {
  const vitals = measures.extend({ route: z.enum(routes) });
  return (request, response) => {
    const reported = vitals.safeParse(request.body);
    request.notes.route = `api.vitals___${reported.data?.locale ?? request.editionPath.edition.locale}`;
    if (!reported.success) throw new ProblemError('invalid');
    // Pages from before a change of the environment variable may still be open.
    if (sample > 0) {
      const { locale: edition, ...view } = reported.data;
      metrics.vitals(reported.data);
      log.info({ edition, ...view }, events.vitals);
    }
    response.setHeader('Cache-Control', 'private, no-store');
    response.status(204).end();
  };
}
