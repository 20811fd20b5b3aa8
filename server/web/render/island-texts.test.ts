import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { allEditions } from '../routes/editions.js';
import { createIslandTexts } from './island-texts.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterAll(() => web.stop());

const islands = ['cart-lines', 'listing-filter', 'search-box', 'vehicle-panel', 'vehicle-picker'] as const;

test.each(allEditions)(
  '$locale: the shared texts of an island have an address that never changes its content',
  async (edition) => {
    const textsOf = createIslandTexts(web.services.texts);
    for (const island of islands) {
      const texts = textsOf(island, edition);
      const response = await web.request(texts?.address ?? '');
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(Object.keys(response.body)).toEqual(texts?.names);
      expect(texts?.names).toContain('texts');
    }
  },
);

test.each(allEditions)('$locale: the sentences of scripts keep places for their values', async (edition) => {
  const { address = '' } = createIslandTexts(web.services.texts)('sentences', edition) ?? {};
  const sentence = expect.stringMatching(/^\p{Lu}[^{]+\.$/u);
  expect((await web.request(address)).body).toEqual({
    offline: sentence,
    online: sentence,
    status: { added: expect.stringMatching(/^\p{Lu}[^{]+\{\{count\}\}[^{]*\.$/u), failed: sentence },
    selling: {
      added: expect.stringMatching(/\{\{count\}\}/),
      toCart: expect.stringMatching(/^\p{L}/u),
      retry: expect.stringMatching(/^\p{L}/u),
      parcel: expect.stringMatching(/\{\{amount\}\}/),
    },
  });
});

test('an island of an older build gets the current texts, which are not cached', async () => {
  const response = await web.request('/fragments/de-DE/search-box.AAAAAAAA.json');
  expect(response.status).toBe(200);
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.body).toMatchObject({ texts: { submit: 'Suchen' } });
});

test.each(['/fragments/de-DE/nothing.AAAAAAAA.json', '/fragments/de-de/search-box.AAAAAAAA.json'])(
  '%s names no texts',
  async (path) => {
    expect((await web.request(path)).status).toBe(404);
  },
);

test('an island names the texts that its edition shares, and does not repeat them among its own', async () => {
  const { text } = await web.request('/');
  const found = [...text.matchAll(/data-island="([\w-]+)" data-src="([^"]*)"[^>]*data-props="([^"]*)"/g)];
  const shared = found.filter(([, name]) => islands.some((island) => island === name));
  expect(shared.length).toBeGreaterThan(0);
  for (const [, name, source, props = ''] of shared) {
    expect(source).toContain(`/fragments/de-DE/${name}.`);
    expect(Object.keys(JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&amp;', '&')))).not.toContain('texts');
  }
});

test('a page names the sentences of scripts in its language among what it loads later', async () => {
  const { assets, texts } = web.services;
  const named: string[] = [];
  web.services.assets = {
    ...assets,
    deferred(_, sentences) {
      named.push(sentences);
      return [];
    },
  };
  try {
    await web.renew();
    await web.request('/fr-FR/panier');
    const [french] = allEditions.filter(({ locale }) => locale === 'fr-FR');
    expect(named).toEqual([french && createIslandTexts(texts)('sentences', french)?.address]);
  } finally {
    web.services.assets = assets;
    await web.renew();
  }
});
