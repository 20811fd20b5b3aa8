import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

interface Item {
  type: string;
  label: string;
  link?: string;
  body?: Item[] | null;
}
const itemsOf = async (query: string): Promise<Item[]> => (await web.request(`/api/navigation${query}`)).body.items;

test('navigation items are of the types list, vehicle, category and link, with label, body and link', async () => {
  const items = await itemsOf('?type=3&id=m7&locale=fr-FR');
  expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['vehicle', 'list', 'link']));
  const opened = await itemsOf('?categoryId=1523');
  const list = opened.find(({ type, body }) => type === 'list' && body);
  expect(list).toMatchObject({ label: 'Bremsscheiben' });
  expect(list?.body?.[0]).toMatchObject({ type: 'category', link: expect.stringMatching(/^\//) });
  for (const { type, label, link, body } of [...items, ...opened]) {
    expect(label).not.toBe('');
    if (type === 'list') expect(body === null || Array.isArray(body)).toBe(true);
    else expect(link).toMatch(/^\//);
  }
  expect(items.filter(({ link }) => link).every(({ link }) => link?.startsWith('/fr-FR/'))).toBe(true);
});

test('a navigation that failed is a problem and no empty list', async () => {
  web.double.breakOn(/navigation/);
  const response = await web.request('/api/navigation');
  expect(response.status).toBe(502);
  expect(response.body.items).toBeUndefined();
});
