import type { ShopRow } from './offer-tables.js';
import type { OfferWriter } from './offer-writer.js';

type Rate = readonly [country: string, tariff: number, freeFrom: number | null, daysMin: number, daysMax: number];

const productsAtATime = 500;
/** The key in `meta` of a shop whose offers are not all updated. */
const markOf = (shopId: number): string => `shop ${shopId} changed`;

/**
 * Writes a shop and its tariff, then updates its offers in commits of whole products. {@link finishShops} completes an
 * interrupted update. Returns the number of the last commit.
 * @param rates null = unchanged
 */
export function changeShop(
  writer: OfferWriter,
  shop: Omit<ShopRow, 'offers'>,
  rates: readonly Rate[] | null,
): number | null {
  const { database } = writer;
  const columns = Object.keys(shop);
  const write = (): void => {
    database
      .prepare(
        `insert into shop (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
         on conflict (id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      )
      .run(...Object.values(shop));
    if (rates) {
      database.prepare('delete from shop_rate where shop_id = ?').run(shop.id);
      const insert = database.prepare('insert into shop_rate values (?, ?, ?, ?, ?, ?)');
      for (const rate of rates) insert.run(shop.id, ...rate);
    }
  };
  return changeRates(writer, shop.id, write);
}

/**
 * Changes something that a shop's prices depend on, then updates its offers. Returns the number of the last commit.
 * @param write runs within the first transaction
 */
export function changeRates(writer: OfferWriter, shopId: number, write: () => unknown): number | null {
  const first = writer.commit((commit) => {
    write();
    writer.statements.setMeta(markOf(shopId), '1');
    commit.touchShop(shopId);
  });
  return workOut(writer, shopId) ?? first;
}

/** Completes interrupted updates. Call it before other writes. */
export function finishShops(writer: OfferWriter): void {
  const marks = writer.database.prepare("select key from meta where key like 'shop % changed'").all();
  for (const { key } of marks) workOut(writer, Number(String(key).split(' ')[1]));
}

function workOut(writer: OfferWriter, shopId: number): number | null {
  const products = new Set<number>();
  for (const [, { productId }] of writer.statements.keysOf(shopId)) products.add(productId);
  const sorted = [...products].sort((a, b) => a - b);
  let last: number | null = null;
  for (let at = 0; at < sorted.length; at += productsAtATime)
    last = writer.commit((commit) => {
      for (const product of sorted.slice(at, at + productsAtATime)) commit.touch(product);
    });
  writer.commit(() => writer.statements.dropMeta(markOf(shopId)));
  return last;
}
