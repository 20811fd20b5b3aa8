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
/** Forms and JSON, uncompressed; another kind is 415, an unreadable one 400. @param parameterLimit most fields */
const bodyReader = (limit: string, parameterLimit: number): RequestHandler[] => [
  express.json({ limit, inflate: false }),
  express.urlencoded({ limit, inflate: false, extended: false, parameterLimit }),
  refuseUnread,
];
/** As large as any form here has reason to be. */
export const readBody = bodyReader('8kb', 100);
/** A listing's filters with every box ticked: too many for an address, but not to be told so on the page (D21). */
export const readPageForm = bodyReader('32kb', 1000);
/** A plan names every line that it changes, and a cart has up to 250. */
export const readPlan = bodyReader('32kb', 300);
/** A few figures in JSON, which a page that is being left sends as text (`navigator.sendBeacon`). */
export const readBeacon: RequestHandler[] = [
  express.json({ limit: '1kb', inflate: false, type: ['json', 'text/plain'] }),
  refuseUnread,
];

/** A person's browser asks for HTML before JSON; scripts ask for JSON, or for anything (D42). */
export const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

/** The request's edition replaced by the one that the form names, unless that one is off or has a host of its own. */
export function validate(routes: Routes, request: Request, { locale }: { locale: Locale }): void {
  const edition = routes.editions.of(locale);
  if (!edition) return;
  const prefix = routes.base(edition, request.host ?? '');
  // An edition with a host of its own is only linked, never answered for, from here.
  if (/^https?:/.test(prefix)) return;
  request.editionPath = { ...request.editionPath, edition, prefix };
}

/** Begins a call: reads its audience, answers in the edition that it names, and names the route for the log. */
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
 * A path of our own site from a form field, or null. Browsers read `//x`, `/\x` and controls at the start as another
 * host; a scheme has no slash before it.
 */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
  if (!value.startsWith('/') || /[\u0000-\u001f\u007f\\]/.test(value) || /^\/\//.test(value)) return null;
  const url = URL.parse(value, 'http://own.invalid');
  if (url?.host !== 'own.invalid' || /^\/\//.test(url.pathname)) return null;
  return url.pathname + url.search;
}
