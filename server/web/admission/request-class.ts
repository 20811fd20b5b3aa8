import { matchPath, type RouteName } from '../routes/route-table.js';
import type { Routes } from '../routes/routes.js';
import type { Urgency } from './gate.js';

/** Kinds of work with slots of their own: carts and accounts, calls of scripts, pages, imports of merchants. */
export type WorkClass = 'cart' | 'call' | 'page' | 'merchant';

/** Calls that belong to a visitor's cart and account. */
const visitorCalls = /^\/api\/(?:Warenkorb|session|user)(?:[/?]|$)/;
/** Pages that a purchase, or the way out of a limit, goes through. */
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

/** What says so itself; everybody else is a person. */
export const urgencyOf = (userAgent: string | undefined): Urgency =>
  userAgent !== undefined && crawlers.test(userAgent) ? 'crawler' : 'person';

/** Work that begins with the request; null for what needs no slot, or only where it is not kept: pages, files. */
export function classOfRequest(
  method: string | undefined,
  url: string,
): Exclude<WorkClass, 'page' | 'merchant'> | null {
  if (url.startsWith('/api/')) return visitorCalls.test(url) ? 'cart' : 'call';
  if (url.startsWith('/fragments/')) return 'call';
  return method === 'POST' ? 'cart' : null;
}

/** Whether an address is a page that is made in the slots of pages. Files, health and unknown addresses are not. */
export function isOrdinaryPage(routes: Pick<Routes, 'locate'>, host: string, url: string): boolean {
  const end = url.indexOf('?');
  const { edition, path } = routes.locate(host, end < 0 ? url : url.slice(0, end));
  const found = matchPath(edition, path);
  return found !== null && 'match' in found && classOfPage(found.match.name) === 'page';
}
