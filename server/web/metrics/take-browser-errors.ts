import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import { locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import { events } from '../http/log-events.js';

/** An error in a visitor's browser, by names that the program itself has given. */
export interface BrowserError {
  /** The build that is served, else `older`. */
  build: string;
  /** File of the build, `page` for what is in none, `other` for one that this build has not made. */
  chunk: string;
  kind: 'error' | 'rejection';
}

const fileName = z.string().max(80);
const kinds = ['error', 'rejection'] as const;

interface Needs {
  clock: Clock;
  log: Logger;
  metrics: { browserError(error: BrowserError): void };
  routes: readonly string[];
  build: string;
  /** Names of the files that browsers get. */
  files: ReadonlySet<string>;
  /** Percentage of page views that report. */
  sample: number;
}

/** Milliseconds for which errors are counted into one line of the log. */
const perLine = 60_000;

/**
 * `POST /api/browser-errors`: that something has failed in a visitor's browser, into the metrics and, by the minute,
 * into one line of the log with counts (P115). Nothing that a visitor has written gets into either, and nobody can make
 * series: what the build does not know is `older` or `other`.
 *
 * @throws ProblemError `invalid` for everything else; nothing of it is kept.
 */
export function takeBrowserErrors({ clock, log, metrics, routes, build, files, sample }: Needs): RequestHandler {
  const told = z.strictObject({
    build: fileName,
    chunk: fileName,
    kind: z.enum(kinds),
    locale,
    route: z.enum(routes),
  });
  const counts = new Map<string, BrowserError & { route: string; errors: number }>();
  const writeLine = (): void => {
    log.warn({ errors: [...counts.values()] }, events.browserErrors);
    counts.clear();
  };
  return (request, response) => {
    const reported = told.safeParse(request.body);
    request.notes.route = `api.browserErrors___${reported.data?.locale ?? request.editionPath.edition.locale}`;
    if (!reported.success) throw new ProblemError('invalid');
    const { route, kind } = reported.data;
    // Pages from before a change of the environment variable may still be open.
    if (sample > 0) {
      const isKnown = reported.data.chunk === 'page' || files.has(reported.data.chunk);
      const error: BrowserError = {
        build: reported.data.build === build ? build : 'older',
        chunk: isKnown ? reported.data.chunk : 'other',
        kind,
      };
      metrics.browserError(error);
      if (counts.size === 0) clock.after(perLine, writeLine);
      const key = Object.values({ ...error, route }).join(' ');
      const counted = counts.get(key) ?? { ...error, route, errors: 0 };
      counts.set(key, { ...counted, errors: counted.errors + 1 });
    }
    response.setHeader('Cache-Control', 'private, no-store');
    response.status(204).end();
  };
}
