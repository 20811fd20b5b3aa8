import { createHash } from 'node:crypto';
import { allEditions } from '../editions.js';

/** Never fetched ahead: it changes something, belongs to one visitor, or costs a search. */
function excluded(): string[] {
  const paths = new Set(['/api/*', '/search*', '/bot*']);
  for (const { prefix, words, hasLogin } of allEditions) {
    const own = [words.cart, words.fullText, ...(hasLogin ? ['Einloggen', 'Mein-Partavo'] : [])];
    // With the prefix, and without it for an edition with its own host.
    for (const base of new Set([prefix, ''])) {
      for (const word of own) {
        paths.add(`${base}/${word}`);
        paths.add(`${base}/${word}/*`);
      }
      if (base) paths.add(`${base}/search*`).add(`${base}/bot*`);
    }
  }
  return [...paths];
}

/**
 * Links that a visitor is about to follow are fetched ahead: `moderate` means a pointer that rests on a link. The HTML
 * is the same for everybody, so Save-Data cannot change it: browsers themselves ignore the rules then (and on a low
 * battery). A header of each page names them: a file for all pages costs none of them any bytes.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: excluded() } },
          { not: { selector_matches: '[download],[rel~=nofollow],[hreflang]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/** Changes with the rules. */
export const rulesAddress = `/prefetch-${createHash('sha256').update(speculationRules).digest('hex').slice(0, 8)}.json`;
