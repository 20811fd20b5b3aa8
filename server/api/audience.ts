import type { Request } from 'express';
import { editionOf } from '../editions.js';
import { deliveryCountry } from '../middleware/place.js';
import type { Audience } from './client.js';
import { country as countrySchema, ProblemError } from './contract.js';

/** A field of a parsed body, whatever was sent; undefined when the body is no object. */
export function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}

/** Parameters of a request as sent; the first of doubles counts. */
export function queryOf(request: Request): URLSearchParams {
  const at = request.originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.originalUrl.slice(at + 1));
}

/**
 * Edition and delivery country of a call below /api (D41): query, body, header, mapped host; query, body, cookie, the
 * edition's own. The request's place follows, so that a fault is told in the same language.
 *
 * @throws ProblemError `invalid` for an unknown locale. An unknown country is ignored (specification 5).
 */
export function audienceOf(request: Request, query: URLSearchParams): Audience {
  const named = query.get('locale') ?? field(request.body, 'locale') ?? request.get('x-locale');
  const edition = named === undefined || named === '' ? request.place.edition : editionOf(named);
  if (!edition) throw new ProblemError('invalid', 'unknown locale');
  const chosen = countrySchema.safeParse(query.get('country') ?? field(request.body, 'country'));
  return {
    locale: edition.locale,
    country: chosen.success ? chosen.data : deliveryCountry(request, edition),
  };
}
