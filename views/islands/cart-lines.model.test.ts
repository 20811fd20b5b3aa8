import { expect, test } from 'vitest';
import { generatedItems } from '../../server/web/pages/generated-items.js';
import { type CartLine, type CartSnapshot, cartLink } from './cart-lines.model.js';

const line = (href: string, quantity: number) => ({ href, quantity }) as CartLine;
const cart = (...lines: CartLine[]) => ({ shops: [{ lines }] }) as unknown as CartSnapshot;

test('the link to a cart is read as the same lines, in place of what is there', () => {
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
