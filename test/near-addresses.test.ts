import { expect, test } from 'vitest';
import { allEditions } from '../server/web/routes/editions.js';
import { sharedShop } from './support/shared-shop.js';

const shop = sharedShop();

const ask = (path: string) => fetch(shop.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } });

test.each(allEditions)('$locale: a shortened or guessed address leads to its page at once', async (edition) => {
  const { prefix, pathNames } = edition;
  const { section, allVehicles } = pathNames;
  // A wrong address redirects to the canonical one, which contains the right words.
  const led = await fetch(`${shop.origin}${prefix}/x/x/--1523`, { redirect: 'manual' });
  const [discs = ''] = String(led.headers.get('location'))
    .slice(prefix.length + 1)
    .split('/');
  const urlId = '1523';
  const leads = {
    [`/${section}`]: `/${section}/${allVehicles}/--`,
    [`/${section}/${allVehicles}`]: `/${section}/${allVehicles}/--`,
    [`/${section}/volkswagen`]: `/${section}/Volkswagen/1-10-`,
    [`/${section}/x/1-10`]: `/${section}/Volkswagen/1-10-`,
    [`/${discs}`]: `/${discs}/${allVehicles}/--${urlId}`,
    [`/${discs}/Volkswagen`]: `/${discs}/Volkswagen/1-10-${urlId}`,
  };
  for (const [path, page] of Object.entries(leads)) {
    const { status, headers } = await ask(`${prefix}${path}?utm=1`);
    expect([path, status, headers.get('location')]).toEqual([path, 301, `${prefix}${page}?utm=1`]);
    expect([page, (await ask(prefix + page)).status]).toEqual([page, 200]);
  }
});

test.each(allEditions)(
  '$locale: what is nearly a name is a 404 that names it',
  async ({ prefix, locale, pathNames }) => {
    const wrong = await ask(`${prefix}/${pathNames.section}/Volkswagn`);
    const html = await wrong.text();
    expect([wrong.status, html.includes(`lang="${locale}"`)]).toEqual([404, true]);
    expect(html).toContain(`href="${prefix}/${pathNames.section}/Volkswagen/1-10-"`);
    const lost = await (await ask(`${prefix}/${pathNames.shop}/Autoteil-Hagedorn`)).text();
    expect(lost).toContain(`href="${prefix}/${pathNames.shop}/Autoteile-Hagedorn"`);
    expect(await (await ask(`${prefix}/qqqqqqqq`)).text()).not.toContain('id="near"');
  },
);

test('a form to a guessed address is refused, not led away', async () => {
  const response = await fetch(`${shop.origin}/Ersatzteile`, { method: 'POST', redirect: 'manual' });
  expect(response.status).toBe(404);
});
