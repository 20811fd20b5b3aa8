import { countries } from '../../contract/countries.js';
import { editionCountries } from '../shipping/edition-countries.js';
import { type Rate, totalOf } from '../shipping/shipping.js';
import type { OfferRow } from './offer-tables.js';

/** A shop as prices need it: how customers rate it, and what it charges by country. */
export interface ShopTariffs {
  readonly rating: number;
  /** By the order of `editionCountries`; null = it does not ship there. */
  readonly editions: readonly (Rate | null)[];
  /** Bits by the order of `countries`: where it ships, the first 32 and the others. */
  readonly reach: readonly [number, number];
}

/** @param rates by the code of the country */
export function tariffsOf(rating: number, rates: ReadonlyMap<string, Rate>): ShopTariffs {
  const reach: [number, number] = [0, 0];
  for (const [bit, country] of countries.entries())
    if (rates.has(country)) reach[bit >> 5] = ((reach[bit >> 5] as number) | (1 << (bit & 31))) >>> 0;
  return { rating, editions: editionCountries.map((country) => rates.get(country) ?? null), reach };
}

/** What an offer's price to the door is made of. */
type Priced = Pick<OfferRow, 'id' | 'price' | 'surcharge' | 'stock' | 'handling_min' | 'handling_max'>;

/**
 * The cheapest offer of one or several packs of a product to the door of one country. Money in cents, days of work from
 * ordering to the door.
 */
export interface BestOffer<Offer extends Priced = OfferRow> {
  readonly offer: Offer;
  readonly total: number;
  readonly daysMin: number;
  readonly daysMax: number;
  readonly count: number;
}

/** What lists show and sort by of one product. */
export interface OfferSummary {
  /** Of one pack, by the order of `editionCountries`; null = nobody ships there. */
  readonly best: readonly (BestOffer | null)[];
  /** Of as many packs as are usually bought (D74); the same where that is one. */
  readonly usual: readonly (BestOffer | null)[];
  /** In whole per cent against the offer's own lowest price of 30 days, the largest to each edition country (D89). */
  readonly reductions: readonly number[];
  /** Lowest price of the goods; null = no offer is sold. */
  readonly lowest: number | null;
  /** Bits by the order of `countries`: where somebody ships it to, the first 32 and the others. */
  readonly reach: readonly [number, number];
}

/** Days above this are told as this many. */
export const mostDays = 0xff;

/**
 * Works out what all offers of one product together tell. An offer with fewer packs than wanted is not one of the best, as
 * long as another has them. On a tie of totals the quicker offer is the best, then that of the better rated shop, then
 * the older one (D62). Loops, since an import of a million offers asks for it twice a product.
 * @param offers of one product, withheld ones included, by id
 * @param packs that are usually bought at once
 */
export function summarise(
  offers: readonly OfferRow[],
  shops: ReadonlyMap<number, ShopTariffs>,
  packs = 1,
): OfferSummary {
  const best: (Candidate | null)[] = [null, null, null, null, null, null];
  const usual: (Candidate | null)[] = packs === 1 ? best : [null, null, null, null, null, null];
  const reductions = [0, 0, 0, 0, 0, 0];
  let lowest: number | null = null;
  let [low, high] = [0, 0];
  for (const offer of offers) {
    const shop = offer.withheld === 0 ? shops.get(offer.shop_id) : undefined;
    if (!shop) continue;
    if (lowest === null || offer.price < lowest) lowest = offer.price;
    low |= shop.reach[0];
    high |= shop.reach[1];
    const reduction = reductionOf(offer);
    for (let index = 0; index < reductions.length; index++) {
      const rate = shop.editions[index];
      if (!rate) continue;
      if (reduction > (reductions[index] as number)) reductions[index] = reduction;
      best[index] = better(best[index] as Candidate | null, offer, rate, shop.rating, 1);
      if (packs > 1) usual[index] = better(usual[index] as Candidate | null, offer, rate, shop.rating, packs);
    }
  }
  return { best, usual, reductions, lowest, reach: [low >>> 0, high >>> 0] };
}

/** In whole per cent; 0 = none, or none in stock. */
export function reductionOf({ price, lowest30, stock }: OfferRow): number {
  return lowest30 !== null && lowest30 > price && stock > 0 ? Math.floor(100 - (100 * price) / lowest30) : 0;
}

export interface Candidate<Offer extends Priced = OfferRow> extends BestOffer<Offer> {
  count: number;
  readonly rating: number;
  /** Whether it has fewer packs than wanted. */
  readonly isShort: boolean;
}

/**
 * The better one of the best offer so far and of a later one.
 * @param rate of the offer's shop, whose customers rate it so
 * @param packs that are bought at once
 */
export function better<Offer extends Priced>(
  known: Candidate<Offer> | null,
  offer: Offer,
  rate: Rate,
  rating: number,
  packs: number,
): Candidate<Offer> {
  const isShort = offer.stock < packs;
  const total = totalOf(rate, offer.price, offer.surcharge, packs);
  const daysMax = offer.handling_max + rate.daysMax;
  if (known) {
    known.count++;
    const isWorse = isShort === known.isShort ? null : isShort;
    if (isWorse ?? (total - known.total || daysMax - known.daysMax || known.rating - rating) >= 0) return known;
  }
  const count = known?.count ?? 1;
  return { offer, total, daysMin: offer.handling_min + rate.daysMin, daysMax, count, rating, isShort };
}

/** Whether a list that shows or sorts the product would be another one. */
export function isSameSummary(one: OfferSummary, other: OfferSummary): boolean {
  return (
    one.lowest === other.lowest &&
    one.reach[0] === other.reach[0] &&
    one.reach[1] === other.reach[1] &&
    one.reductions.every((value, index) => value === other.reductions[index]) &&
    one.best.every((best, index) => isSameBest(best, other.best[index] ?? null)) &&
    one.usual.every((best, index) => isSameBest(best, other.usual[index] ?? null))
  );
}

function isSameBest(one: BestOffer | null, other: BestOffer | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.total === other.total &&
    one.count === other.count &&
    one.daysMin === other.daysMin &&
    one.daysMax === other.daysMax &&
    one.offer.id === other.offer.id &&
    one.offer.price === other.offer.price &&
    one.offer.refund === other.offer.refund
  );
}

/** Marks a missing total or lowest price. */
export const noPrice = 0xffff_ffff;
/** Highest id of a shop that a summary can name. */
export const mostShops = 0xffff;
const perAmount = 4 + 2 + 1 + 1;
const perCountry = 2 * perAmount + 1;
/**
 * Bytes of a packed summary: by country total, shop and days of one pack and of the usual ones, and reduction; then the
 * lowest price and the reach.
 */
export const summaryBytes = editionCountries.length * perCountry + 4 + 8;

/** Packs what lists sort and filter by. @param at where it begins in the bytes */
export function packSummary(summary: OfferSummary, view: DataView, at: number): void {
  let next = at;
  for (let index = 0; index < editionCountries.length; index++) {
    packBest(summary.best[index] ?? null, view, next);
    packBest(summary.usual[index] ?? null, view, next + perAmount);
    view.setUint8(next + 2 * perAmount, summary.reductions[index] as number);
    next += perCountry;
  }
  view.setUint32(next, summary.lowest ?? noPrice, true);
  view.setUint32(next + 4, summary.reach[0], true);
  view.setUint32(next + 8, summary.reach[1], true);
}

function packBest(best: BestOffer | null, view: DataView, at: number): void {
  view.setUint32(at, best?.total ?? noPrice, true);
  view.setUint16(at + 4, best?.offer.shop_id ?? 0, true);
  view.setUint8(at + 6, Math.min(mostDays, best?.daysMin ?? mostDays));
  view.setUint8(at + 7, Math.min(mostDays, best?.daysMax ?? mostDays));
}

/** The totals of one pack in a packed summary, by the order of `editionCountries`. */
export function totalsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const totals = new Uint32Array(editionCountries.length);
  for (let index = 0; index < totals.length; index++) totals[index] = view.getUint32(index * perCountry, true);
  return totals;
}

/** Where the parts of a packed summary are, for who reads them into columns. */
export const summaryLayout = {
  perCountry,
  usual: perAmount,
  total: 0,
  shop: 4,
  daysMin: 6,
  daysMax: 7,
  reduction: 2 * perAmount,
} as const;
