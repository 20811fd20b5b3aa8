import type { Edition } from '../routes/editions.js';
import type { Routes } from '../routes/routes.js';

/**
 * Paths below an edition's beginning that are nobody's search result. Each ends at the end of the path, at a query or
 * at a slash: as bare beginnings `/busqueda` and `/recherche` would take the article pages with them.
 */
function closedPaths({ pathNames, hasLogin }: Edition, base: string): string[] {
  const closed = [
    pathNames.cart,
    pathNames.compare,
    pathNames.fullText,
    'search',
    ...(hasLogin ? ['Einloggen', pathNames.account] : []),
  ];
  return closed.flatMap((word) => [`${base}/${word}$`, `${base}/${word}?`, `${base}/${word}/`]);
}

/**
 * `/robots.txt` of a host (RFC 9309). Pages that say `noindex` themselves stay open, or nobody could read that.
 *
 * @param sitemap absolute address, null where the shop does not know its own origin (D56).
 * @param isClosed a host for trying things out, which nobody should find.
 */
export function robotsTxt(routes: Routes, host: string, sitemap: string | null, isClosed: boolean): string {
  if (isClosed) return 'User-agent: *\nDisallow: /\n';
  const closed = routes.editions.all
    .filter((edition) => routes.serves(edition, host))
    .flatMap((edition) => closedPaths(edition, routes.base(edition, host)));
  const lines = [
    'User-agent: *',
    'Allow: /',
    'Allow: /api/Bilder/',
    'Disallow: /api/',
    ...closed.map((path) => `Disallow: ${path}`),
  ];
  return `${[...lines, ...(sitemap ? ['', `Sitemap: ${sitemap}`] : [])].join('\n')}\n`;
}
