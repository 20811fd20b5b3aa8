import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  const checkouts = 'de-DE=https://pay.example/, nl-NL=https://pay.example/nl';
  web = await startWeb({ CHECKOUT_URL: checkouts, CHECKOUT_SECRET: 'k'.repeat(32) });
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

test('a visitor without a cart has none to sign, and a shop without a checkout signs none', async () => {
  const own = await web.request('/api/Warenkorb/Kasse');
  expect([own.status, own.body, own.headers['cache-control']]).toEqual([200, { cart: null }, 'private, no-store']);
  const other = await web.request('/api/Warenkorb/Kasse?locale=fr-FR');
  expect([other.status, other.body.code, web.double.calls]).toEqual([404, 'not_found', []]);
});

test('a cart that cannot be handed over is shown in the edition of the form', async () => {
  for (const locale of ['de-DE', 'nl-NL']) {
    const { status, headers, text } = await web.post('/api/Warenkorb/Kasse', `cart=x&locale=${locale}`);
    expect([status, headers['cache-control']]).toEqual([409, 'private, no-store']);
    expect(text).toContain(`<html lang="${locale}"`);
  }
  const other = await web.post('/api/Warenkorb/Kasse', 'cart=x&locale=fr-FR');
  expect([other.status, other.text.includes('<html lang="fr-FR"')]).toEqual([404, true]);
});
