import { countries } from '../../contract/countries.js';
import { editionCountries } from '../shipping/edition-countries.js';
import { type Rate, totalOf } from '../shipping/shipping.js';
import type { OfferRow } from './offer-tables.js';

/** A shop's rating and tariffs. */
export interface ShopTariffs {
  readonly rating: number;
  /** Tariffs in the order of `editionCountries`; null for a country that the offer does not ship to. */
  readonly editions: readonly (Rate | null)[];
  /** Bits of the countries it ships to, in the order of `countries`: the first 32 and the others. */
  readonly reach: readonly [number, number];
}

/** @param rates by country code */
export function tariffsOf(rating: number, rates: ReadonlyMap<string, Rate>): ShopTariffs {
  const reach: [number, number] = [0, 0];
  for (const [bit, country] of countries.entries())
    if (rates.has(country)) reach[bit >> 5] = ((reach[bit >> 5] as number) | (1 << (bit & 31))) >>> 0;
  return { rating, editions: editionCountries.map((country) => rates.get(country) ?? null), reach };
}

type Priced = Pick<OfferRow, 'id' | 'price' | 'surcharge' | 'stock' | 'handling_min' | 'handling_max'>;

/** The cheapest offer of some packs to one country. Money in cents, working days from order to delivery. */
export interface BestOffer<Offer extends Priced = OfferRow> {
  readonly offer: Offer;
  readonly total: number;
  readonly daysMin: number;
  readonly daysMax: number;
  readonly count: number;
}

/** The data of one product that lists show and sort by. */
export interface OfferSummary {
  /** Best offers for one pack, in the order of `editionCountries`; null if no shop ships there. */
  readonly best: readonly (BestOffer | null)[];
  /** Packs usually bought (D74); equal to `best` if that is one. */
  readonly usual: readonly (BestOffer | null)[];
  /** Largest reduction to each edition country against an offer's lowest price of 30 days (D89). Whole per cent. */
  readonly reductions: readonly number[];
  /** Lowest price of the goods; null = no offer is sold. */
  readonly lowest: number | null;
  /** Bits of the countries it ships to, in the order of `countries`: the first 32 and the others. */
  readonly reach: readonly [number, number];
}

/** More days are shown as this many. */
export const maxDays = 0xff;

/**
 * Summarises all offers of one product. Offers with enough packs come first, then the lowest total, the fewest days,
 * the best rating and the oldest offer (D62). Uses loops, because an import calls it twice per product.
 * @param offers of one product by id, withheld ones included
 * @param packs usually bought at once
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

/** Returns whole per cent; 0 = no reduction or no stock. */
export function reductionOf({ price, lowest30, stock }: OfferRow): number {
  return lowest30 !== null && lowest30 > price && stock > 0 ? Math.floor(100 - (100 * price) / lowest30) : 0;
}

export interface Candidate<Offer extends Priced = OfferRow> extends BestOffer<Offer> {
  count: number;
  readonly rating: number;
  /** Whether the shop has fewer packs than wanted. */
  readonly isShort: boolean;
}

/**
 * Returns the better of the best offer so far and a later one.
 * @param rate of the offer's shop
 * @param rating of the offer's shop
 * @param packs wanted at once
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

/** Returns whether lists show and sort the product as before. */
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
/** Highest shop id in a summary. */
export const maxShops = 0xffff;
const perAmount = 4 + 2 + 1 + 1;
const perCountry = 2 * perAmount + 1;
/**
 * Bytes of a packed summary. By country: total, shop and days of one pack and of the usual packs, and reduction. Then
 * the lowest price and the countries.
 */
export const summaryBytes = editionCountries.length * perCountry + 4 + 8;

/** @param at first byte of the summary */
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
  view.setUint8(at + 6, Math.min(maxDays, best?.daysMin ?? maxDays));
  view.setUint8(at + 7, Math.min(maxDays, best?.daysMax ?? maxDays));
}

/** Returns the totals of one pack in the order of `editionCountries`. */
export function totalsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const totals = new Uint32Array(editionCountries.length);
  for (let index = 0; index < totals.length; index++) totals[index] = view.getUint32(index * perCountry, true);
  return totals;
}

/** Offsets in a packed summary. */
export const summaryLayout = {
  perCountry,
  usual: perAmount,
  total: 0,
  shop: 4,
  daysMin: 6,
  daysMax: 7,
  reduction: 2 * perAmount,
} as const;
