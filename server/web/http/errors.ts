import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import {
  type Problem,
  type ProblemCode,
  ProblemError,
  type ProblemFacts,
  problemStatus,
} from '../../contract/problem.js';
import type { Routes } from '../routes/routes.js';
import { problemDetail, problemMessage, problemType } from '../texts/problem-texts.js';
import type { Texts } from '../texts/texts.js';
import { editionOfCall } from './audience.js';
import { rawPath } from './edition-path.js';
import { validate, wantsPage } from './forms.js';
import { describeError, isFirstReport } from './log.js';
import { events } from './log-events.js';
import { retryAfter } from './timeouts.js';

/** @param error the thrown value; the page shows only its kind */
export type SendErrorPage = (request: Request, response: Response, status: number, error: unknown) => Promise<void>;

/** Codes of the body parsers' errors, by their `type`. */
const bodyErrors: Readonly<Record<string, ProblemCode>> = {
  'entity.too.large': 'too_large',
  'parameters.too.many': 'too_large',
  'charset.unsupported': 'media_type',
  'encoding.unsupported': 'media_type',
};

/** Returns code and status of any thrown value. Unknown errors that the caller did not cause are `internal`. */
function problemOf(error: unknown, response: Response): { code: ProblemCode; status: number } {
  if (error instanceof ProblemError) return { code: error.code, status: error.status };
  if (error instanceof URIError) return { code: 'encoding', status: 400 };
  const { type, status, statusCode } = (error ?? {}) as { type?: string; status?: number; statusCode?: number };
  const known = type === undefined ? undefined : bodyErrors[type];
  if (known) return { code: known, status: problemStatus[known] };
  // Status from the error, else from the response, else 500 (specification 8).
  const given = status ?? statusCode ?? (response.statusCode >= 400 ? response.statusCode : 500);
  if (given >= 400 && given < 500)
    return { code: given === 404 ? 'not_found' : type ? 'body' : 'invalid', status: given };
  return { code: given === 503 ? 'unavailable' : 'internal', status: given >= 500 && given <= 599 ? given : 500 };
}

/** Sends an error as problem document (RFC 9457), in the language of the call's edition (D41). */
function sendProblem(
  texts: Texts,
  routes: Routes,
  request: Request,
  response: Response,
  { code, status, facts }: { code: ProblemCode; status: number; facts: ProblemFacts },
): void {
  const edition = editionOfCall(routes, request);
  const translator = texts.of(edition);
  const allowed = response.getHeader('Allow');
  const detail =
    code === 'method' && allowed !== undefined
      ? translator.t('meta:fault.methods', { methods: String(allowed) })
      : problemDetail(translator, facts);
  const problem: Problem = {
    type: problemType(code),
    title: problemMessage(translator.t, code),
    status,
    code,
    ...(detail !== undefined && { detail }),
    ...facts,
    requestId: request.notes.id,
  };
  response.setHeader('Content-Language', edition.texts);
  response.status(status).setHeader('Cache-Control', 'private, no-store');
  response.type('application/problem+json').send(JSON.stringify(problem));
}

/** Answers failed requests: calls with a problem document, pages and posted forms (D42) with the error page. */
export function handleErrors(
  texts: Texts,
  routes: Routes,
  log: Logger,
  sendErrorPage: SendErrorPage,
): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const { code, status } = problemOf(error, response);
    request.notes.errorCode = code;
    if (status >= 500 && isFirstReport(error, events.requestFailed)) {
      const line = { route: request.notes.route, status, code, error: describeError(error) };
      log.error(line, events.requestFailed);
    }
    if (response.headersSent) return void response.destroy();
    // The rest of the body stays unread.
    if (status === 413) response.setHeader('Connection', 'close');
    if (status === 503) response.setHeader('Retry-After', retryAfter);
    const isCall = rawPath(request).startsWith('/api/');
    const isForm = isCall && request.method === 'POST' && wantsPage(request);
    if (isForm) validate(routes, request, editionOfCall(routes, request));
    else if (isCall) {
      const facts = error instanceof ProblemError && status < 500 ? error.facts : {};
      return sendProblem(texts, routes, request, response, { code, status, facts });
    }
    void sendErrorPage(request, response, status, error);
  };
}
