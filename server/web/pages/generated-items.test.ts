import { expect, test } from 'vitest';
import { fc } from '../../../test/support/properties.js';
import { generatedItems, quantityOf } from './generated-items.js';

test('keys are read raw, with and without percent-encoded brackets, with and without a vehicle', () => {
  const items = [
    { offerId: '5', quantity: 2 },
    { offerId: '6', modelId: 'm_7', quantity: 3 },
  ];
  const expected = { items, replace: true, skipped: 0 };
  expect(generatedItems('?cartParam[5]=2&cartParam[6,m_7]=3&replace=true')).toEqual(expected);
  expect(generatedItems('cartParam%5B5%5D=2&cartParam%5b6%2Cm_7%5d=3&replace=true')).toEqual(expected);
  for (const no of ['false', '1', ''])
    expect(generatedItems(`cartParam[5]=2&cartParam[6,m_7]=3&replace=${no}`)).toEqual({ ...expected, replace: false });
});

test('the list of shopping links sent to cart generation is cut to the first 50 items', () => {
  const query = Array.from({ length: 1000 }, (_, index) => `cartParam[${index + 1}]=1`).join('&');
  const read = generatedItems(query);
  expect(read?.items.map(({ offerId }) => Number(offerId))).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  expect(read?.skipped).toBe(950);
});

test('quantities may have a decimal comma; invalid ones are skipped and counted', () => {
  const cases: [string, number | null][] = [
    ['2,9', 2],
    ['2.9', 2],
    ['100', 100],
    ['9'.repeat(40), 9999],
    [' 7 ', 7],
    ['007', 7],
    ...['0', '0,9', '-5', '', 'abc', '5 pieces', '1e9', '1.2.3', 'NaN', '٣'].map((text): [string, null] => [
      text,
      null,
    ]),
  ];
  for (const [text, pieces] of cases) expect([text, quantityOf(text)]).toEqual([text, pieces]);
  expect(generatedItems('cartParam[1]=0&cartParam[2]=-5&cartParam[3]=abc&cartParam[4]&cartParam[5]=150')).toEqual({
    items: [{ offerId: '5', quantity: 150 }],
    replace: false,
    skipped: 4,
  });
});

test('ids that no offer can have are skipped, other keys are nothing', () => {
  expect(generatedItems(`cartParam[${'9'.repeat(40)}]=1&cartParam[007]=1&cartParam[3]=1`)).toEqual({
    items: [{ offerId: '3', quantity: 1 }],
    replace: false,
    skipped: 2,
  });
  const rubbish =
    'cartParam=1&cartParam[]=1&cartParam[a]=1&cartParam[1,]=1&cartParam[1][2]=1&xcartParam[1]=1&%ff=1&__proto__[1]=1';
  expect(generatedItems(rubbish)).toBeNull();
  expect(generatedItems('')).toBeNull();
});

test('no query throws, none brings more than fifty items or a quantity out of range', () => {
  const piece = fc.constantFrom('cartParam[', ']', '=', '&', ',', '1', '%5B', '%', '99', 'replace=true', '+', 'ü');
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 300 }), (query) => {
      const read = generatedItems(query);
      expect(read?.items.length ?? 0).toBeLessThanOrEqual(50);
      for (const { quantity } of read?.items ?? []) expect(quantity >= 1 && quantity <= 9999).toBe(true);
    }),
  );
});
