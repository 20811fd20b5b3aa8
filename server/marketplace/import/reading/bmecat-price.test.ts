import { expect, test } from 'vitest';
import { always, type Price, priceOfOne } from './bmecat-price.js';

const price = (amount: string, more: Partial<Price> = {}): Price => ({
  ...{ type: 'gros_list', amount, currency: 'EUR', tax: '', factor: '1', unit: '1', from: 1, territories: [] },
  span: always,
  ...more,
});
const chosen = (prices: readonly Price[], now: number, country: string | null = 'DE') =>
  priceOfOne(prices, '1', country, now)?.price;

test('a price counts from the first to the last millisecond of its days', () => {
  const later = price('15', { span: { from: '2026-01-04', to: '' } });
  const earlier = price('12', { span: { from: '', to: '2026-01-03' } });
  const change = Date.UTC(2026, 0, 4);
  expect([chosen([later, earlier], change - 1), chosen([earlier, later], change)]).toEqual(['12.00 EUR', '15.00 EUR']);
});

test('a price with an unreadable time counts only if no other is valid', () => {
  const unclear = price('10', { span: { from: 'soon', to: '' } });
  expect([chosen([unclear, price('11', { type: 'net', tax: '0.1' })], 0), chosen([unclear], 0)]).toEqual([
    '12.10 EUR',
    '10.00 EUR',
  ]);
});

test('a shop in an unknown country has no price of a territory', () => {
  const french = price('10', { territories: ['FR'] });
  expect([chosen([french], 0, null), chosen([french, price('11')], 0, null), chosen([], 0)]).toEqual([
    'only for FR',
    '11.00 EUR',
    undefined,
  ]);
});
