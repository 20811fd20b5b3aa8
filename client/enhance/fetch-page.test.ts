import { expect, test } from 'vitest';
import { type Dom, openDom } from '../../test/support/dom.js';

/** Scripts fetch pages of this shop as documents. */
const page = (build: string) => `<html data-build="${build}"><body></body></html>`;
const sent = (dom: Dom) => dom.asked.map(({ method, body, header }) => [method, body, header('cache-control')]);

test('a page of another build is asked for again, with the same fields', async () => {
  const dom = await openDom(page('b'), {
    answer: ({ header }) => ({ body: page(header('cache-control') ? 'b' : 'a') }),
  });
  const { fetchPage } = await import('./fetch-page.js');
  await fetchPage('/list', { body: new URLSearchParams({ sort: 'price' }) });
  expect(sent(dom)).toEqual([
    ['POST', 'sort=price', null],
    ['POST', 'sort=price', 'no-cache'],
  ]);
  const never = await openDom(page('b'), { answer: () => ({ body: page('c') }) });
  const again = await import('./fetch-page.js');
  await expect(again.fetchFragment('/part')).rejects.toThrow('another build');
  expect(never.asked.length).toBe(2);
});
