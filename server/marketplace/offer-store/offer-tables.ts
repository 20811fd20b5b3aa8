import type { TextOverrideKind } from '../../contract/text-overrides.js';
import {
  blob,
  column,
  integer,
  key,
  keyed,
  maybeInteger,
  maybeText,
  type Row,
  real,
  table,
  text,
  word,
} from '../files/columns.js';

/**
 * Version of the tables below, kept as `user_version` of `offers.db`. Raised with every change that readers notice;
 * `npm run upgrade` brings an older file up to date.
 */
export const offerStoreVersion = 3;

/**
 * Tables of `offers.db`: what changes all day. Money is integer cents, times are milliseconds since 1970. Offers lie by
 * product, since an article reads all offers of one; no index holds a price, so that a changed price is one page.
 */
export const offerTables = {
  // epoch: random word of this file, another one after a restore. next_offer_id: never given twice (D50). floor:
  // highest number of a commit that the log no longer has. folded: number of the commit that best_block is as of.
  meta: keyed({ key: text, value: text }, 'key'),

  // language: of terms and policy, which are sanitised HTML. return_cost: null = the shop pays. offers: how many are
  // sold.
  shop: table({
    id: key,
    name: text,
    slug: column<string>('text not null unique'),
    rating: real,
    rating_count: integer,
    country: text,
    city: text,
    street: text,
    postcode: text,
    phone: text,
    email: text,
    register: text,
    vat_id: text,
    language: text,
    return_days: integer,
    return_cost: maybeInteger,
    terms: text,
    policy: text,
    offers: column<number>('integer not null default 0'),
  }),
  shop_rate: keyed(
    { shop_id: integer, country: text, tariff: integer, free_from: maybeInteger, days_min: integer, days_max: integer },
    'shop_id',
    'country',
  ),

  // key: the shop's own id of the offer. surcharge: shipping per piece above the tariff. withheld: bits of the reasons
  // for which it is not sold (offer-rejections.ts), 0 = sold.
  offer: keyed(
    {
      product_id: integer,
      id: integer,
      shop_id: integer,
      key: text,
      price: integer,
      refund: integer,
      surcharge: integer,
      lowest30: maybeInteger,
      stock: integer,
      condition: word<'new' | 'remanufactured' | 'used'>(),
      handling_min: integer,
      handling_max: integer,
      withheld: integer,
    },
    'product_id',
    'id',
  ),
  // Every key that a shop has ever used, with its id; product_id 0 = the offer is gone. hash: of the feed's row as it
  // was taken in, null = compare the offer itself. withheld: as in `offer`, so that a feed without news need not read
  // it.
  offer_key: keyed(
    { shop_id: integer, key: text, id: integer, product_id: integer, hash: maybeInteger, withheld: integer },
    'shop_id',
    'key',
  ),
  // Carts and links name offers by id.
  offer_product: table({ id: key, product_id: integer }),
  // What the feeds say will change: from that time on an offer costs `price`, or has ended (null). Kept for withheld
  // offers too. What is due is worked in by import/due-changes.ts; until then readers follow it.
  offer_change: keyed({ offer_id: integer, at: integer, price: maybeInteger }, 'offer_id', 'at'),

  // Products that must not be sold, and why (recall.ts). reason: JSON by language.
  recall: table({ product_id: key, at: integer, reason: text, url: maybeText }),

  // Texts that replace imported ones, as in the state (text-overrides/); language '' = the same in all.
  correction: keyed(
    { kind: word<TextOverrideKind>(), subject: integer, field: text, language: text, text: text },
    'kind',
    'subject',
    'field',
    'language',
  ),

  // The log: one row for each commit (offer-log.ts). products, best_ids, leaves, shops: ids as u32; best: the
  // summaries of best_ids. flags: 1 = a product's first or last offer came or went, 2 = a shop or its tariff, 4 = a
  // text. texts: JSON of what has another text, ids by kind.
  change: table({
    number: key,
    at: integer,
    products: blob,
    best_ids: blob,
    best: blob,
    leaves: blob,
    shops: blob,
    flags: integer,
    texts: column<string>("text not null default ''"),
  }),
  // Summaries of 1,024 products by id, as of the commit in meta.folded: only for starts.
  best_block: table({ block: key, data: blob }),

  // Lowest totals of products by day (UTC, counted from 1970-01-01), only of days on which they changed
  // (price-history.ts). lows, lasts: of the day and at its end, a u32 for each edition country. By day, since a day is
  // written, thinned and forgotten as a whole.
  price_history: keyed({ day: integer, product_id: integer, lows: blob, lasts: blob }, 'day', 'product_id'),
  history_day: table({ day: key }),
};

export const offerStoreDdl = `
${Object.entries(offerTables)
  .map(([name, { ddl }]) => ddl(name))
  .join('\n')}
create index offer_change_due on offer_change (at);
`;

/** The rows of `offers.db` as Kysely sees them. */
export type OfferTables = { [Name in keyof typeof offerTables]: Row<(typeof offerTables)[Name]> };
export type OfferRow = OfferTables['offer'];
export type ShopRow = OfferTables['shop'];
export type RateRow = OfferTables['shop_rate'];

/** From a time on (milliseconds since 1970) an offer costs `price` (cents), or has ended (null). */
export interface OfferChange {
  readonly at: number;
  readonly price: number | null;
}
