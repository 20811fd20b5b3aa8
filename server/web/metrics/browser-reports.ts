import express, { type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { shiftBounds, timeBounds } from '../../../views/vitals.js';
import type { Clock } from '../../clock/clock.js';
import { locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import { events } from '../http/log-events.js';
import directives from './policy-directives.json' with { type: 'json' };

/** Measures of one page view; all in seconds except the layout shift. */
export interface Vitals {
  route: string;
  /** Time to first byte. */
  ttfb: number;
  /** Largest Contentful Paint, slowest interaction and layout shift, if the browser measures them. */
  lcp?: number | undefined;
  inp?: number | undefined;
  cls?: number | undefined;
}

/** An error in a visitor's browser, described only by names from the program. */
export interface BrowserError {
  /** Id of the served build, else `older`. */
  build: string;
  /** File of the build, `page` for an error outside any file, `other` for a file that the build does not have. */
  chunk: string;
  kind: 'error' | 'rejection';
}

interface Needs {
  clock: Clock;
  log: Logger;
  metrics: { vitals(view: Vitals): void; browserError(error: BrowserError): void };
  /** Names of all routes. */
  routes: readonly string[];
  build: string;
  /** Names of the files that browsers load. */
  files: ReadonlySet<string>;
  /** Percentage of page views that report. With 0, reports of pages that are still open are ignored. */
  sample: number;
}

/** Milliseconds of errors that one log line counts. */
const errorsPerLineMs = 60_000;
const mostPolicyReports = 20;

const seconds = z.literal(timeBounds);
const fileName = z.string().max(80);
const name = z.string().max(100);
const singleReport = z.object({
  'csp-report': z.object({ 'effective-directive': name.optional(), 'violated-directive': name.optional() }),
});
const severalReports = z
  .array(z.object({ type: name, body: z.object({ effectiveDirective: name.optional() }).optional() }))
  .max(mostPolicyReports);

function sendNothing(response: Response): void {
  response.setHeader('Cache-Control', 'private, no-store');
  response.status(204).end();
}

/**
 * Answers `POST /api/vitals`: writes the measures of a page view into log and metrics. Routes, editions and figures
 * come from fixed lists. So a forged report can bend a figure within the rate limit (D55), but cannot add a series.
 *
 * @throws ProblemError `invalid` for any other body
 */
export function countVitals({ log, metrics, routes, sample }: Needs): RequestHandler {
  const vitals = z.strictObject({
    locale,
    route: z.enum(routes),
    ttfb: seconds,
    lcp: seconds.optional(),
    inp: seconds.optional(),
    cls: z.literal(shiftBounds).optional(),
  });
  return (request, response) => {
    const reported = vitals.safeParse(request.body);
    request.notes.route = `api.vitals___${reported.data?.locale ?? request.editionPath.edition.locale}`;
    if (!reported.success) throw new ProblemError('invalid');
    if (sample > 0) {
      const { locale: edition, ...view } = reported.data;
      metrics.vitals(view);
      log.info({ edition, ...view }, events.vitals);
    }
    sendNothing(response);
  };
}

/**
 * Answers `POST /api/browser-errors`: counts an error in the metrics, and once a minute in a log line (P115). No text
 * of a visitor gets into either. Unknown builds and files count as `older` and `other`, so a forged report cannot add a
 * series.
 *
 * @throws ProblemError `invalid` for any other body
 */
export function countBrowserErrors({ clock, log, metrics, routes, build, files, sample }: Needs): RequestHandler {
  const browserError = z.strictObject({
    build: fileName,
    chunk: fileName,
    kind: z.enum(['error', 'rejection']),
    locale,
    route: z.enum(routes),
  });
  const counts = new Map<string, BrowserError & { route: string; errors: number }>();
  const writeLine = (): void => {
    log.warn({ errors: [...counts.values()] }, events.browserErrors);
    counts.clear();
  };
  return (request, response) => {
    const reported = browserError.safeParse(request.body);
    request.notes.route = `api.browserErrors___${reported.data?.locale ?? request.editionPath.edition.locale}`;
    if (!reported.success) throw new ProblemError('invalid');
    if (sample > 0) {
      const { route, kind, chunk } = reported.data;
      const error: BrowserError = {
        build: reported.data.build === build ? build : 'older',
        chunk: chunk === 'page' || files.has(chunk) ? chunk : 'other',
        kind,
      };
      metrics.browserError(error);
      if (counts.size === 0) clock.after(errorsPerLineMs, writeLine);
      const key = Object.values({ ...error, route }).join(' ');
      const errors = (counts.get(key)?.errors ?? 0) + 1;
      counts.set(key, { ...error, route, errors });
    }
    sendNothing(response);
  };
}

/** Reads reports of the Reporting API and of the older `report-uri`. */
export const readPolicyReports = express.json({
  limit: '16kb',
  inflate: false,
  type: ['application/csp-report', 'application/reports+json'],
});

function directivesOf(body: unknown): string[] {
  const single = singleReport.safeParse(body);
  if (single.success) {
    const report = single.data['csp-report'];
    return [report['effective-directive'] ?? report['violated-directive'] ?? ''];
  }
  const several = severalReports.safeParse(body);
  if (!several.success) throw new ProblemError('invalid');
  return several.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: report }) => report?.effectiveDirective ?? '');
}

/**
 * Answers `POST /api/policy-reports`: counts violations by directive of our policies, all others as `other`. Everything
 * else in a report may be personal and is dropped.
 *
 * @throws ProblemError `invalid` for a body that is no report
 */
export function countPolicyReports(metrics: { policyViolated(directive: string): void }): RequestHandler {
  return (request, response) => {
    request.notes.route = 'api.policyReports';
    for (const reported of directivesOf(request.body)) {
      const [directive = ''] = reported.split(' ');
      const known = directives.find((each) => directive === each || directive.startsWith(`${each}-`));
      metrics.policyViolated(known ?? 'other');
    }
    sendNothing(response);
  };
}
