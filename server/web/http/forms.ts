import express, { type Request, type RequestHandler } from 'express';
import type { Locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import type { EditionPath, Routes } from '../routes/routes.js';
import { type Audience, audienceOf, queryOf } from './audience.js';

const refuseUnread: RequestHandler = (request, _response, next) => {
  const hasBody = Number(request.get('content-length') ?? 0) > 0 || request.get('transfer-encoding') !== undefined;
  if (hasBody && request.body === undefined) throw new ProblemError('media_type');
  next();
};
/** Reads uncompressed forms and JSON. Other types are 415, unreadable bodies 400. @param parameterLimit most fields */
const bodyReader = (limit: string, parameterLimit: number): RequestHandler[] => [
  express.json({ limit, inflate: false }),
  express.urlencoded({ limit, inflate: false, extended: false, parameterLimit }),
  refuseUnread,
];
/** Reads any form that has no other reader. */
export const readBody = bodyReader('8kb', 100);
/** Reads a listing's filters with every box ticked: too many for an address, but not for an answer (D21). */
export const readPageForm = bodyReader('32kb', 1000);
/** Reads a plan, which names every line that it changes; a cart has up to 250. */
export const readPlan = bodyReader('32kb', 300);
/** Reads the JSON that a closing page sends as text (`navigator.sendBeacon`). */
export const readBeacon: RequestHandler[] = [
  express.json({ limit: '1kb', inflate: false, type: ['json', 'text/plain'] }),
  refuseUnread,
];

/** Returns whether the client prefers HTML, as browsers do for forms. Scripts ask for JSON or anything (D42). */
export const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

/** Sets the request's edition to the one that the form names, unless that edition is off or has a host of its own. */
export function validate(routes: Routes, request: Request, { locale }: { locale: Locale }): void {
  const edition = routes.editions.of(locale);
  if (!edition) return;
  const prefix = routes.base(edition, request.host ?? '');
  // An edition on another host answers there.
  if (/^https?:/.test(prefix)) return;
  request.editionPath = { ...request.editionPath, edition, prefix };
}

/** Begins a call: reads its audience, sets its edition, and names its route for the log. */
export function beginCall(
  routes: Routes,
  request: Request,
  name: string,
): EditionPath & { query: URLSearchParams; audience: Audience } {
  const query = queryOf(request);
  const audience = audienceOf(request, query);
  validate(routes, request, audience);
  request.notes.route = `${name}___${request.editionPath.edition.locale}`;
  return { ...request.editionPath, query, audience };
}

/**
 * Returns a path of the shop from a form field, or null. Browsers read `//x`, `/\x` and leading control characters as
 * another host; a scheme has no leading slash.
 */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
  if (!value.startsWith('/') || /[\u0000-\u001f\u007f\\]/.test(value) || /^\/\//.test(value)) return null;
  const url = URL.parse(value, 'http://own.invalid');
  if (url?.host !== 'own.invalid' || /^\/\//.test(url.pathname)) return null;
  return url.pathname + url.search;
}
