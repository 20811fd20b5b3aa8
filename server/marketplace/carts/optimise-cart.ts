import type { Clock } from '../../clock/clock.js';
import { cents, toEuros } from '../../contract/money.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Choice, Problem } from '../cart-plans/basket-problem.js';
import { makeEquivalentPlan, makePlans, type Plan } from '../cart-plans/plans.js';
import { runInTurn } from '../cart-plans/run-search.js';
import type { ProductTable } from '../catalogue-file/catalogue-tables.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { type ShopIndex, shopWire } from '../offer-store/shop-index.js';
import { statedDays } from '../offer-store/unknown-facts.js';
import { offersNow, offersOf } from '../prices/offers-now.js';
import { parcelShipping, type Rate } from '../shipping/shipping.js';
import { boughtLines } from './bought-lines.js';
import { equivalentsOf } from './equivalent-parts.js';
import { type StoredLine, sumsWire, type Viewer } from './read-cart.js';
import { offersOfLines, productOfLine } from './read-offer.js';
import { maxPieces } from './snapshots.js';
import { piecesInStock } from './stock.js';

type Supply = Wire<'cartOptimise'>['current'];

/** A line that can be bought, with every offer that can supply it. */
interface Supplied {
  line: StoredLine;
  own: OfferRow;
  /** Its own offer first, unless that has too few pieces and another has enough (P7). */
  offers: readonly OfferRow[];
}

/**
 * Reads the lines that can be bought with their alternatives (D18): same part and condition, shipped, enough pieces.
 * @param equivalents products that may replace a line's own
 */
async function readSupplied(
  generation: Generation,
  shops: ShopIndex,
  lines: readonly StoredLine[],
  country: string,
  equivalents: ReadonlyMap<string, readonly number[]> = new Map(),
  reading = offersOfLines(generation, lines),
): Promise<Supplied[]> {
  const ships = (offer: OfferRow): boolean => shops.rate(offer.shop_id, country) !== undefined;
  const known = await reading;
  const own = [...known.values()].map(({ offer }) => offer).filter((offer) => ships(offer) && offer.stock > 0);
  const ownById = new Map(own.map((offer) => [offer.id, offer]));
  const productIds = [...new Set([...own.map((offer) => offer.product_id), ...[...equivalents.values()].flat()])];
  if (productIds.length === 0) return [];
  const all = await offersNow(generation.offers, await offersOf(generation.offers, productIds));
  const there = piecesInStock(lines, (id) => ownById.get(id)?.stock ?? 0);
  const byProduct = Map.groupBy(all.filter(ships), (offer) => offer.product_id);
  const isShort = (line: StoredLine): boolean => (there.get(line.id) ?? 0) < line.quantity;
  const taken = new Map<number, number>();
  const take = (id: number, pieces: number): unknown => taken.set(id, (taken.get(id) ?? 0) + pieces);
  for (const line of lines) if (!isShort(line)) take(line.offer_id, line.quantity);
  return lines.flatMap((line) => {
    const kept = ownById.get(line.offer_id);
    if (!kept) return [];
    const others = [kept.product_id, ...(equivalents.get(line.id) ?? [])]
      .flatMap((product) => byProduct.get(product) ?? [])
      .filter((offer) => offer.id !== kept.id && offer.condition === kept.condition && offer.stock >= line.quantity);
    const instead = isShort(line)
      ? others.find(({ id, stock }) => stock - (taken.get(id) ?? 0) >= line.quantity)
      : undefined;
    if (instead) take(instead.id, line.quantity);
    return [
      {
        line,
        own: kept,
        offers: instead ? [instead, ...others.filter((each) => each !== instead)] : [kept, ...others],
      },
    ];
  });
}

function problemOf(shops: ShopIndex, supplied: readonly Supplied[], country: string) {
  const shopIds = [...new Set(supplied.flatMap(({ own, offers }) => [own, ...offers].map((offer) => offer.shop_id)))];
  const rates = shopIds.map((id) => shops.rate(id, country) as Rate);
  const indexOf = new Map(shopIds.map((id, index) => [id, index]));
  const daysTo = (offer: OfferRow, end: 'Min' | 'Max'): number => {
    const rate = shops.rate(offer.shop_id, country) as Rate;
    return end === 'Min' ? offer.handling_min + rate.daysMin : offer.handling_max + rate.daysMax;
  };
  const taken = new Map<number, number>();
  for (const { line, offers } of supplied) {
    const first = offers[0]?.id ?? 0;
    taken.set(first, (taken.get(first) ?? 0) + line.quantity);
  }
  const problem: Problem = {
    shops: rates,
    lines: supplied.map(({ line: { quantity }, offers }) => ({
      pieces: quantity,
      options: offers.map((offer) => ({
        offerId: offer.id,
        shop: indexOf.get(offer.shop_id) as number,
        cost: (offer.price + offer.surcharge + offer.refund) * quantity,
        goods: offer.price * quantity,
        days: daysTo(offer, 'Max'),
      })),
    })),
    // The chosen offers stay possible, even if lines for several vehicles exceed the limit of one line.
    capacity: new Map(
      shared(supplied).map((offer) => [offer.id, Math.max(Math.min(offer.stock, maxPieces), taken.get(offer.id) ?? 0)]),
    ),
  };
  return { problem, daysTo };
}

/** Returns the offers that several lines could use. */
function shared(supplied: readonly Supplied[]): OfferRow[] {
  const byId = Map.groupBy(
    supplied.flatMap(({ offers }) => offers),
    (offer) => offer.id,
  );
  return [...byId.values()].flatMap(([offer, second]) => (offer && second ? [offer] : []));
}

/**
 * Plans three ways to buy the same parts, and describes the cart as it is (D18). Changes nothing.
 * @throws ProblemError `unavailable` while too many carts wait for plans
 */
export async function optimiseCart(
  generation: Generation,
  lines: readonly StoredLine[],
  country: string,
  offers?: ReturnType<typeof offersOfLines>,
): Promise<Wire<'cartOptimise'>> {
  // Shops may change while the plans are made.
  const { shops } = generation.offers;
  const supplied = await readSupplied(generation, shops, lines, country, undefined, offers);
  const { current, plans } = await plansOf(generation, shops, supplied, country, makePlans);
  const withoutParts = (plan: (typeof plans)[number]) =>
    plan.replacements.map(({ part: _, ...replacement }) => replacement);
  return { current, plans: plans.map((plan) => ({ ...plan, replacements: withoutParts(plan) })) };
}

/** Plans the cheapest way to buy equivalent parts for the same cars (D84). Changes nothing. */
export async function equivalentCart(
  generation: Generation,
  lines: readonly StoredLine[],
  { country, locale }: Viewer,
): Promise<Wire<'cartEquivalent'>> {
  const { shops } = generation.offers;
  const parts = new Map<string, readonly ProductTable[]>();
  for (const { line, product, model } of await boughtLines(generation, lines, country))
    if (model) parts.set(line.id, await equivalentsOf(generation, product, model));
  const ids = new Map(Array.from(parts, ([line, products]) => [line, products.map(({ id }) => id)]));
  const supplied = await readSupplied(generation, shops, lines, country, ids);
  const [plan] = (await plansOf(generation, shops, supplied, country, makeEquivalentPlan)).plans;
  const isOther = plan?.replacements.some(({ part }) => part !== null) && plan.saving > 0;
  if (!plan || !isOther) return { plan: null };
  const products = [...parts.values()].flat();
  const named = (id: number | null) => {
    const product = products.find((each) => each.id === id);
    if (!product) return null;
    const { title, brand, articleNumber, normNumber } = productOfLine(generation, product, languageOf(locale));
    return { title, brand, articleNumber, normNumber };
  };
  const replacements = plan.replacements.map((replacement) => ({ ...replacement, part: named(replacement.part) }));
  return { plan: { ...plan, replacements } };
}

/** Describes the cart as it is and the plans of `make`. `part` of a replacement is set for another product. */
async function plansOf<Kind extends string>(
  { offers: { clock } }: Generation,
  shops: ShopIndex,
  supplied: readonly Supplied[],
  country: string,
  make: (problem: Problem, current: Choice, clock: Clock) => Promise<Plan<Kind>[]>,
) {
  const { problem, daysTo } = problemOf(shops, supplied, country);
  const first = supplied.map(() => 0);
  const plans = supplied.length === 0 ? [] : await runInTurn(() => make(problem, first, clock));
  if (!plans) throw new ProblemError('unavailable', 'too many carts are being compared');

  const offerAt = (choice: Choice, line: number) => supplied[line]?.offers[choice[line] as number] as OfferRow;
  function supplyOf(offers: readonly OfferRow[]): Supply {
    const chosen = supplied.map(({ line }, at) => ({ offer: offers[at] as OfferRow, quantity: line.quantity }));
    const parcels = [...Map.groupBy(chosen, ({ offer }) => offer.shop_id)];
    const sum = (of: (offer: OfferRow) => number) =>
      chosen.reduce((total, { offer, quantity }) => total + of(offer) * quantity, 0);
    const [goods, refund] = [sum((offer) => offer.price), sum((offer) => offer.refund)];
    const shippingOf = (shop: number, positions: typeof chosen): number =>
      parcelShipping(
        shops.rate(shop, country) as Rate,
        positions.map(({ offer, quantity }) => ({ ...offer, quantity })),
      );
    const shipping = parcels.reduce((total, [shop, positions]) => total + shippingOf(shop, positions), 0);
    const daysOf = (end: 'Min' | 'Max'): number => Math.max(...chosen.map(({ offer }) => daysTo(offer, end)));
    return {
      shops: parcels.map(([id, positions]) => ({ ...shopNameOf(shops, id), lines: positions.length })),
      sums: { ...sumsWire(goods, refund, shipping), priceTotal: toEuros(cents(goods + refund + shipping)) },
      deliveryDays: chosen.length === 0 ? null : statedDays(daysOf('Min'), daysOf('Max')),
    };
  }
  const now = supplyOf(supplied.map(({ own }) => own));
  const planWire = ({ kind, choice, exact }: Plan<Kind>) => {
    const supply = supplyOf(supplied.map((_, at) => offerAt(choice, at)));
    return {
      kind,
      ...supply,
      saving: toEuros(cents(Math.round((now.sums.priceTotal - supply.sums.priceTotal) * 100))),
      replacements: supplied.flatMap(({ line, own }, at) => {
        const offer = offerAt(choice, at);
        if (offer === own) return [];
        return {
          from: line.id,
          to: String(offer.id),
          shop: shopNameOf(shops, offer.shop_id).name,
          sum: toEuros(cents(offer.price * line.quantity)),
          previousSum: toEuros(cents(own.price * line.quantity)),
          part: offer.product_id === own.product_id ? null : offer.product_id,
        };
      }),
      exact,
    };
  };
  return { current: now, plans: plans.map(planWire) };
}

function shopNameOf(shops: ShopIndex, id: number): { id: string; name: string } {
  const shop = shops.all.get(id);
  return { id: String(id), name: shop ? shopWire(shop).name : '' };
}
