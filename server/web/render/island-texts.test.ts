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
    const { body } = await web.request(textsOf('connection', edition)?.address ?? '');
    expect([body.offline, body.online]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
  },
);

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
