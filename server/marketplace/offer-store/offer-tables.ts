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
 * Version of the tables below, stored as `user_version` of `offers.db`. Raise it with every change that readers notice;
 * `npm run upgrade` migrates older files.
 */
export const offerStoreVersion = 4;

/**
 * Tables of `offers.db`, which change all day. Money is integer cents, times are milliseconds since 1970. Offers are
 * stored by product, because an article reads all of its offers. No index contains a price, so a changed price writes
 * one page.
 */
export const offerTables = {
  // epoch: random, new after a restore. next_offer_id: ids are not reused (D50). floor: highest deleted commit of the
  // log. folded: commit of best_block.
  meta: keyed({ key: text, value: text }, 'key'),

  // language: of terms and policy, which are sanitised HTML. return_payer: '' = the shop does not say.
  // return_cost: 0, return_payer: 'shop' as const = unknown. offers: number of sold ones.
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
    return_payer: column<'shop' | 'buyer' | ''>("text not null default ''"),
  }),
  shop_rate: keyed(
    { shop_id: integer, country: text, tariff: integer, free_from: maybeInteger, days_min: integer, days_max: integer },
    'shop_id',
    'country',
  ),

  // key: the shop's id of the offer. surcharge: shipping per piece above the tariff. withheld: bits of the reasons
  // against its sale (withheld.ts), 0 = sold.
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
  // All keys that a shop has used. product_id: 0 = the offer is gone. hash: of the imported row, null = compare the
  // offer. withheld: as in `offer`, so that an unchanged row reads no offer.
  offer_key: keyed(
    { shop_id: integer, key: text, id: integer, product_id: integer, hash: maybeInteger, withheld: integer },
    'shop_id',
    'key',
  ),
  // Carts and links refer to offers by id.
  offer_product: table({ id: key, product_id: integer }),
  // Announced changes: `price` from a time on, null = the offer ends. Withheld offers have them too.
  // import/due-changes.ts applies them; until then readers do.
  offer_change: keyed({ offer_id: integer, at: integer, price: maybeInteger }, 'offer_id', 'at'),

  // Products that must not be sold (recall.ts). reason: JSON by language.
  recall: table({ product_id: key, at: integer, reason: text, url: maybeText }),

  // Texts that replace imported ones, as in the state (text-overrides/); language '' = all languages.
  correction: keyed(
    { kind: word<TextOverrideKind>(), subject: integer, field: text, language: text, text: text },
    'kind',
    'subject',
    'field',
    'language',
  ),

  // The log, one row per commit (offer-log.ts). products, best_ids, leaves, shops: ids as u32. best: summaries of
  // best_ids. flags: 1 = a product's first or last offer, 2 = a shop or tariff, 4 = a text. texts: JSON of ids by kind.
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
  // Summaries of 1,024 products by id as of meta.folded, only read at starts.
  best_block: table({ block: key, data: blob }),

  // Lowest totals by product and day (UTC, counted from 1970-01-01), for days with a change (price-history.ts). lows,
  // lasts: during and at the end of the day, a u32 per edition country. Days are written, thinned and deleted as a
  // whole.
  price_history: keyed({ day: integer, product_id: integer, lows: blob, lasts: blob }, 'day', 'product_id'),
  history_day: table({ day: key }),
};

export const offerStoreDdl = `
${Object.entries(offerTables)
  .map(([name, { ddl }]) => ddl(name))
  .join('\n')}
create index offer_change_due on offer_change (at);
`;

export type OfferTables = { [Name in keyof typeof offerTables]: Row<(typeof offerTables)[Name]> };
export type OfferRow = OfferTables['offer'];
export type ShopRow = OfferTables['shop'];
export type RateRow = OfferTables['shop_rate'];

/** From `at` (milliseconds since 1970) on, an offer costs `price` (cents), or has ended (null). */
export interface OfferChange {
  readonly at: number;
  readonly price: number | null;
}
