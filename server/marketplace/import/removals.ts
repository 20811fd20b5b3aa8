import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { normaliseNumber } from '../../contract/search.js';
import { KnownShops } from '../offer-store/known-shops.js';
import { nameKey } from '../offer-store/name-key.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { keepShopIds } from '../offer-store/stored-shops.js';
import type { ShopChoice } from '../program/shop-choice.js';
import { FeedLock } from './feed-lock.js';
import { FitmentWriter } from './fitment-writer.js';
import { FeedError } from './reading/import-errors.js';
import { withOffers } from './served-products.js';
import { updateFromNames, updateFromProducts } from './update-derived-tables.js';

export const removalKinds = ['product', 'category', 'vehicle', 'shop'] as const;
export type RemovalKind = (typeof removalKinds)[number];

/** A part of the catalogue to remove, with the rows that depend on it. */
export interface Removal {
  /** Name for messages to the operator. */
  readonly name: string;
  readonly hangs: Readonly<Record<string, number>>;
  /** Removes it from a copy of the catalogue and updates derived tables. */
  run(copy: DatabaseSync): void;
}

/** Query for the ids of a category and everything below it. */
const belowCategory = (id: number): string =>
  `with recursive below (id) as (select ${id} union all select c.id from category c join below b on c.parent_id = b.id) select id from below`;

/**
 * @param catalogue the served one, with the offers attached as `offers`
 * @param words brand and number of a product, or id of a category or model
 * @throws FeedError if it is not in the catalogue
 */
export function removalOf(
  catalogue: DatabaseSync,
  kind: Exclude<RemovalKind, 'shop'>,
  [first = '', second = '']: readonly string[],
): Removal {
  if (kind === 'product') return ofProduct(catalogue, first, second);
  return kind === 'category' ? ofCategory(catalogue, first) : ofVehicle(catalogue, first);
}

function ofProduct(catalogue: DatabaseSync, brandName: string, number: string): Removal {
  const brand = catalogue
    .prepare('select id, name from brand')
    .all()
    .find(({ name }) => nameKey(String(name)) === nameKey(brandName));
  const product = catalogue
    .prepare('select id, article_number from product where brand_id = ? and norm_number = ?')
    .get(Number(brand?.id ?? 0), normaliseNumber(number));
  if (!brand || !product) throw new FeedError(`There is no product ${brandName} ${number} in the catalogue.`);
  const where = `id = ${Number(product.id)}`;
  return {
    name: `product ${brand.name} ${product.article_number}`,
    hangs: hangingOn(catalogue, where),
    run(copy) {
      dropProducts(copy, where);
      updateFromProducts(copy);
    },
  };
}

function ofCategory(catalogue: DatabaseSync, given: string): Removal {
  const category = catalogue
    .prepare(
      "select c.id, t.title from category c join category_text t on t.category_id = c.id and t.language = 'de' where c.id = ?",
    )
    .get(Number(given));
  if (!category) throw new FeedError(`There is no category ${given} in the catalogue.`);
  const below = belowCategory(Number(category.id));
  const where = `category_id in (${below})`;
  const categories = Number(catalogue.prepare(`select count(*) as rows from (${below})`).get()?.rows) - 1;
  return {
    name: `category ${category.id} (${category.title})`,
    hangs: {
      'categories below it': categories,
      products: countOf(catalogue, `product where ${where}`),
      ...hangingOn(catalogue, where),
    },
    run(copy) {
      dropProducts(copy, where);
      for (const table of ['category_text', 'category_goods', 'category_warning'])
        copy.exec(`delete from ${table} where category_id in (${below})`);
      copy.exec(`delete from category where id in (${below})`);
      updateFromProducts(copy);
    },
  };
}

function ofVehicle(catalogue: DatabaseSync, id: string): Removal {
  const model = catalogue
    .prepare('select number, full_name, series_id, series_page_id from model where id = ?')
    .get(id);
  if (!model) throw new FeedError(`There is no vehicle ${id} in the catalogue.`);
  const number = Number(model.number);
  return {
    name: `vehicle ${id} (${model.full_name})`,
    hangs: {
      'registration keys': countOf(catalogue, `kba where model_number = ${number}`),
      fitments: countOf(catalogue, `fitment where model_number = ${number}`),
      'products that fit no other vehicle': countOf(
        catalogue,
        `fitment f where model_number = ${number} and (select count(*) from product_model where product_id = f.product_id) = 1`,
      ),
    },
    run(copy) {
      const fitment = new FitmentWriter(copy);
      const fits = copy.prepare(
        'select model_number, note_id from product_model where product_id = ? and model_number <> ?',
      );
      for (const { product_id, category_id } of copy
        .prepare('select product_id, category_id from fitment where model_number = ?')
        .all(number)) {
        const others = fits.all(Number(product_id), number);
        const left = new Map(others.map((row) => [Number(row.model_number), Number(row.note_id)]));
        fitment.replace(Number(product_id), Number(category_id), left);
      }
      copy.exec(`
        delete from kba where model_number = ${number};
        delete from vehicle_key where model_number = ${number};
        delete from model_approval where model_number = ${number};
        delete from model where number = ${number};
        delete from series where id = ${Number(model.series_id)} and id not in (select series_id from model);
        delete from series_page where id = ${Number(model.series_page_id)} and id not in (select series_page_id from series);
      `);
      updateFromNames(copy);
    },
  };
}

const countOf = (catalogue: DatabaseSync, from: string): number =>
  Number(catalogue.prepare(`select count(*) as rows from ${from}`).get()?.rows);

/** Tables whose rows are removed with their product. */
const ofProducts = {
  fitments: 'product_model',
  'original numbers': 'oe_number',
  documents: 'document',
  'tyre labels': 'tyre_label',
} as const;

function hangingOn(catalogue: DatabaseSync, where: string): Record<string, number> {
  const within = `product_id in (select id from product where ${where})`;
  const rows = Object.entries(ofProducts).map(([name, table]) => [
    name,
    countOf(catalogue, `${table} where ${within}`),
  ]);
  return {
    'offers, which stay with their ids and are not sold': countOf(catalogue, `offers.offer where ${within}`),
    'of them sold until now': countOf(catalogue, `offers.offer where withheld = 0 and ${within}`),
    ...Object.fromEntries(rows),
  };
}

function dropProducts(copy: DatabaseSync, where: string): void {
  const tables = [...Object.values(ofProducts), 'fitment', 'fitment_series_page', 'fitment_manufacturer'];
  for (const table of tables)
    copy.exec(`delete from ${table} where product_id in (select id from product where ${where})`);
  copy.exec(`delete from product where ${where}`);
}

/** Products in one commit. */
const productsAtATime = 500;

export function hangingOnShop({ database }: OfferWriter, shopId: number): Record<string, number> {
  const count = (from: string): number => Number(database.prepare(`select count(*) as rows from ${from}`).get()?.rows);
  return {
    offers: count(`offer_key where shop_id = ${shopId} and product_id <> 0`),
    'of them sold until now': Number(database.prepare('select offers from shop where id = ?').get(shopId)?.offers ?? 0),
    'delivery countries': count(`shop_rate where shop_id = ${shopId}`),
  };
}

/** Removes a shop with its offers and tariff, in commits of whole products. Ids stay. After a kill it can run again. */
export function removeShop(writer: OfferWriter, shopId: number): void {
  removeOffers(writer, shopId);
  writer.commit((commit) => {
    keepShopIds(writer.database, `id = ${shopId}`);
    writer.database.prepare('delete from shop_rate where shop_id = ?').run(shopId);
    writer.database.prepare('delete from shop where id = ?').run(shopId);
    commit.touchShop(shopId);
  });
}

/** Removes all offers of a shop in commits of whole products. Ids stay. @returns how many there were */
export function removeOffers(writer: OfferWriter, shopId: number): number {
  const offers = [...writer.statements.keysOf(shopId)].map(([, { id, productId }]) => ({ id, productId }));
  offers.sort((a, b) => a.productId - b.productId);
  for (let at = 0; at < offers.length; ) {
    const products = new Set<number>();
    writer.commit((commit) => {
      for (; at < offers.length; at++) {
        const offer = offers[at];
        if (!offer || products.add(offer.productId).size > productsAtATime) return;
        commit.remove(offer.productId, offer.id);
      }
    });
  }
  return offers.length;
}

/**
 * Removes all offers of a shop that no feed has confirmed in time. The next whole feed restores them under the same
 * ids.
 * @param timeoutMs how long to wait for a feed of the shop
 * @returns how many there were
 * @throws ExpectedError for an unknown shop, a missing catalogue, or if a feed of the shop runs
 */
export function expireShop(dataDir: string, choice: ShopChoice, clock: Clock, timeoutMs?: number): number {
  return withOffers({ dataDir, clock }, (writer) => {
    const shop = new KnownShops(writer.database).find(choice);
    using _lock = new FeedLock(dataDir, shop, timeoutMs);
    return removeOffers(writer, shop.id);
  });
}
