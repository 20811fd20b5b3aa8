import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopRow } from '../../../test/fixtures/marketplace/offer-store/shop-row.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { openStateStore } from '../state/state-store.js';
import { changeShop } from './change-shop.js';
import { epochOf } from './offer-file.js';
import type { OfferChange } from './offer-tables.js';
import { OfferWriter } from './offer-writer.js';
import { knownShops } from './stored-shops.js';

let folder: string;
let writer: OfferWriter | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ids-'));
  writer = null;
});
afterEach(() => {
  writer?.close();
  rmSync(folder, { recursive: true });
});
function opened(): OfferWriter {
  writer = new OfferWriter(folder, () => ({ flags: 0, leaf: 1, packs: 1 }), testClock);
  changeShop(writer, shopRow(1), [['DE', 400, null, 1, 2]]);
  return writer;
}
const offer = (key: string) => ({
  ...{ product_id: 5, shop_id: 1, key, price: 1000, refund: 0, surcharge: 0, lowest30: null, stock: 5 },
  ...{ condition: 'new' as const, handling_min: 0, handling_max: 1 },
});

test('all offers of a large shop are found, and keys of former offers stay known', () => {
  const own = opened();
  const { statements } = own;
  const keys = Array.from({ length: 1001 }, (_, at) => `k${at + 1000}`);
  own.commit((change) => {
    for (const key of keys) change.put(offer(key), null, []);
  });
  const found = () => Array.from(statements.keysOf(1), ([key]) => key);
  expect(found()).toEqual(keys);
  own.commit((change) => change.remove(5, Number(statements.findKey(1, 'k1000')?.id)));
  expect(found()).toEqual(keys.slice(1));
  expect([...statements.allKeysOf(1)]).toHaveLength(1001);
});

test('a new store gives no id that a cart has, also while two lines swap their offers', async () => {
  const state = await openStateStore(folder);
  const at = '2026-07-15T12:00:00.000Z';
  await state.insertInto('session').values({ id: 's', audit_name: 's', created_at: at, changed_at: at }).execute();
  const line = { session_id: 's', model_id: '', quantity: 1, seen_price: 100, snapshot: '{}', created_at: at };
  for (const offer_id of [7, -500])
    await state
      .insertInto('cart_line')
      .values({ ...line, id: `l${offer_id}`, offer_id })
      .execute();
  await state.destroy();
  const { statements } = opened();
  writer?.commit((commit) => commit.put(offer('a'), null, []));
  expect(statements.findKey(1, 'a')?.id).toBe(501);
});

test('a failed commit leaves its ids to other programs', () => {
  const own = opened();
  const fail = (): void => {
    own.commit((commit) => {
      commit.put(offer('failed'), null, []);
      throw new Error('the disk is full');
    });
  };
  expect(fail).toThrow('the disk is full');
  const other = new OfferWriter(folder, () => null, testClock);
  other.commit((commit) => {
    for (const key of ['a', 'b']) commit.put(offer(key), null, []);
  });
  other.close();
  own.commit((commit) => commit.put(offer('c'), null, []));
  expect(['a', 'b', 'c'].map((key) => own.statements.findKey(1, key)?.id)).toEqual([1, 2, 3]);
});

test('an emptied store has another epoch, goes on with its numbers, and knows its former shops', () => {
  const own = opened();
  own.commit((commit) => commit.put(offer('a'), 99, []));
  const [epoch, last] = [epochOf(folder), own.statements.findKey(1, 'a')?.id];
  own.clear();
  expect(epochOf(folder)).not.toBe(epoch);
  expect([...knownShops(own.database)]).toEqual([['Shop 1', 1]]);
  expect(own.statements.findKey(1, 'a')).toEqual({ id: last, productId: 0, hash: null, withheld: 0 });
  expect(changeShop(own, shopRow(1), [['DE', 400, null, 1, 2]])).toBe(3);
});

test('the same announced prices are no change, others are', () => {
  const own = opened();
  const at = testClock.now() + 3600_000;
  const put = (...changes: OfferChange[]) => own.commit((commit) => commit.put(offer('a'), null, changes));
  const one = { at, price: 900 };
  put(one);
  expect(put(one)).toBeNull();
  for (const others of [[{ at, price: 800 }], [{ at: at + 1, price: 800 }], [one, { at: at + 1, price: null }], []])
    expect(put(...others)).not.toBeNull();
});

test('offers of a newer version of the shop are refused as they are', () => {
  const own = opened();
  const version = Number(own.database.prepare('pragma user_version').get()?.user_version);
  for (const other of [version + 1, version - 1]) {
    own.database.exec(`pragma user_version = ${other}`);
    expect(() => new OfferWriter(folder, () => null, testClock)).toThrow(`has tables of version ${other}`);
  }
});
