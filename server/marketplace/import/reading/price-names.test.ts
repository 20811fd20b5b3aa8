import { expect, test } from 'vitest';
import { priceName } from './price-names.js';

test.each(['Price excl. VAT', 'Price excl. VAT in EUR', 'Prezzo al netto'])(
  'no word for the tax remains in the name of %s',
  (column) =>
    expect(priceName(column)).toMatchObject({ name: /^price|^prezzo/i.exec(column)?.[0].toLowerCase(), isNet: true }),
);

test('a name of more than 80 characters is no price', () => {
  const longest = `price excl vat ${'x'.repeat(65)}`;
  expect([priceName(longest).isNet, priceName(`${longest}x`).isNet]).toEqual([true, false]);
});
