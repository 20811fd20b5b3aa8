import { expect, test } from 'vitest';
import { generatedItems } from '../../server/web/pages/generated-items.js';
import { type CartLine, type CartSnapshot, cartLink, merge, withRemoved } from './cart-lines.model.js';

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

test('a link leaves out a removed line', () => {
  const removed = { ...line('/T/B/3?articleId=503', 1), undo: 'u' } as CartLine;
  const link = cartLink('/x', cart(removed, line('/T/B/1?articleId=501', 1)));
  expect(generatedItems(link.split('?')[1] ?? '')?.items).toEqual([{ offerId: '501', quantity: 1 }]);
});

const shopsOf = (shops: Record<string, string[]>) =>
  ({
    shops: Object.entries(shops).map(([id, lines]) => ({
      ...{ id, name: id, shippingSum: 490 },
      lines: lines.map((each) => ({ id: each, title: each, href: `/${each}` })),
    })),
  }) as unknown as CartSnapshot;
const linesOf = (snapshot: CartSnapshot | null) =>
  snapshot?.shops.map(({ id, lines }) => [id, ...lines.map((each) => each.id)]);

test('a removed line keeps its place, also if it was the only one of its shop', () => {
  const placed = (shop: string, nextId: string | null) => {
    const removedLine = { id: 'x', shop: { id: shop, name: shop }, nextId };
    const undo = { id: 'u', removed: 'Öl', removedLine } as unknown as Parameters<typeof withRemoved>[1];
    return linesOf(withRemoved(shopsOf({ A: ['a1', 'a2'], B: ['b1'] }), undo));
  };
  expect(placed('A', 'a2')).toEqual([
    ['A', 'a1', 'x', 'a2'],
    ['B', 'b1'],
  ]);
  expect(placed('A', 'b1')).toEqual([
    ['A', 'a1', 'a2', 'x'],
    ['B', 'b1'],
  ]);
  expect(placed('C', 'a1')).toEqual([
    ['C', 'x'],
    ['A', 'a1', 'a2'],
    ['B', 'b1'],
  ]);
  expect(placed('C', 'b1')).toEqual([
    ['A', 'a1', 'a2'],
    ['C', 'x'],
    ['B', 'b1'],
  ]);
  expect(placed('C', null)).toEqual([
    ['A', 'a1', 'a2'],
    ['B', 'b1'],
    ['C', 'x'],
  ]);
});

const figuresOf = (ids: string[], undo: object | null = null) =>
  ({
    cartArticles: ids.map((id) => ({
      id,
      shopId: id.charAt(0).toUpperCase(),
      quantity: 1,
      previousPrice: null,
      state: 'ok',
    })),
    cartShops: [{ id: 'A', shippingSum: 4.9, freeShippingFrom: null }],
    undo,
  }) as unknown as Parameters<typeof merge>[1];

test('a shop whose only line was removed ships nothing, and a line that comes back is no removed one', () => {
  const gone = merge(shopsOf({ A: ['a1'], B: ['b1'] }), figuresOf(['a1'], { id: 'u', removedLine: { id: 'b1' } }));
  expect(linesOf(gone)).toEqual([
    ['A', 'a1'],
    ['B', 'b1'],
  ]);
  expect(gone?.shops.map(({ shippingSum, lines: [one] }) => [shippingSum, one?.state, one?.undo])).toEqual([
    [490, 'ok', undefined],
    [0, 'gone', 'u'],
  ]);
  const back = gone && merge(gone, figuresOf(['a1', 'b1']));
  expect(back?.shops.map(({ lines: [one] }) => [one?.state, one?.undo])).toEqual([
    ['ok', undefined],
    ['ok', undefined],
  ]);
  // Only a fresh page has the address of a line that was removed before it.
  const bare = shopsOf({ A: ['a1', 'a2'] });
  for (const shop of bare.shops) for (const each of shop.lines) each.href = each.id === 'a2' ? '' : each.href;
  expect(merge(bare, figuresOf(['a1', 'a2']))).toBeNull();
});
