import { expect, test } from 'vitest';
import { startWeb } from '../../../test/doubles/web.js';

test('a visitor without a cart has none to sign, and a shop without a checkout signs none', async () => {
  const settings = { CHECKOUT_URL: 'de-DE=https://pay.example/', CHECKOUT_SECRET: 'k'.repeat(32) };
  const web = await startWeb(settings);
  try {
    await web.renew();
    const own = await web.request('/api/Warenkorb/Kasse');
    expect([own.status, own.body, own.headers['cache-control']]).toEqual([200, { cart: null }, 'private, no-store']);
    const other = await web.request('/api/Warenkorb/Kasse?locale=fr-FR');
    expect([other.status, other.body.code, web.double.calls]).toEqual([404, 'not_found', []]);
  } finally {
    await web.stop();
  }
});
