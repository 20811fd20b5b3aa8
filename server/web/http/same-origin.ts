import type { Request } from 'express';

/**
 * Whether the navigation came from a page of this origin, by `Sec-Fetch-Site`, else by the referrer of browsers without
 * Fetch Metadata.
 */
export function isSameOriginNavigation(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return URL.parse(request.get('referer') ?? '')?.host === request.host;
}
