import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { root } from './support/catalogue.js';
import { startShop } from './support/shop.js';

/** What V8 makes of the programs is kept from one start to the next, of the marketplace's threads as of the shop. */
test('a second start compiles neither the shop nor the threads of the marketplace', async () => {
  await (await startShop()).stop();
  const shop = await startShop({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  await shop.stop();
  const accepted = ['shop', 'marketplace-worker'].map((program) => {
    const file = pathToFileURL(join(root, `dist/${program}.js`)).href;
    return shop.errors().split(`V8 code cache for ESM ${file} was accepted`).length - 1;
  });
  expect(accepted).toEqual([1, 2]);
});

test('a start reads no library that only a login or a photograph needs', async () => {
  const shop = await startShop({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  expect((await fetch(shop.origin)).status).toBe(200);
  await shop.stop();
  const packages = [...shop.errors().matchAll(/ for \w+ \S*\/node_modules\/([\w-]+)\//g)].map(([, name]) => name);
  expect(packages).toContain('pino');
  expect(packages.filter((name) => /^(oidc-provider|openid-client|koa|jose|sharp)$/.test(name ?? ''))).toEqual([]);
});
