import { expect, test } from 'vitest';
import type { CartData } from '../../server/contract/carts.js';
import { editions } from '../../server/web/routes/editions.js';
import { pageOf } from '../../test/fixtures/views/page.js';
import { fullCart } from '../../test/fixtures/views/pages/cart-views.js';
import { cartLinesProps } from './cart-lines.props.js';

const page = pageOf(editions['de-DE']);
const whole = fullCart as CartData;
type Line = CartData['cartArticles'][number];
/** Returns what the island gets of a cart whose lines are changed. */
const propsOf = (change: (line: Line) => Partial<Line>, own = page, shop: object = {}) => {
  const cartArticles = whole.cartArticles.map((line) => ({ ...line, ...change(line) }));
  const cartShops = whole.cartShops.map((each) => ({ ...each, ...shop }));
  return cartLinesProps({ ...whole, cartArticles, cartShops } as CartData, null, own).cart.shops;
};
const about = (...of: Parameters<typeof propsOf>) =>
  propsOf(...of).map((shop) => shop.about.replace(/[\u00a0\u2060]/g, ' '));

test('a shop is described by rating, city and the slowest of the parts that it delivers', () => {
  const days = ({ id }: Line) => ({ deliveryDays: id === 'b' ? { min: 1, max: 5 } : { min: 9, max: 9 } });
  expect(about(days)).toEqual(['★ 4,80 · Bremen · 9 Werktage', '★ 4,80 · Kassel · 1– 5 Werktage']);
  const both = (line: Line) => ({ ...days(line), state: 'ok' as const });
  expect(about(both)[1]).toBe('★ 4,80 · Kassel · 9 Werktage');
  const mixed = ({ id }: Line) => ({
    state: 'ok' as const,
    deliveryDays: id === 'b' ? { min: 1, max: 5 } : { min: 2, max: 3 },
  });
  expect(about(mixed)[1]).toBe('★ 4,80 · Kassel · 2– 5 Werktage');
  expect(about(() => ({ deliveryDays: null }), page, { rating: 0 })[0]).toBe('★ 0,00 · Bremen');
  expect(about(() => ({ deliveryDays: null }), page, { rating: null })[0]).toBe('Bremen');
});

test('a line names its vehicle if the cart has several, and asks about its own conditions', () => {
  const lines = propsOf(() => ({})).flatMap((shop) => shop.lines);
  expect(lines.map(({ vehicle, asked }) => [vehicle, asked])).toEqual([
    ['für Volkswagen Golf VII 1.6 TDI', { 'data-if': '9', 'data-model': '77' }],
    ['kein Fahrzeug gewählt', undefined],
    ['kein Fahrzeug gewählt', undefined],
  ]);
  expect(lines.map(({ href }) => href.includes('modelId=77'))).toEqual([true, false, false]);
  const same = propsOf(() => ({ model: null })).flatMap((shop) => shop.lines);
  expect(same.map(({ vehicle }) => vehicle)).toEqual([null, null, null]);
});

test('the guarantee of a line leads to its label, or else to the article', () => {
  const guarantee = { years: 5, producer: 'N', model: 'M', terms: 'https://t.example/' } as Line['durability'];
  const hrefs = (own: typeof page) =>
    propsOf(({ id }) => ({ durability: id === 'a' ? guarantee : null }), own)
      .flatMap((shop) => shop.lines)
      .map(({ durability }) => durability?.href);
  expect(hrefs(page)).toEqual(['/durability-label-s-d.svg', undefined, undefined]);
  expect(hrefs({ ...page, durabilityLabel: () => null })[0]).toBe('/Teilenummernsuche/Nordwerk/NW2882551#durability');
});
