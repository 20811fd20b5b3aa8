import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { KnownKeys } from './known-keys.js';

const { dataDir } = importFolder();

test('the keys of a large feed say the same from memory as one by one, with their places', () => {
  const writer = new OfferWriter(dataDir(), () => null, testClock);
  const { statements } = writer;
  const stored = [
    ['a', { id: 901, productId: 7, hash: 2 ** 52, withheld: 0 }],
    ['b', { id: 902, productId: 0, hash: null, withheld: 5 }],
    ['c', { id: 903, productId: 8, hash: 0, withheld: 1 }],
  ] as const;
  try {
    writer.commit(() => {
      for (const shop of [77, 78])
        for (const [key, { productId, hash, ...known }] of stored)
          statements.putKey({ ...known, shop_id: shop, key }, productId, hash);
    });
    const keys = new KnownKeys(statements);
    const find = (shop: number) => ['a', 'b', 'c', 'd'].map((key) => keys.find(shop, key));
    const placed = (...places: number[]) => stored.map(([, known], index) => ({ ...known, place: places[index] }));
    expect(find(77)).toEqual([...placed(0, 0, 0), null]);
    expect([...keys.of(77)]).toEqual(stored);
    // From the two thousandth question on, the answers come from memory; each shop is counted for itself.
    for (let asked = 5; asked < 2000; asked++) keys.find(77, 'a');
    expect(keys.find(77, 'a')?.place).toBe(0);
    expect(find(77)).toEqual([...placed(1, 2, 3), null]);
    expect(find(78)).toEqual([...placed(0, 0, 0), null]);
    for (let asked = 5; asked <= 2000; asked++) keys.find(78, 'a');
    expect(find(78)).toEqual([...placed(4, 5, 6), null]);
    expect([...keys.of(77)].map(([key, known]) => [key, { ...known, place: undefined }])).toEqual(stored);
  } finally {
    writer.close();
  }
});
