import cookieParser from 'cookie-parser';
import type { Express } from 'express';
import { handleErrors } from '../http/errors.js';
import { originCheck } from '../http/origin.js';
import { createPortalApp } from '../portals/portal-app.js';
import { portalErrorPage } from '../portals/portal-document.js';
import type { PortalServices } from '../portals/portal-services.js';
import { consolePages } from './console-pages.js';

/** Milliseconds that a request may take; some wait for an import. */
const timeoutMs = 60_000;

/** Makes the operator's console. Only its own port serves it, neither the shop nor the merchant portal (D83). */
export function createConsole(services: PortalServices): Express {
  const app = createPortalApp(services, timeoutMs);
  app.use(cookieParser());
  app.use(originCheck(new Set()));
  app.use(services.branding.serve);
  app.use(consolePages(services));
  const { texts, routes, log } = services;
  app.use(handleErrors(texts, routes, log, portalErrorPage(services)));
  return app;
}
