import { expect, test } from 'vitest';
import { generatedItems } from '../../server/web/pages/generated-items.js';
import { type CartLine, type CartSnapshot, cartLink, merge } from './cart-lines.model.js';

const line = (href: string, quantity: number) => ({ href, quantity }) as CartLine;
const cart = (...lines: CartLine[]) => ({ shops: [{ lines }] }) as unknown as CartSnapshot;

test('the link of a cart is parsed as the same lines, which replace others', () => {
  const link = cartLink(
    '/Warenkorb/generieren',
    cart(line('/T/B/1?articleId=501&modelId=m7', 2), line('/T/B/2?articleId=502', 1)),
  );
  expect(link.startsWith('/Warenkorb/generieren?')).toBe(true);
  expect(generatedItems(link.split('?')[1] ?? '')).toEqual({
    items: [
      { offerId: '501', modelId: 'm7', quantity: 2 },
      { offerId: '502', quantity: 1 },
    ],
    replace: true,
    skipped: 0,
  });
});

test('a link names no more lines than are taken from one', () => {
  const lines = Array.from({ length: 60 }, (_, index) => line(`/T/B/1?articleId=${index + 1}`, 1));
  expect(generatedItems(cartLink('/x', cart(...lines)).split('?')[1] ?? '')?.items).toHaveLength(50);
});

test('an answer brings the figures of lines and shops in cents, and without the words of one no cart', () => {
  const words = { title: 'Disc', href: '/d' };
  const before = { shops: [{ id: 's', name: 'Alpha', lines: [{ id: 'l', ...words }] }] } as unknown as CartSnapshot;
  const article = { id: 'l', shopId: 's', quantity: 2, pieces: null, unitPrice: 31, previousPrice: 30.5, sum: 62 };
  const shop = { id: 's', priceSum: 62, refundSum: 15.3, shippingSum: 5.9, freeShippingFrom: 100 };
  const answer = {
    cartArticles: [{ ...article, refund: 7.65, state: 'ok' }],
    cartShops: [shop],
    countArticles: 2,
    priceSum: 62,
    refundSum: 15.3,
    shippingSum: 5.9,
    priceTotal: 83.2,
  } as unknown as Parameters<typeof merge>[1];
  const figures = { quantity: 2, unitPrice: 3100, previousPrice: 3050, sum: 6200, refund: 765, state: 'ok' };
  const sums = { priceSum: 6200, refundSum: 1530, shippingSum: 590 };
  expect(merge(before, answer)).toMatchObject({
    shops: [{ name: 'Alpha', ...sums, freeShippingFrom: 10_000, lines: [{ ...words, ...figures }] }],
    ...sums,
    count: 2,
    priceTotal: 8320,
  });
  expect(merge({ ...before, shops: [] }, answer)).toBeNull();
  expect(merge(cart(), answer)).toBeNull();
});
