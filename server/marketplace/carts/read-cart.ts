import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { cartData, cartShop } from '../../contract/carts.js';
import type { Language } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';
import { cents, toEuros } from '../../contract/money.js';
import { packSizeOf } from '../catalogue/amount.js';
import { durabilityOf } from '../catalogue/drawing-attributes.js';
import { type FitWire, fitOf, isUniversal } from '../catalogue/fit.js';
import { readProducts } from '../catalogue/product-list.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import { shopWire } from '../offer-store/shop-index.js';
import { statedDays } from '../offer-store/unknown-facts.js';
import { type Position, parcelShipping, type Rate } from '../shipping/shipping.js';
import type { StateTables } from '../state/state-tables.js';
import { optionalModel } from '../vehicles/context.js';
import {
  type CartArticleWire,
  type LineSnapshot,
  lineModel,
  type OfferEntry,
  offersOfLines,
  productOfLine,
} from './read-offer.js';
import type { Session } from './sessions.js';
import { piecesInStock } from './stock.js';

type CartDataWire = z.input<typeof cartData>;
type CartShopWire = z.input<typeof cartShop>;

export interface StoredLine {
  id: string;
  offer_id: number;
  quantity: number;
  seen_price: number;
  snapshot: LineSnapshot;
}
export interface Viewer {
  locale: Locale;
  country: string;
}

/** A line with today's data. `position` is null if the line cannot be bought. */
interface ResolvedLine {
  wire: CartArticleWire;
  shop: ReturnType<typeof shopWire>;
  rate: Rate | null;
  position: (Position & { refund: number }) | null;
}

export async function storedLines(db: Kysely<StateTables>, session: Session): Promise<StoredLine[]> {
  const rows = await db
    .selectFrom('cart_line')
    .select(['id', 'offer_id', 'quantity', 'seen_price', 'snapshot'])
    .where('session_id', '=', session.id)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, snapshot: JSON.parse(row.snapshot) as LineSnapshot }));
}

/** Returns the cart at today's prices, shipped to the viewer's country (D13, D17, D62). */
export async function composeCart(
  generation: Generation,
  lines: readonly StoredLine[],
  viewer: Viewer,
  reading = offersOfLines(generation, lines),
): Promise<CartDataWire> {
  const offers = await reading;
  const language = languageOf(viewer.locale);
  const resolved: ResolvedLine[] = [];
  const there = piecesInStock(lines, (offerId) => offers.get(offerId)?.offer.stock ?? 0);
  for (const line of lines) {
    const entry = offers.get(line.offer_id);
    const car = optionalModel(generation, line.snapshot.model?.id);
    const model = car ? lineModel(generation, car, viewer.locale) : line.snapshot.model;
    const fit = await fitOfLine(generation, line, entry, car, language);
    const known = entry && { ...entry, there: there.get(line.id) ?? 0 };
    const shown = { ...line, snapshot: { ...line.snapshot, model, fit } };
    resolved.push(resolve(generation, shown, known, viewer.country, language));
  }
  const parcels = [...Map.groupBy(resolved, (line) => line.shop.id).values()].map(parcelOf);
  const ratings = parcels.flatMap(({ wire }) => wire.rating ?? []);
  const sumOf = (key: 'goods' | 'refund' | 'shipping') => parcels.reduce((sum, parcel) => sum + parcel[key], 0);
  const [goods, refund, shipping] = [sumOf('goods'), sumOf('refund'), sumOf('shipping')];
  return {
    cartArticles: resolved.map((line) => line.wire),
    cartShops: parcels.map((parcel) => parcel.wire),
    minShopFeedbackAvg: ratings.length === 0 ? 0 : Math.min(...ratings),
    countArticles: lines.reduce((sum, line) => sum + line.quantity, 0),
    ...sumsWire(goods, refund, shipping),
    priceTotal: toEuros(cents(goods + refund + shipping)),
  };
}

/** Returns the fit of a line in the reader's language; the stored fit if its part or vehicle is gone. */
async function fitOfLine(
  generation: Generation,
  { snapshot }: StoredLine,
  entry: OfferEntry | undefined,
  model: Model | null,
  language: Language,
): Promise<FitWire> {
  const product = entry?.product ?? (await readProducts(generation, [Number(snapshot.productId)]))[0];
  const isKnown = product && (!snapshot.model || model || isUniversal(generation, product));
  return isKnown ? fitOf(generation, product, model, language) : snapshot.fit;
}

function resolve(
  generation: Generation,
  line: StoredLine,
  entry: (OfferEntry & { there: number }) | undefined,
  country: string,
  language: Language,
): ResolvedLine {
  const { snapshot, quantity } = line;
  const { model, fit } = snapshot;
  const known = { id: line.id, offerId: String(line.offer_id), model, quantity, fit };
  if (!entry) {
    const { shop, ...rest } = snapshot;
    const shown = { unitPrice: toEuros(cents(line.seen_price)), previousPrice: null, sum: 0, refund: 0 };
    const wire = {
      ...rest,
      ...known,
      ...shown,
      shopId: shop.id,
      packSize: null,
      pieces: null,
      durability: null,
      deliveryDays: null,
      available: false,
      state: 'gone' as const,
    };
    return { wire, shop, rate: null, position: null };
  }
  const { offer, product } = entry;
  const shop = shopWire(entry.shop);
  const rate = generation.offers.shops.rate(offer.shop_id, country) ?? null;
  const state = !rate ? 'notShippable' : offer.stock <= 0 ? 'soldOut' : entry.there < quantity ? 'tooFew' : 'ok';
  const isBought = state === 'ok' || state === 'tooFew';
  const wire: CartArticleWire = {
    ...known,
    ...productOfLine(generation, product, language),
    shopId: shop.id,
    packSize: packSizeOf(product),
    durability: durabilityOf(product),
    unitPrice: toEuros(cents(offer.price)),
    previousPrice: line.seen_price === offer.price ? null : toEuros(cents(line.seen_price)),
    pieces: state === 'tooFew' ? entry.there : null,
    sum: isBought ? toEuros(cents(offer.price * quantity)) : 0,
    refund: isBought ? toEuros(cents(offer.refund * quantity)) : 0,
    taxClass: product.tax_class,
    deliveryDays: rate && statedDays(offer.handling_min + rate.daysMin, offer.handling_max + rate.daysMax),
    available: isBought,
    state,
  };
  const position = isBought ? { price: offer.price, surcharge: offer.surcharge, refund: offer.refund, quantity } : null;
  return { wire, shop, rate, position };
}

/** Sums the lines of one shop. Cents. */
function parcelOf(lines: readonly ResolvedLine[]): {
  wire: CartShopWire;
  goods: number;
  refund: number;
  shipping: number;
} {
  const positions = lines.flatMap((line) => (line.position ? [line.position] : []));
  const rate = lines.find((line) => line.rate)?.rate ?? null;
  const goods = positions.reduce((sum, each) => sum + each.price * each.quantity, 0);
  const refund = positions.reduce((sum, each) => sum + each.refund * each.quantity, 0);
  const shipping = rate && positions.length > 0 ? parcelShipping(rate, positions) : 0;
  const { shop } = lines[0] as ResolvedLine;
  const freeShippingFrom = rate?.freeFrom == null ? null : toEuros(cents(rate.freeFrom));
  return { wire: { ...shop, ...sumsWire(goods, refund, shipping), freeShippingFrom }, goods, refund, shipping };
}

export const sumsWire = (goods: number, refund: number, shipping: number) => ({
  priceSum: toEuros(cents(goods)),
  refundSum: toEuros(cents(refund)),
  shippingSum: toEuros(cents(shipping)),
});
