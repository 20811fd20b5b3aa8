import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterAll(() => web.stop());

test('verdicts come with their words in the language of the edition, and a recommended part with address and price', async () => {
  const fits = await web.request('/api/vehicle/models/m7/fits?ids=9001&locale=fr-FR');
  expect(fits.body).toMatchObject([{ id: '9001', fit: { state: 'fits' }, mark: 'fits', text: 'Compatible' }]);
  const parts = await web.request('/api/recommendation/spare-part/9001?modelId=m7&locale=fr-FR');
  expect(parts.body).toEqual([
    expect.objectContaining({
      href: '/fr-FR/recherche-piece/Kelvo/K12033?articleId=5001&modelId=m7',
      amount: expect.stringMatching(/^46,75\s€$/),
    }),
  ]);
  for (const { headers } of [fits, parts]) expect(headers['cache-control']).toBe('private, max-age=0, must-revalidate');
});
