import { createHash } from 'node:crypto';
import { allEditions } from '../routes/editions.js';

/** Links never fetched ahead: they change something, belong to one visitor, or cost a search. */
function excluded(): string[] {
  const links = new Set(['[download]', '[rel~=nofollow]', '[hreflang]', '[href^="/api/"]', '[href*="/Mein-"]']);
  for (const { prefix, pathNames, hasLogin } of allEditions) {
    const own = [pathNames.cart, pathNames.fullText, ...(hasLogin ? ['Einloggen'] : [])];
    // With the prefix, and without it for an edition with its own host.
    for (const base of new Set([prefix, ''])) {
      for (const word of own) {
        const path = `${base}/${word}`;
        links.add(`[href="${path}"]`).add(`[href^="${path}/"]`).add(`[href^="${path}?"]`);
      }
      links.add(`[href^="${base}/search"]`).add(`[href^="${base}/bot"]`);
    }
  }
  return [...links];
}

/**
 * Matches the links that may be fetched ahead. Patterns of addresses would do the same and be tried on every parsed
 * link: 60 ms of a slow phone before the first paint of a home page, where this takes one.
 */
export const linksAhead = `a[href^="/"]:not(${excluded().join()})`;

/**
 * Links that a visitor is about to follow are fetched ahead: `moderate` means a pointer that rests on a link. The HTML
 * is the same for everybody, so Save-Data cannot change it: browsers themselves ignore the rules then (and on a low
 * battery). A header of each page names them: a file for all pages costs none of them any bytes.
 */
export const speculationRules = JSON.stringify({
  prefetch: [{ source: 'document', where: { selector_matches: linksAhead }, eagerness: 'moderate' }],
});

/** Changes with the rules. */
export const rulesAddress = `/prefetch-${createHash('sha256').update(speculationRules).digest('hex').slice(0, 8)}.json`;
