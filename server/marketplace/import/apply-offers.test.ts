import { afterEach, beforeEach, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { OfferValues } from '../offer-store/offer-rows.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { withheldBits } from '../offer-store/withheld.js';
import { applyPending, unappliedShops } from './apply-offers.js';
import { actions, type PendingOffer, PendingOffers } from './pending-offers.js';
import { ServedProducts } from './served-products.js';

const { dataDir, importTable, served } = importFolder();
let products: ServedProducts;
let writer: OfferWriter;
beforeEach(() => {
  products = new ServedProducts(dataDir());
  writer = new OfferWriter(dataDir(), products.facts, testClock);
});
afterEach(() => {
  writer.close();
  products.close();
});

const discOf = (place: number) => ids.firstDisc + place;
const valuesOf = (key: string, product_id: number, price = 1000): OfferValues => ({
  ...{ product_id, shop_id: 3, key, price, refund: 0, surcharge: 0, lowest30: null, stock: 5 },
  ...{ condition: 'new', handling_min: 1, handling_max: 2 },
});
/** A change of an offer that nobody knows, so that it only fills a commit. */
const idle = (key: string, product: number): PendingOffer => ({
  ...{ action: actions.change, values: valuesOf(key, product), given: [], known: null, hash: null, changes: null },
});
const put = (values: OfferValues, known: PendingOffer['known'] = null): PendingOffer => ({
  ...{ action: actions.put, values, given: [], known, hash: 7, changes: [] },
});
/** Stores offers of Gamma. @returns them as a feed knows them */
function stored(...offers: OfferValues[]): NonNullable<PendingOffer['known']>[] {
  writer.commit((commit) => {
    for (const offer of offers) commit.put(offer, null, []);
  });
  return offers.map(({ key }, at) => ({ ...(writer.statements.findKey(3, key) ?? expect.fail(key)), place: at + 1 }));
}
function apply(...offers: PendingOffer[]): number | null {
  const pending = new PendingOffers();
  for (const offer of offers) pending.add(offer);
  return applyPending(writer, products, pending);
}
const lastCommit = () => Number(served('select max(number) as number from change')?.number);

test('an offer that leaves a product changes in the same commit as the offers that stay there', () => {
  const [from, to] = [discOf(0), discOf(5)];
  const [stays, moves] = stored(valuesOf('stays', from), valuesOf('moves', from));
  const before = lastCommit();
  const others = Array.from({ length: 4000 }, (_, at) => idle(`idle${at}`, from));
  const last = apply(...others, put(valuesOf('stays', from, 1100), stays), put(valuesOf('moves', to), moves));
  expect([last, lastCommit()]).toEqual([before + 1, before + 1]);
  expect(served("select product_id from offer where shop_id = 3 and key = 'moves'")).toEqual({ product_id: to });
});

test('the hashes of a shop prove nothing until the last of them is stored', () => {
  const [last] = stored(valuesOf('last', ids.pad));
  const sameAs = (at: number): PendingOffer => ({
    ...{ action: actions.keepHash, values: valuesOf(`k${at}`, ids.pad), given: [], hash: at, changes: [] },
    known: { id: 5000 + at, productId: ids.pad, place: at },
  });
  const feed = [
    ...Array.from({ length: 20_000 }, (_, at) => sameAs(at)),
    put(valuesOf('last', ids.pad, 900), { ...(last ?? expect.fail()), place: 20_001 }),
  ];
  writer.database.exec(
    "create trigger refuse before update of hash on offer_key when new.hash = 7 begin select raise(abort, 'full'); end",
  );
  expect(() => apply(...feed)).toThrow('full');
  expect([...unappliedShops(writer)]).toEqual([3]);
  writer.database.exec('drop trigger refuse');
  apply(...feed);
  expect([...unappliedShops(writer)]).toEqual([]);
});

test('an offer is judged by the catalogue that is served when it is written', async () => {
  await importTable('brands', 'brand;brand_country', 'Brand 1;TW');
  apply(put(valuesOf('a', ids.pad)));
  expect(served("select withheld from offer where shop_id = 3 and key = 'a'")).toEqual({
    withheld: withheldBits.euResponsible,
  });
});
