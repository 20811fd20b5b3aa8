import type { DatabaseSync } from 'node:sqlite';

/** Where a maker needs nobody else to answer for its goods: the Union and the European Economic Area. */
const union =
  "('AT','BE','BG','CY','CZ','DE','DK','EE','ES','FI','FR','GR','HR','HU','IE','IS','IT','LI','LT','LU','LV','MT','NL','NO','PL','PT','RO','SE','SI','SK')";
/** Deposit in cents that a seller in Germany has to take on a starter battery (BattDG § 19). */
const batteryDeposit = 750;

const goodsOf = (goods: string): string =>
  `product_id in (select p.id from product p join category_goods g on g.category_id = p.category_id where g.goods = '${goods}')`;
const blank = (...columns: string[]): string => columns.map((column) => `trim(${column}) = ''`).join(' or ');

/**
 * What keeps an offer from being sold: a reason, the law behind it, and the condition on a row of `offer`.
 * Sets that are looked up are small (makers, shops, articles of a few categories), so that each is one pass.
 */
const rejections = [
  {
    reason: 'trader',
    law: 'Regulation (EU) 2022/2065 (DSA), Art. 30',
    where: `shop_id in (select id from shop where ${blank('name', 'street', 'postcode', 'city', 'phone', 'email', 'register')})`,
  },
  {
    reason: 'maker',
    law: 'Regulation (EU) 2023/988 (GPSR), Art. 19 (a)',
    where: `product_id in (select p.id from product p join brand b on b.id = p.brand_id where ${blank('b.name', 'b.address', 'b.email')})`,
  },
  {
    reason: 'euResponsible',
    law: 'Regulation (EU) 2023/988 (GPSR), Art. 16 and 19 (b)',
    where: `product_id in (select p.id from product p join brand b on b.id = p.brand_id
      where b.country not in ${union} and trim(coalesce(b.eu_responsible, '')) = '')`,
  },
  {
    reason: 'basePrice',
    law: 'Directive 98/6/EC, Art. 3 (1); PAngV § 4',
    where: `${goodsOf('measured')} and product_id in (select id from product where base_amount is null or base_unit is null)`,
  },
  {
    reason: 'tyreLabel',
    law: 'Regulation (EU) 2020/740, Art. 6',
    where: `${goodsOf('tyre')} and product_id not in (select product_id from tyre_label)`,
  },
  {
    reason: 'batteryDeposit',
    law: 'BattDG § 19',
    where: `${goodsOf('starterBattery')} and refund < ${batteryDeposit} and shop_id in (select id from shop where country = 'DE')`,
  },
] as const;

export type OfferRejection = (typeof rejections)[number]['reason'];

/** Why so many offers are not sold, the most frequent reason first. */
export interface RejectionCount {
  readonly reason: OfferRejection;
  /** Act and article that the offers fall short of. */
  readonly law: string;
  readonly offers: number;
}

/** An offer that is not sold; `offerKey` is the shop's own id of it. */
export interface RejectedOffer {
  readonly offerId: number;
  readonly reason: OfferRejection;
  readonly shop: string;
  readonly offerKey: string;
  readonly brand: string;
  readonly articleNumber: string;
}

/**
 * Moves withheld offers back into `offer`. To be called before a finished catalogue is changed;
 * `withholdRejectedOffers` then checks all of them again.
 */
export function returnWithheldOffers(database: DatabaseSync): void {
  database.exec(`
    insert or ignore into offer select * from withheld_offer;
    delete from withheld_offer;
    delete from offer_fault`);
}

/**
 * Takes offers that lack what the law needs out of `offer` into `withheld_offer`, with their reasons in `offer_fault`.
 * What is not in `offer` is in no listing, price, plan or cart, so that nothing else has to know of it. Run when shops,
 * brands, products and offers are in; running it twice changes nothing.
 */
export function withholdRejectedOffers(database: DatabaseSync): void {
  returnWithheldOffers(database);
  for (const { reason, where } of rejections)
    database.exec(`insert into offer_fault select id, '${reason}' from offer where ${where}`);
  database.exec(`
    insert into withheld_offer select * from offer where id in (select offer_id from offer_fault);
    delete from offer where id in (select offer_id from offer_fault)`);
}

/** How many offers of a catalogue are not sold, by reason; an offer with two errors counts under both. */
export function countRejections(database: DatabaseSync): RejectionCount[] {
  const count = database.prepare('select count(*) as offers from offer_fault where reason = ?');
  return rejections
    .map(({ reason, law }) => ({ reason, law, offers: Number(count.get(reason)?.offers ?? 0) }))
    .filter(({ offers }) => offers > 0)
    .sort((a, b) => b.offers - a.offers);
}

/** Offers that are not sold, each with its reasons, by shop. @param limit how many rows are read */
export function listRejectedOffers(database: DatabaseSync, limit: number): RejectedOffer[] {
  const rows = database.prepare(`
    select w.id as offerId, f.reason, s.name as shop, w.key as offerKey, b.name as brand, p.article_number as articleNumber
    from withheld_offer w join offer_fault f on f.offer_id = w.id join shop s on s.id = w.shop_id
    join product p on p.id = w.product_id join brand b on b.id = p.brand_id
    order by s.name, w.id, f.reason limit ?`);
  return rows.all(limit) as unknown as RejectedOffer[];
}
