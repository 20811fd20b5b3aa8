import type { Request } from 'express';

/** Whether a page of our own led here: what the browser says of it, else its referrer, as browsers without Fetch Metadata send it. */
export function comesFromHere(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return URL.parse(request.get('referer') ?? '')?.host === request.host;
}
