import type { Request, RequestHandler } from 'express';
import { country as countrySchema } from '../../contract/countries.js';
import type { Edition } from '../routes/editions.js';
import type { EditionPath, Routes } from '../routes/routes.js';

declare global {
  namespace Express {
    interface Request {
      /** Edition and path of the request (D2). */
      editionPath: EditionPath;
    }
  }
}

/** Returns the path as it was sent, without query. A target in absolute form is no path; the router refuses it. */
export function rawPath(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? request.originalUrl : request.originalUrl.slice(0, at);
}
/** Returns the query as it was sent, with its question mark; empty without one. */
export function rawQuery(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? '' : request.originalUrl.slice(at);
}

/** Sets the edition of every request first, so that errors are in its language. */
export function findEditionPath(routes: Routes): RequestHandler {
  return (request, _response, next) => {
    request.editionPath = routes.locate(request.host ?? '', rawPath(request));
    next();
  };
}

/** Returns the visitor's delivery country, else the edition's (D44). Unknown codes are ignored (specification 5). */
export function deliveryCountry(request: Request, edition: Edition): string {
  const named: unknown = request.cookies?.country;
  // Most visitors chose none, and a failed parse would be slow.
  if (named === undefined) return edition.country;
  const chosen = countrySchema.safeParse(named);
  return chosen.success ? chosen.data : edition.country;
}
