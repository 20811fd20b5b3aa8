import { describe, expect, test } from 'vitest';
import { allEditions, editions } from '../server/web/routes/editions.js';
import { type PageKind, pageKinds, sessionOf } from './support/page-kinds.js';
import { sharedShop } from './support/shared-shop.js';

/**
 * No page shows a placeholder instead of its value, in any edition. Only attributes and texts of islands contain
 * templates. The log of the shop reports sentences without a value (`test/support/shop.ts`).
 */
const shop = sharedShop();
const visible = (html: string): string =>
  html.replace(/<(script|style|template)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '\n');
const spoken = (html: string): string[] =>
  [...html.matchAll(/\s(?:aria-label|title|alt|placeholder|content)="([^"]*)"/g)].map(([, text = '']) => text);

describe.each(allEditions)('$locale', (edition) => {
  test('pages say whole sentences', async () => {
    const errors: string[] = [];
    let seen = 0;
    for (const kind of (await pageKinds(shop)).filter(({ isBroken }: PageKind) => !isBroken)) {
      const path = kind.path(edition);
      if (!path) continue;
      const session = await sessionOf(kind, shop);
      const headers = { cookie: session ? `${session.name}=${session.value}` : '' };
      const html = await (await fetch(shop.origin + path, { headers })).text();
      for (const text of [visible(html), ...spoken(html)]) {
        const place = /.{0,40}(?:\{\{|\}\}|\bundefined\b|\bNaN\b).{0,40}/.exec(text);
        if (place) errors.push(`${path}: ${place[0]}`);
      }
      seen++;
    }
    expect(errors).toEqual([]);
    expect(seen).toBeGreaterThan(25);
  });
});

test.each([
  ['de-DE', 'hsn=0005&tsn=YAB', /\nPassende Fahrzeuge zu Ihrer Eingabe: \d+\./],
  ['fr-FR', 'plate=IO-456-OU', /\nVéhicules correspondant à votre saisie\s: \d+\./],
] as const)('without script the choice among several vehicles says how many: %s', async (locale, body, says) => {
  const edition = editions[locale];
  const path = `${edition.prefix}/${edition.pathNames.section}/${edition.pathNames.allVehicles}/--`;
  const response = await fetch(shop.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body,
  });
  expect([response.status, visible(await response.text())]).toEqual([200, expect.stringMatching(says)]);
});
