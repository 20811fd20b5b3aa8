import { expect, test } from 'vitest';
import { dearCart, readJson } from './support/dear-cart.js';
import { sharedShop } from './support/shared-shop.js';

/** Plans of the cart page in a browser without script (D18, D39). */
const shop = sharedShop();

const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
const post = (path: string, cookie: string, body: URLSearchParams) =>
  fetch(shop.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...form, cookie, origin: shop.origin },
    body,
  });

const call = (path: string, cookie = '') => readJson(shop.origin + path, cookie);

test('a plan is shown with its saving, applied with one button and undone with one', async () => {
  const cookie = await dearCart(shop.origin);
  const before = (await call('/api/Warenkorb', cookie)).cartData;
  const { plans } = await call('/api/Warenkorb/optimize', cookie);
  expect(plans[0].saving).toBeGreaterThan(0);
  const page = await (await fetch(`${shop.origin}/Warenkorb`, { headers: { cookie } })).text();
  const section = /<details id="plans".*?<\/details>/s.exec(page)?.[0] ?? '';
  expect(section).toContain('gespart');
  const [first = ''] = section.match(/<form action="\/api\/Warenkorb\/Plan".*?<\/form>/s) ?? [];
  const fields = new URLSearchParams({ locale: 'de-DE' });
  for (const [, value = ''] of first.matchAll(/name="replacement" value="([^"]+)"/g))
    fields.append('replacement', value);
  const applied = await post('/api/Warenkorb/Plan', cookie, fields);
  expect([applied.status, applied.headers.get('location')]).toEqual([303, '/Warenkorb']);
  const after = await call('/api/Warenkorb', cookie);
  expect(after.cartData.priceTotal).toBe(plans[0].sums.priceTotal);
  // A second press changes nothing, and the former cart can still be restored.
  expect((await post('/api/Warenkorb/Plan', cookie, fields)).status).toBe(303);
  expect(await call('/api/Warenkorb', cookie)).toEqual(after);
  await post(`/api/Warenkorb/Wiederherstellen/${after.undo.id}`, cookie, new URLSearchParams({ locale: 'de-DE' }));
  expect((await call('/api/Warenkorb', cookie)).cartData).toEqual(before);
  for (const body of ['replacement=x', 'replacement=a:1', ''])
    expect((await post('/api/Warenkorb/Plan', cookie, new URLSearchParams(body))).status).toBeGreaterThanOrEqual(400);
  // A plan of the largest size is read; it is refused only because the cart lacks its lines.
  const large = new URLSearchParams(
    Array.from({ length: 250 }, (_, index) => [
      'replacement',
      `${'x'.repeat(13)}${100 + index}:${123_456_789 + index}`,
    ]),
  );
  expect((await post('/api/Warenkorb/Plan', cookie, large)).status).toBe(404);
  expect((await call('/api/Warenkorb', cookie)).cartData).toEqual(before);
});
