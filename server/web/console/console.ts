import type { Server } from 'node:http';
import cookieParser from 'cookie-parser';
import { createDoorApp, doorServer } from '../doors/door-app.js';
import { doorErrorPage } from '../doors/door-document.js';
import type { DoorServices } from '../doors/door-services.js';
import { handleErrors } from '../http/errors.js';
import { originCheck } from '../http/origin.js';
import { consolePages } from './console-pages.js';

/** Milliseconds that a request may take: an import is waited for. */
const timeoutMs = 60_000;

/**
 * The server of the operator's console, a program of its own on a port of its own, of which nothing is reachable from
 * the shop or the merchants' door (D83); not yet listening.
 */
export function createConsoleServer(services: DoorServices): Server {
  const app = createDoorApp(services, timeoutMs);
  app.use(cookieParser());
  app.use(originCheck(new Set()));
  app.use(services.marks.serve);
  app.use(consolePages(services));
  const { texts, routes, log } = services;
  app.use(handleErrors({ texts, routes, log, sendErrorPage: doorErrorPage(services) }));
  return doorServer(app);
}
