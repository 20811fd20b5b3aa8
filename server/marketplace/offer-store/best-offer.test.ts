import { expect, test } from 'vitest';
import { countries } from '../../contract/countries.js';
import { editionCountries } from '../shipping/edition-countries.js';
import {
  better,
  isSameSummary,
  maxDays,
  noPrice,
  packSummary,
  reductionOf,
  summarise,
  summaryBytes,
  summaryLayout,
  tariffsOf,
  totalsOf,
} from './offer-summary.js';
import type { OfferRow } from './offer-tables.js';
import { isStarterBattery, packsBit, withheldBits, withheldOf } from './withheld.js';

const sound = { refund: 750, stock: 1 };
const trader = { country: 'DE', isKnown: true, saysReturns: true };

test.each([
  [0, sound, trader, 0],
  [null, sound, trader, withheldBits.gone],
  [0, { ...sound, stock: 0 }, trader, withheldBits.outOfStock],
  [0, { ...sound, stock: -1 }, trader, withheldBits.outOfStock],
  [0, sound, { ...trader, isKnown: false }, withheldBits.trader],
  [0, sound, { ...trader, saysReturns: false }, withheldBits.returns],
  [isStarterBattery, sound, trader, 0],
  [isStarterBattery, { ...sound, refund: 749 }, trader, withheldBits.batteryDeposit],
  [isStarterBattery, { ...sound, refund: 749 }, { ...trader, country: 'AT' }, 0],
  [0, { ...sound, refund: 0 }, trader, 0],
  [withheldBits.maker | withheldBits.recalled, sound, trader, withheldBits.maker | withheldBits.recalled],
  [
    isStarterBattery | withheldBits.basePrice,
    { refund: 0, stock: 0 },
    { country: 'DE', isKnown: false, saysReturns: true },
    withheldBits.basePrice | withheldBits.outOfStock | withheldBits.trader | withheldBits.batteryDeposit,
  ],
])('flags %p, %j of %j: withheld for %p', (flags, offer, shop, expected) => {
  expect(withheldOf(flags, offer, shop)).toBe(expected);
});

test('every reason has its own bit, distinct from other flags', () => {
  const bits = Object.values(withheldBits);
  expect(new Set([...bits, isStarterBattery]).size).toBe(bits.length + 1);
  for (const bit of [...bits, isStarterBattery]) expect([Math.log2(bit) % 1, bit < 2 ** packsBit]).toEqual([0, true]);
});

const row = (values: Partial<OfferRow>): OfferRow =>
  ({
    ...{ id: 1, product_id: 1, shop_id: 1, price: 1000, surcharge: 0, refund: 0, stock: 5, withheld: 0 },
    ...{ lowest30: null, handling_min: 0, handling_max: 1, condition: 'new' },
    ...values,
  }) as OfferRow;

test.each([
  [{ price: 900, lowest30: 1000 }, 10],
  [{ price: 901, lowest30: 1000 }, 9],
  [{ price: 999, lowest30: 1000 }, 0],
  [{ price: 1000, lowest30: 1000 }, 0],
  [{ price: 1100, lowest30: 1000 }, 0],
  [{ price: 900, lowest30: null }, 0],
  [{ price: 900, lowest30: 1000, stock: 0 }, 0],
])('%j is reduced by %d per cent', (values, percent) => expect(reductionOf(row(values))).toBe(percent));

const rate = { tariff: 490, freeFrom: null, daysMin: 1, daysMax: 2 };
const best = (
  packs: number,
  ...offers: [values: Partial<OfferRow>, rating?: number, more?: Partial<typeof rate>][]
) => {
  let known: ReturnType<typeof better<OfferRow>> | null = null;
  for (const [index, [values, rating = 4, more = {}]] of offers.entries())
    known = better(known, row({ id: index + 1, ...values }), { ...rate, ...more }, rating, packs);
  return known;
};

test('the best offer is the cheapest with shipping, then the fastest, best rated, oldest', () => {
  expect(best(1, [{ price: 1001 }], [{ price: 1000 }])?.offer.id).toBe(2);
  expect(best(1, [{ price: 1000 }], [{ price: 1001 }])?.offer.id).toBe(1);
  expect(best(1, [{ price: 1000 }], [{ price: 900, surcharge: 101 }])?.offer.id).toBe(1);
  expect(best(1, [{ handling_max: 2 }], [{ handling_max: 1 }])?.offer.id).toBe(2);
  expect(best(1, [{ handling_max: 1 }], [{ handling_max: 2 }, 5])?.offer.id).toBe(1);
  expect(best(1, [{}, 4], [{}, 4.1])?.offer.id).toBe(2);
  expect(best(1, [{}, 4.1], [{}, 4])?.offer.id).toBe(1);
  expect(best(1, [{}], [{}])?.offer.id).toBe(1);
  expect(best(1, [{}], [{}], [{}])).toMatchObject({ total: 1490, daysMin: 1, daysMax: 3, count: 3 });
});

test('an offer with too few packs is the best only if no other has enough', () => {
  expect(best(4, [{ price: 1, stock: 3 }], [{ price: 1000, stock: 4 }])?.offer.id).toBe(2);
  expect(best(4, [{ price: 1000, stock: 4 }], [{ price: 1, stock: 3 }])?.offer.id).toBe(1);
  expect(best(4, [{ price: 2, stock: 3 }], [{ price: 1, stock: 1 }])).toMatchObject({ isShort: true, total: 494 });
  expect(best(4, [{ price: 250 }, 4, {}])?.total).toBe(1490);
});

test('a summary counts sold offers by country, and changes with them', () => {
  const shops = new Map([
    [1, tariffsOf(4, new Map([['DE', rate]]))],
    [2, tariffsOf(5, new Map([['AT', { ...rate, tariff: 90 }]]))],
  ]);
  const offers = [
    row({ id: 1, price: 1000, lowest30: 2000 }),
    row({ id: 2, shop_id: 2, price: 1100, lowest30: 1375 }),
    row({ id: 3, price: 1, withheld: 8 }),
    row({ id: 4, shop_id: 3, price: 1 }),
  ];
  const summary = summarise(offers, shops);
  const of = (country: string) => editionCountries.map(String).indexOf(country);
  expect(summary.lowest).toBe(1000);
  expect(summary.best.map((each) => each?.total ?? null)).toEqual(
    editionCountries.map((country) => ({ DE: 1490, AT: 1190 })[String(country)] ?? null),
  );
  expect([summary.reductions[of('DE')], summary.reductions[of('AT')], summary.reductions[of('FR')]]).toEqual([
    50, 20, 0,
  ]);
  expect(summary.usual).toBe(summary.best);
  const four = summarise(offers, shops, 4);
  expect([four.best[of('DE')]?.total, four.usual[of('DE')]?.total]).toEqual([1490, 4490]);
  expect(isSameSummary(summary, summarise(offers, shops))).toBe(true);
  const others: Partial<OfferRow>[] = [
    { price: 1001 },
    { refund: 1 },
    { handling_max: 2 },
    { handling_min: 1 },
    { withheld: 1 },
  ];
  for (const other of [...others, { id: 9 }, { lowest30: 1500 }])
    expect([
      other,
      isSameSummary(summary, summarise([row({ price: 1000, lowest30: 2000, ...other }), ...offers.slice(1)], shops)),
    ]).toEqual([other, false]);
  expect(isSameSummary(summary, summarise([...offers, row({ id: 5, price: 5000 })], shops))).toBe(false);
});

test('lists change with the price of the goods, with countries without edition, and with the usual packs alone', () => {
  const to = (country: string) => tariffsOf(4, new Map([[country, rate]]));
  const [far, farther] = countries.slice(-2) as [string, string];
  const shops = new Map([
    [1, to('DE')],
    [2, to('PL')],
    [3, to(far)],
    [4, to(farther)],
  ]);
  const isSame = (one: Partial<OfferRow>, other: Partial<OfferRow>, more: Partial<OfferRow>[] = [], packs = 1) =>
    isSameSummary(
      summarise([row(one), ...more.map(row)], shops, packs),
      summarise([row(other), ...more.map(row)], shops, packs),
    );
  expect(summarise([row({ shop_id: 3 })], shops).reach).toEqual([0, 2 ** (countries.length - 34)]);
  expect(isSame({ shop_id: 2 }, { shop_id: 2, price: 900 })).toBe(false);
  expect(isSame({ shop_id: 3 }, { shop_id: 4 })).toBe(false);
  // The total and the lowest price stay.
  expect(isSame({}, { price: 900, surcharge: 100 }, [{ id: 2, shop_id: 2, price: 1 }])).toBe(false);
  const single = [{ id: 2, price: 800, stock: 1 }];
  expect([isSame({}, { price: 1100 }, single), isSame({}, { price: 1100 }, single, 2)]).toEqual([true, false]);
});

test('each country of a shop has its own bit', () => {
  for (const [bit, country] of countries.entries()) {
    const { reach } = tariffsOf(4, new Map([[country, rate]]));
    expect([country, reach]).toEqual([country, bit < 32 ? [2 ** bit, 0] : [0, 2 ** (bit - 32)]]);
  }
});

test('a packed summary holds totals, shop, days and reduction of each country', () => {
  const shops = new Map([[513, tariffsOf(4, new Map([['DE', { ...rate, daysMax: 300 }]]))]]);
  const summary = summarise([row({ shop_id: 513, lowest30: 2000 })], shops, 2);
  const bytes = new Uint8Array(summaryBytes + 3);
  packSummary(summary, new DataView(bytes.buffer), 3);
  const at = 3 + editionCountries.map(String).indexOf('DE') * summaryLayout.perCountry;
  const view = new DataView(bytes.buffer);
  const part = (from: number) => [
    view.getUint32(from + summaryLayout.total, true),
    view.getUint16(from + summaryLayout.shop, true),
    view.getUint8(from + summaryLayout.daysMin),
    view.getUint8(from + summaryLayout.daysMax),
  ];
  expect([part(at), part(at + summaryLayout.usual)]).toEqual([
    [1490, 513, 1, maxDays],
    [2490, 513, 1, maxDays],
  ]);
  expect(view.getUint8(at + summaryLayout.reduction)).toBe(50);
  const totals = [...totalsOf(bytes.subarray(3))];
  expect(totals).toEqual(editionCountries.map((country) => (String(country) === 'DE' ? 1490 : noPrice)));
});
