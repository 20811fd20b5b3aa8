import { matchPath, type RouteName } from '../routes/route-table.js';
import type { Routes } from '../routes/routes.js';
import type { Urgency } from './gate.js';

/** Kinds of work with slots of their own: carts and accounts, calls, pages, imports of merchants. */
export type WorkClass = 'cart' | 'call' | 'page' | 'merchant';

/** Calls of a visitor's cart or account. */
const visitorCalls = /^\/api\/(?:Warenkorb|session|user)(?:[/?]|$)/;
/** Pages of a purchase, and pages that lead out of a limit. */
const cartRoutes: ReadonlySet<RouteName> = new Set([
  'cart',
  'cartGenerate',
  'login',
  'loginReturn',
  'demoLogin',
  'savedVehicles',
  'saveVehicle',
  'bot',
  'consent',
  'countries',
] as const);
const crawlers = /bot\b|crawl|spider|slurp|mediapartners|archiver|facebookexternalhit|python-requests|curl\/|wget\//i;

export const classOfPage = (name: RouteName): WorkClass => (cartRoutes.has(name) ? 'cart' : 'page');

/** Returns whether the user agent names a crawler; all others count as persons. */
export const urgencyOf = (userAgent: string | undefined): Urgency =>
  userAgent !== undefined && crawlers.test(userAgent) ? 'crawler' : 'person';

/** Returns the work that begins with a request; null for files, and for pages, which may be cached. */
export function classOfRequest(
  method: string | undefined,
  url: string,
): Exclude<WorkClass, 'page' | 'merchant'> | null {
  if (url.startsWith('/api/')) return visitorCalls.test(url) ? 'cart' : 'call';
  if (url.startsWith('/fragments/')) return 'call';
  return method === 'POST' ? 'cart' : null;
}

/** Returns whether an address is a page that needs a page slot. Files, health checks and unknown addresses do not. */
export function isOrdinaryPage(routes: Pick<Routes, 'locate'>, host: string, url: string): boolean {
  const end = url.indexOf('?');
  const { edition, path } = routes.locate(host, end < 0 ? url : url.slice(0, end));
  const found = matchPath(edition, path);
  return found !== null && 'match' in found && classOfPage(found.match.name) === 'page';
}
