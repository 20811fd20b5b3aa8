import { join } from 'node:path';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { findEditionPath } from '../http/edition-path.js';
import { requestLog } from '../http/request-log.js';
import { oneHost, securityHeaders } from '../http/security.js';
import { staticFiles } from '../http/static-files.js';
import type { PortalServices } from './portal-services.js';

/** Makes the app of a portal with log, headers and edition of the address. No cache may keep its answers. */
export function createPortalApp(
  { env, log, metrics, routes, tracing, clock, staticFolder }: PortalServices,
  timeoutMs: number,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', 'simple');
  app.set('trust proxy', env.TRUST_PROXY);
  app.use(requestLog({ log, metrics, timeoutMs, tracing, clock }));
  app.use(securityHeaders());
  app.use(findEditionPath(routes));
  app.use(oneHost());
  app.use(staticFiles(join(staticFolder, 'build'), '/build'));
  app.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'private, no-store');
    next();
  });
  return app;
}

/** Reads a body with a middleware. @throws the error with which the middleware refuses it */
export const readBody = (handler: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    handler(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
