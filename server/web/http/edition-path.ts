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

/** The path of a request as it was sent, without its query. An absolute-form target is no path and is refused later. */
export function rawPath(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? request.originalUrl : request.originalUrl.slice(0, at);
}
/** The query of a request as it was sent, with its question mark; empty when there is none. */
export function rawQuery(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? '' : request.originalUrl.slice(at);
}

/** Finds the edition of every request first, so that errors are in its language as well. */
export function findEditionPath(routes: Routes): RequestHandler {
  return (request, _response, next) => {
    request.editionPath = routes.locate(request.host ?? '', rawPath(request));
    next();
  };
}

/** The visitor's delivery country, else the edition's (D44). An unknown code is ignored (specification 5). */
export function deliveryCountry(request: Request, edition: Edition): string {
  const named: unknown = request.cookies?.country;
  // Most have chosen none, and saying so by an error of the schema is what takes long.
  if (named === undefined) return edition.country;
  const chosen = countrySchema.safeParse(named);
  return chosen.success ? chosen.data : edition.country;
}
