import type { Request } from 'express';

/** Whether the navigation came from this origin: by `Sec-Fetch-Site`, in older browsers by the referrer. */
export function isSameOriginNavigation(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return URL.parse(request.get('referer') ?? '')?.host === request.host;
}
