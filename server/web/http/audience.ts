import type { Request } from 'express';
import { country as countrySchema } from '../../contract/countries.js';
import { type Locale, locales } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import { type Edition, editionOf } from '../routes/editions.js';
import type { Routes } from '../routes/routes.js';
import { deliveryCountry, rawPath, rawQuery } from './edition-path.js';

/** Edition and delivery country that a call asks for (D41). */
export interface Audience {
  locale: Locale;
  country: string;
}

/** Returns a field of a parsed body; undefined if the body is no object. */
export function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}

/** Returns the query parameters as they were sent. Callers read the first of duplicates. */
export function queryOf(request: Request): URLSearchParams {
  return new URLSearchParams(rawQuery(request));
}

/** Returns the locales that a call names, in order of precedence (D41). Empty values do not count. */
const namedLocales = (request: Request, query: URLSearchParams): unknown[] =>
  [query.get('locale'), field(request.body, 'locale'), request.get('x-locale')].filter(
    (named) => named !== null && named !== undefined && named !== '',
  );

/** Returns the edition for a call's errors: of the path, else the first known one named, else the host's (D41). */
export function editionOfCall(routes: Routes, request: Request, query = queryOf(request)): Edition {
  const host = request.host ?? '';
  const own = routes.locate(host, '/').edition;
  const { edition } = routes.locate(host, rawPath(request).slice('/api'.length));
  if (edition !== own) return edition;
  const named = namedLocales(request, query).map(routes.editions.of);
  return named.find((known) => known !== undefined) ?? own;
}

/** Returns edition and country of a call (D41). @throws ProblemError `invalid` for an unknown locale */
export function audienceOf(request: Request, query = queryOf(request)): Audience {
  const [named] = namedLocales(request, query);
  const edition = named === undefined ? request.editionPath.edition : editionOf(named);
  if (!edition)
    throw new ProblemError('invalid', 'unknown locale', { parameter: 'locale', expected: { enum: [...locales] } });
  const chosen = countrySchema.safeParse(query.get('country') ?? field(request.body, 'country'));
  return {
    locale: edition.locale,
    country: chosen.success ? chosen.data : deliveryCountry(request, edition),
  };
}
