import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { servedFile } from '../../server/marketplace/catalogue-file/served-file.js';
import { LiveOffers } from '../../server/marketplace/offer-store/live-offers.js';
import { noPrice, summarise } from '../../server/marketplace/offer-store/offer-summary.js';
import type { OfferRow } from '../../server/marketplace/offer-store/offer-tables.js';
import { productFacts } from '../../server/marketplace/offer-store/product-flags.js';
import { StoredShops } from '../../server/marketplace/offer-store/stored-shops.js';
import { editionCountries } from '../../server/marketplace/shipping/edition-countries.js';
import { ManualClock } from './manual-clock.js';

/** Returns contradictions between derived data of a folder's offers and their rows; empty if consistent. */
export async function offerFaults(dataDir: string): Promise<string[]> {
  const database = new DatabaseSync(join(dataDir, 'offers.db'), { readOnly: true });
  const catalogue = new DatabaseSync(servedFile(dataDir) ?? '', { readOnly: true });
  const findProduct = productFacts(catalogue);
  const live = LiveOffers.open(dataDir, true, new ManualClock());
  const faults: string[] = [];
  const note = (fault: string): void => void (faults.length < 20 && faults.push(fault));
  try {
    const checked = Object.values(database.prepare('pragma quick_check').get() ?? {})[0];
    if (checked !== 'ok') note(`quick_check: ${checked}`);
    const { rows, first, last } = database
      .prepare('select count(*) as rows, min(number) as first, max(number) as last from change')
      .get() as { rows: number; first: number; last: number };
    if (rows > 0 && last - first + 1 !== rows) note(`the log has gaps between ${first} and ${last}`);
    const { all: shops } = new StoredShops(database);
    const offers = database.prepare('select * from offer order by product_id, id');
    const sold = new Map<number, number>();
    let product: OfferRow[] = [];
    const judge = (): void => {
      const id = product[0]?.product_id;
      if (id === undefined) return;
      const summary = summarise(product, shops, findProduct(id)?.packs);
      for (const [index, country] of editionCountries.entries()) {
        const columns = live.best.of(country);
        const best = summary.best[index];
        const usual = summary.usual[index];
        for (const [kept, own] of [
          [columns, best],
          [columns.usual, usual],
        ] as const)
          if (kept.totals[id] !== (own?.total ?? noPrice) || kept.shops[id] !== (own?.offer.shop_id ?? 0))
            note(`product ${id} has another best offer to ${country} than its rows`);
      }
    };
    let count = 0;
    for (const row of offers.iterate() as Iterable<unknown> as Iterable<OfferRow>) {
      count++;
      if (row.withheld === 0) sold.set(row.shop_id, (sold.get(row.shop_id) ?? 0) + 1);
      if (product[0]?.product_id !== row.product_id) {
        judge();
        product = [];
      }
      product.push({ ...row });
    }
    judge();
    for (const { id, offers: counted } of database.prepare('select id, offers from shop').all())
      if (counted !== (sold.get(Number(id)) ?? 0)) note(`shop ${id} sells ${sold.get(Number(id))}, not ${counted}`);
    const keys = database
      .prepare(
        `select count(*) as all_keys, count(o.id) as found, count(p.id) as placed from offer_key k
         left join offer o on o.product_id = k.product_id and o.id = k.id and o.withheld = k.withheld
         left join offer_product p on p.id = k.id and p.product_id = k.product_id where k.product_id <> 0`,
      )
      .get();
    if (keys?.all_keys !== count || keys.found !== count || keys.placed !== count)
      note(`${count} offers, but keys: ${JSON.stringify(keys)}`);
    return faults;
  } finally {
    await live.close();
    database.close();
    catalogue.close();
  }
}
