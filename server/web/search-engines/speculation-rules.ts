import { createHash } from 'node:crypto';
import { allEditions } from '../routes/editions.js';

/** Returns selectors of links that are never prefetched: they change something, are private, or cost a search. */
function excluded(): string[] {
  const links = new Set(['[download]', '[rel~=nofollow]', '[hreflang]', '[href^="/api/"]', '[href*="/Mein-"]']);
  for (const { prefix, pathNames, hasLogin } of allEditions) {
    const own = [pathNames.cart, pathNames.fullText, ...(hasLogin ? ['Einloggen'] : [])];
    // The rules cover paths with the prefix, and without it for an edition on its own host.
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
 * Selector of links that may be prefetched. Address patterns would be tried on every parsed link: 60 ms on a slow phone
 * before the first paint, compared to 1 ms.
 */
export const linksAhead = `a[href^="/"]:not(${excluded().join()})`;

/**
 * Rules by which browsers prefetch a link under a resting pointer (`moderate`). Browsers ignore them with Save-Data and
 * on low battery. A header names this file, so that pages do not carry it.
 */
export const speculationRules = JSON.stringify({
  prefetch: [{ source: 'document', where: { selector_matches: linksAhead }, eagerness: 'moderate' }],
});

/** Address that changes with the rules. */
export const rulesAddress = `/prefetch-${createHash('sha256').update(speculationRules).digest('hex').slice(0, 8)}.json`;
