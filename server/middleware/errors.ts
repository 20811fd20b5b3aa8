import type { ErrorRequestHandler, Request, Response } from 'express';
import { settle, wantsPage } from '../actions/forms.js';
import { audienceOf, queryOf } from '../api/audience.js';
import { type Problem, type ProblemCode, ProblemError, problemStatus } from '../api/contract.js';
import { describeError, tellsFirst } from '../log.js';
import { events } from '../log-events.js';
import type { SendErrorPage } from '../render/error-page.js';
import type { Services } from '../services.js';
import { problemMessage } from '../texts.js';
import { rawPath } from './place.js';
import { retryAfter } from './retry-after.js';

/** Faults of the body parsers, by the `type` that they carry. */
const bodyFaults: Readonly<Record<string, ProblemCode>> = {
  'entity.too.large': 'too_large',
  'parameters.too.many': 'too_large',
  'charset.unsupported': 'media_type',
  'encoding.unsupported': 'media_type',
};

/** Any thrown value as a fault with a code. What we did not throw ourselves and is no fault of the caller is `internal`. */
function problemOf(error: unknown, response: Response): { code: ProblemCode; status: number } {
  if (error instanceof ProblemError) return { code: error.code, status: error.status };
  if (error instanceof URIError) return { code: 'encoding', status: 400 };
  const { type, status, statusCode } = (error ?? {}) as { type?: string; status?: number; statusCode?: number };
  const known = type === undefined ? undefined : bodyFaults[type];
  if (known) return { code: known, status: problemStatus[known] };
  // Status from the error, else from the response, else 500 (specification 8).
  const given = status ?? statusCode ?? (response.statusCode >= 400 ? response.statusCode : 500);
  if (given >= 400 && given < 500)
    return { code: given === 404 ? 'not_found' : type ? 'body' : 'invalid', status: given };
  return { code: given === 503 ? 'unavailable' : 'internal', status: given >= 500 && given <= 599 ? given : 500 };
}

/** A fault as RFC 9457 describes it, in the words of the edition. */
function sendProblem(
  { texts }: Services,
  request: Request,
  response: Response,
  { code, status, detail }: { code: ProblemCode; status: number; detail?: string },
): void {
  const problem: Problem = {
    type: 'about:blank',
    title: problemMessage(texts.of(request.place.edition).t, code),
    status,
    code,
    ...(detail !== undefined && { detail }),
    requestId: request.notes.id,
  };
  response.status(status).setHeader('Cache-Control', 'private, no-store');
  response.type('application/problem+json').send(JSON.stringify(problem));
}

/** The edition that a failed form names, as far as its body could be read; else the one of the address (D41). */
function settleForm({ routes }: Services, request: Request): void {
  try {
    settle(routes, request, audienceOf(request, queryOf(request)));
  } catch {
    // The fault to be told is the one that has brought us here, not an unknown edition.
  }
}

/**
 * The end of every request that failed: a problem document below /api, else, and for a form that a browser has posted
 * there (D42), the error page; a log line for our faults.
 */
export function handleErrors(services: Services, sendErrorPage: SendErrorPage): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const { code, status } = problemOf(error, response);
    request.notes.errorCode = code;
    if (status >= 500 && tellsFirst(error, events.requestFailed)) {
      const line = { route: request.notes.route, status, code, error: describeError(error) };
      services.log.error(line, events.requestFailed);
    }
    if (response.headersSent) return void response.destroy();
    if (status === 503) response.setHeader('Retry-After', retryAfter);
    const isCall = rawPath(request).startsWith('/api/');
    const isForm = isCall && request.method === 'POST' && wantsPage(request);
    if (isForm) settleForm(services, request);
    else if (isCall) {
      const detail =
        error instanceof ProblemError && status < 500 && error.message !== code ? error.message : undefined;
      return sendProblem(services, request, response, { code, status, detail });
    }
    void sendErrorPage(request, response, status, error);
  };
}
