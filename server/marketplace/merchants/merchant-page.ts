import { sql } from 'kysely';
import { type Clock, dateOf } from '../../clock/clock.js';
import { cents, toEuros } from '../../contract/money.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { traderOf } from '../carts/checkout-data.js';
import { reportFeeds } from '../feeds/report-feeds.js';
import type { Generation } from '../generation/generation.js';
import type { Shop } from '../offer-store/shop-index.js';
import { withheldBits } from '../offer-store/withheld.js';
import type { ShopId } from '../program/shop-choice.js';
import { isPrecomputed } from '../shipping/edition-countries.js';
import { countriesOf } from '../shops/shop-page.js';
import { countByDay, type DayRow } from '../state/count-by-day.js';
import type { StateDb } from '../state/state-store.js';
import { feedsOf, type Needs } from './imports-of-shop.js';

/** A shop of the catalogue that a credential or an operator names. */
export type NamedShop = Shop & { readonly id: ShopId };

/** Offers that are counted at a time. Other calls of the thread go on in between. */
const portion = 20_000;
/** Most open reports that are looked through. */
const mostReports = 500;

/** Counts the offers of a shop: sold ones, and others by reason. */
async function countOffers({ offers }: Generation, { id }: Shop, clock: Clock) {
  const ofBits = new Map<number, number>();
  for (let after = '', read = portion; read === portion; await clock.sleep(0)) {
    const keys = sql`select key, withheld, product_id from offer_key
      where shop_id = ${id} and key > ${after} order by key limit ${portion}`;
    const { rows } = await sql<{ withheld: number; read: number; present: number; last: string }>`
      select withheld, count(*) as read, sum(product_id <> 0) as present, max(key) as last
      from (${keys}) group by withheld order by last desc`.execute(offers.db);
    for (const { withheld, present } of rows) ofBits.set(withheld, (ofBits.get(withheld) ?? 0) + present);
    read = rows.reduce((sum, row) => sum + row.read, 0);
    after = rows[0]?.last ?? '';
  }
  const unsold = Object.entries(withheldBits).map(([reason, bit]) => ({
    reason,
    offers: [...ofBits].reduce((sum, [bits, count]) => sum + ((bits & bit) === 0 ? 0 : count), 0),
  }));
  const valid = ofBits.get(0) ?? 0;
  const ships = offers.shops.ratesOf(id).some(({ country }) => isPrecomputed(country));
  if (!ships) unsold.push({ reason: 'shipsNowhere', offers: valid });
  const most = unsold.filter((each) => each.offers > 0).sort((one, other) => other.offers - one.offers);
  return { sold: ships ? valid : 0, unsold: most };
}

/** Returns open reports about articles that a shop offers. */
async function dataReportsOf(db: StateDb, { offers }: Generation, { id }: Shop) {
  const open = await db
    .selectFrom('data_report')
    .select(['id as number', 'created_at as receivedAt', 'handled_at as handledAt', 'article', 'reason', 'text'])
    .select(['locale', 'product_id'])
    .where('handled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(mostReports)
    .execute();
  const own = await offers.db
    .selectFrom('offer')
    .select('product_id')
    .where('product_id', 'in', [...new Set(open.map((row) => row.product_id))])
    .where('shop_id', '=', id)
    .execute();
  const offered = new Set(own.map((row) => row.product_id));
  return open.filter((row) => offered.has(row.product_id)).map(({ product_id: _, ...report }) => report);
}

/** Counts adds to carts, and carts that went to the checkout, with offers of a shop. */
async function figuresOf(db: StateDb, { id }: Shop, now: Date) {
  // Adds of former versions name no shop, so the figures of their days would be too low.
  const unnamed = await db
    .selectFrom('cart_audit')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('event', '=', 'add')
    .where('shop_id', 'is', null)
    .executeTakeFirst();
  const days = await countByDay(db, now, {
    added: (first) =>
      sql<DayRow>`select substr(at, 1, 10) as day, count(*) as times from cart_audit
        where shop_id = ${id} and event = 'add' and at >= ${first} group by 1`,
    handovers: (first) =>
      sql<DayRow>`select substr(created_at, 1, 10) as day, count(*) as times from handover
        where created_at >= ${first} and shops like ${`% ${id} %`} group by 1`,
  });
  return days.filter(({ day }) => day > (unnamed?.at ?? '').slice(0, 10));
}

/** Returns everything about a merchant but its credentials. */
export async function merchantPageOf(
  needs: Needs,
  generation: Generation,
  shop: NamedShop,
  clock: Clock,
): Promise<Wire<'merchantPage'>> {
  const now = dateOf(clock);
  const { feeds } = await reportFeeds(needs.db, [...feedsOf(needs, shop).values()], null, now);
  return {
    id: String(shop.id),
    trader: traderOf(shop),
    returns: {
      paidBy: shop.return_payer || null,
      cost: shop.return_cost === null ? null : toEuros(cents(shop.return_cost)),
      days: shop.return_days,
    },
    countries: countriesOf(generation, shop),
    ...(await countOffers(generation, shop, clock)),
    feeds,
    days: await figuresOf(needs.db, shop, now),
    dataReports: await dataReportsOf(needs.db, generation, shop),
  };
}
