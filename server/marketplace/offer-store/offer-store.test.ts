import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { countries } from '../../contract/countries.js';
import { editionCountries } from '../shipping/edition-countries.js';
import { changeShop, finishShops } from './change-shop.js';
import { setFollowed } from './followed-log.js';
import { LiveOffers } from './live-offers.js';
import type { FindProduct } from './offer-commit.js';
import { OfferFill } from './offer-fill.js';
import { foldLog } from './offer-log.js';
import type { OfferValues } from './offer-rows.js';
import { noPrice, summarise } from './offer-summary.js';
import type { OfferRow, ShopRow } from './offer-tables.js';
import { OfferWriter } from './offer-writer.js';
import { StoredShops } from './stored-shops.js';
import { isStarterBattery, withheldBits } from './withheld.js';

let dataDir: string;
const open: { close(): unknown }[] = [];
const opened = <Of extends { close(): unknown }>(each: Of): Of => {
  open.push(each);
  return each;
};
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'offers-'));
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  rmSync(dataDir, { recursive: true });
});

/** Numbers that are the same in each run (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const shop = (id: number, more: Partial<ShopRow> = {}) =>
  shopRow(id, { rating: 3 + id / 10, country: id % 2 === 0 ? 'DE' : 'FR', ...more });
const rates = (tariff: number, ...countries: string[]) =>
  countries.map((country) => [country, tariff, 5000, 1, 3] as const);
const flagsOf = new Map<number, number>();
/** Products 1 to 40; those above 30 come and go. */
/** Every third product is bought in pairs, some in fours. */
const packsOf = (id: number): number => (id % 3 === 0 ? 2 : id % 7 === 0 ? 4 : 1);
const findProduct: FindProduct = (id) => {
  const flags = flagsOf.get(id) ?? 0;
  return flags === withheldBits.gone ? null : { flags, leaf: 1 + (id % 5), packs: packsOf(id) };
};
const offer = (shopId: number, key: string, product: number, more: Partial<OfferValues> = {}): OfferValues => ({
  product_id: product,
  shop_id: shopId,
  key,
  price: 1000,
  refund: 0,
  surcharge: 0,
  lowest30: null,
  stock: 5,
  condition: 'new',
  handling_min: 0,
  handling_max: 1,
  ...more,
});

/** Compares columns, counts and keys of the store with its rows. */
function expectSound(writer: OfferWriter, offers: LiveOffers): void {
  const shops = new StoredShops(writer.database);
  const rows = writer.database.prepare('select * from offer order by product_id, id').all() as unknown as OfferRow[];
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id);
  // Products outside the catalogue are bought singly.
  const packs = new Map(Array.from({ length: 40 }, (_, at) => [at + 1, findProduct(at + 1)?.packs]));
  for (let product = 1; product <= 40; product++) {
    const summary = summarise(byProduct.get(product) ?? [], shops.all, packs.get(product));
    for (const [index, country] of editionCountries.entries()) {
      const columns = offers.best.of(country);
      const best = summary.best[index];
      const usual = summary.usual[index];
      expect([
        product,
        columns.usual.totals[product],
        columns.usual.shops[product],
        columns.usual.daysMax[product],
      ]).toEqual([product, usual?.total ?? noPrice, usual?.offer.shop_id ?? 0, usual?.daysMax ?? 0xff]);
      expect([product, country, columns.totals[product], columns.shops[product], columns.reductions[product]]).toEqual([
        product,
        country,
        best?.total ?? noPrice,
        best?.offer.shop_id ?? 0,
        summary.reductions[index],
      ]);
    }
    const reached = offers.best.countrySets[offers.best.reach[product] ?? 0];
    expect(reached).toEqual(countries.filter((_, bit) => (((summary.reach[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1));
  }
  const counts = writer.database.prepare('select id, offers from shop order by id').all();
  const sold = (id: unknown) => rows.filter(({ shop_id, withheld }) => shop_id === id && withheld === 0).length;
  expect(counts.map(({ offers: count }) => count)).toEqual(counts.map(({ id }) => sold(id)));
  for (const row of rows) {
    const known = writer.statements.findKey(row.shop_id, row.key);
    expect([known?.id, known?.productId, known?.withheld]).toEqual([row.id, row.product_id, row.withheld]);
    expect(writer.statements.productOf(row.id)).toBe(row.product_id);
  }
  const keys = writer.database.prepare('select count(*) as keys from offer_key where product_id <> 0').get();
  expect(keys?.keys).toBe(rows.length);
}

test('readers match the rows and miss no commit while two writers change them', () => {
  const dice = seeded(7);
  const one = opened(new OfferWriter(dataDir, findProduct, testClock));
  const two = opened(new OfferWriter(dataDir, findProduct, testClock));
  for (let id = 1; id <= 4; id++) changeShop(one, shop(id), rates(100 * id, 'DE', id % 2 ? 'FR' : 'AT', 'PL'));
  const reader = opened(LiveOffers.open(dataDir, true, testClock, 3600_000));
  let seen = reader.version;
  const cached = new Map<number, { text: string; number: number }>();
  /** Like a cache: the last number of a change by id. */
  const result = new Map<string, number>();
  const forget = (): void => {
    const changes = reader.changesSince(seen);
    if (changes.all) cached.clear();
    for (const kind of ['products', 'best', 'leaves', 'shops'] as const)
      for (const id of changes[kind]) result.set(`${kind} ${id}`, reader.version.number);
    seen = reader.version;
  };
  const textOf = (product: number): string =>
    JSON.stringify(one.statements.offersOf(product).filter(({ withheld }) => withheld === 0));
  for (let round = 0; round < 400; round++) {
    const writer = dice(2) === 0 ? one : two;
    const number = writer.commit((commit) => {
      for (let times = dice(4); times >= 0; times--) {
        const product = 1 + dice(40);
        const owner = 1 + dice(4);
        const key = `k${dice(12)}`;
        const known = writer.statements.findKey(owner, key);
        const what = dice(6);
        if (what === 0 && known?.productId) commit.remove(known.productId, known.id);
        else if (what === 1 && known?.productId)
          commit.change(known.productId, known.id, { price: 500 + dice(90) * 50, stock: dice(3) }, null);
        else if (what === 2 && product > 30) {
          flagsOf.set(product, [0, withheldBits.gone, withheldBits.maker, isStarterBattery][dice(4)] as number);
          commit.touch(product);
        } else
          commit.put(
            offer(owner, key, product, {
              price: 500 + dice(90) * 50,
              lowest30: dice(3) ? null : 3000,
              refund: dice(2) * 750,
            }),
            dice(1000),
            [],
          );
      }
    });
    if (round % 40 === 39)
      changeShop(writer, shop(1 + dice(4), { rating: 2 + dice(3) }), rates(dice(900), 'DE', 'FR', 'IT').slice(dice(3)));
    if (round % 97 === 96) {
      writer.database.exec('begin immediate');
      foldLog(writer.database, testClock.now() + 3600_000);
      writer.database.exec('commit');
    }
    if (number !== null && dice(3) === 0) continue;
    reader.look();
    forget();
    const product = 1 + dice(40);
    const entry = cached.get(product);
    const changed = result.get(`products ${product}`) ?? 0;
    if (entry && entry.number >= changed) expect(entry.text).toBe(textOf(product));
    cached.set(product, { text: textOf(product), number: reader.version.number });
    if (round % 10 === 0) expectSound(one, reader);
  }
  reader.look();
  expectSound(one, reader);
  expectSound(one, opened(LiveOffers.open(dataDir, true, testClock, 3600_000)));
  const numbers = one.database.prepare('select number from change order by number').all();
  expect(numbers.map((row) => row.number)).toEqual(numbers.map((_, at) => Number(numbers[0]?.number) + at));
});

test('an unchanged offer writes nothing, and a repeated feed keeps its ids', () => {
  const writer = opened(new OfferWriter(dataDir, findProduct, testClock));
  changeShop(writer, shop(1), rates(400, 'DE'));
  const put = () => writer.commit((commit) => commit.put(offer(1, 'a', 5), 99, []));
  expect([put(), put(), put()]).toEqual([2, null, null]);
  const id = writer.statements.findKey(1, 'a')?.id as number;
  writer.commit((commit) => commit.remove(5, id));
  expect(writer.statements.findKey(1, 'a')).toMatchObject({ id, productId: 0 });
  put();
  expect(writer.statements.findKey(1, 'a')).toMatchObject({ id, productId: 5 });
  writer.clear();
  expect(writer.statements.findKey(1, 'a')).toMatchObject({ id, productId: 0 });
});

test('an offer that moves to another product changes both in one commit', () => {
  const writer = opened(new OfferWriter(dataDir, findProduct, testClock));
  changeShop(writer, shop(1), rates(400, 'DE'));
  writer.commit((commit) => commit.put(offer(1, 'a', 5), null, []));
  const reader = opened(LiveOffers.open(dataDir, true, testClock, 3600_000));
  const before = reader.version;
  writer.commit((commit) => commit.put(offer(1, 'a', 6), null, []));
  reader.look();
  expect(reader.changesSince(before)).toEqual({
    offers: `${before.epoch}.${before.number + 1}`,
    all: false,
    products: [5, 6],
    best: [5, 6],
    leaves: [1, 2],
    shops: [1],
    assortment: true,
    texts: { category: [], trader: [], name: [] },
  });
  expectSound(writer, reader);
});

test('a failed commit leaves neither changes nor a number', () => {
  const writer = opened(new OfferWriter(dataDir, findProduct, testClock));
  const first = changeShop(writer, shop(1), rates(400, 'DE')) ?? 0;
  const fail = () =>
    writer.commit((commit) => {
      commit.put(offer(1, 'a', 5), null, []);
      commit.put(offer(77, 'a', 5), null, []);
    });
  expect(fail).toThrow('there is no shop 77');
  expect(writer.statements.findKey(1, 'a')).toBeNull();
  expect(writer.commit((commit) => commit.put(offer(1, 'b', 5), null, []))).toBe(first + 1);
});

test('the next commit does not use the tariff of a failed one', () => {
  const writer = opened(new OfferWriter(dataDir, findProduct, testClock));
  changeShop(writer, shop(1), rates(400, 'DE'));
  // The commit fails at its end, after tariffs were read again.
  writer.database.exec("create trigger refuse before insert on change begin select raise(abort, 'full'); end");
  expect(() => changeShop(writer, shop(1), rates(900, 'DE'))).toThrow('full');
  writer.database.exec('drop trigger refuse');
  writer.commit((commit) => commit.put(offer(1, 'k', 5), null, []));
  expectSound(writer, opened(LiveOffers.open(dataDir, true, testClock, 3600_000)));
});

test('the next writer completes an interrupted change of a shop', () => {
  const writer = opened(new OfferWriter(dataDir, findProduct, testClock));
  changeShop(writer, shop(1), rates(400, 'DE'));
  for (let product = 1; product <= 3; product++)
    writer.commit((commit) => commit.put(offer(1, `k${product}`, product), null, []));
  // Only the first commit, which has the tariff, succeeds.
  writer.database.exec(
    "create trigger refuse before insert on change when new.flags & 2 = 0 begin select raise(abort, 'full'); end",
  );
  expect(() => changeShop(writer, shop(1), rates(900, 'DE'))).toThrow('full');
  writer.database.exec('drop trigger refuse');
  const next = opened(new OfferWriter(dataDir, findProduct, testClock));
  finishShops(next);
  const reader = opened(LiveOffers.open(dataDir, true, testClock, 3600_000));
  expectSound(next, reader);
  expect(reader.best.of('DE').totals[2]).toBe(1900);
  expect(next.database.prepare("select count(*) as marks from meta where key like 'shop %'").get()).toEqual({
    marks: 0,
  });
});

test('a new epoch or a truncated log invalidates everything', () => {
  const writer = opened(new OfferWriter(dataDir, findProduct, testClock));
  changeShop(writer, shop(1), rates(400, 'DE'));
  const reader = opened(LiveOffers.open(dataDir, true, testClock, 3600_000));
  const { epoch, number } = reader.version;
  for (let times = 0; times < 3; times++) writer.commit((commit) => commit.put(offer(1, `k${times}`, 5), null, []));
  reader.look();
  expect(reader.changesSince({ epoch, number }).products).toEqual([5]);
  expect(reader.changesSince({ epoch: 'other', number }).all).toBe(true);
  expect(reader.changesSince({ epoch, number: number + 99 }).all).toBe(true);
  expect(reader.changesSince(null).all).toBe(true);
  writer.database.exec('begin');
  foldLog(writer.database, testClock.now() + 3600_000);
  writer.database.exec('commit');
  expect(reader.changesSince({ epoch, number: 0 }).all).toBe(true);
  writer.clear();
  reader.look();
  expect([reader.version.epoch === epoch, reader.best.of('DE').totals[5]]).toEqual([false, noPrice]);
  expect(reader.changesSince({ epoch, number }).all).toBe(true);
});

test('a commit of nothing but texts has a number, so that readers hear of it', () => {
  const writer = opened(new OfferWriter(dataDir, findProduct, testClock));
  expect(writer.commit(() => {})).toBeNull();
  expect(writer.commit((commit) => commit.touchTexts({ category: [3], trader: [], name: [] }))).toEqual(
    expect.any(Number),
  );
});

test('without PostgreSQL nobody writes to offers that follow it', () => {
  const write = () => new OfferWriter(dataDir, findProduct, testClock);
  const writer = opened(write());
  setFollowed(writer.database, { name: 'log', chain: 'c', number: 1 });
  for (const each of [write, () => new OfferFill(dataDir)])
    expect(each).toThrow(/follow those in PostgreSQL, which alone may change/);
});
