import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { allEditions } from '../routes/editions.js';
import { createIslandWords } from './island-words.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterAll(() => web.stop());

const islands = ['cart-lines', 'listing-filter', 'search-box', 'vehicle-panel', 'vehicle-picker'] as const;

test.each(allEditions)('$locale: what an island says everywhere has an address, for ever', async (edition) => {
  const wordsOf = createIslandWords(web.services.texts);
  for (const island of islands) {
    const words = wordsOf(island, edition);
    const answer = await web.ask(words?.address ?? '');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(Object.keys(answer.body)).toEqual(words?.names);
    expect(words?.names).toContain('texts');
  }
});

test('an island of an older build gets the words of today, and they are not kept', async () => {
  const answer = await web.ask('/fragments/de-DE/search-box.AAAAAAAA.json');
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.body).toMatchObject({ texts: { submit: 'Suchen' } });
});

test.each(['/fragments/de-DE/nothing.AAAAAAAA.json', '/fragments/de-de/search-box.AAAAAAAA.json'])(
  '%s names nothing',
  async (path) => {
    expect((await web.ask(path)).status).toBe(404);
  },
);
