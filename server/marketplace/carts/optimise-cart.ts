import type { Wire } from '../../contract/handler-types.js';
import { cents, toEuros } from '../../contract/money.js';
import { ProblemError } from '../../contract/problem.js';
import { type Choice, daysOf, optionOf, type Problem } from '../cart-plans/basket-problem.js';
import { makePlans, type Plan } from '../cart-plans/plans.js';
import { inTurn } from '../cart-plans/run-search.js';
import type { OfferRow } from '../offer-store/offer-tables.js';
import { offersNow } from '../offers/offers-now.js';
import { type ShopIndex, shopWire } from '../offers/shop-index.js';
import { offersOf } from '../offers/sold-offers.js';
import { parcelShipping, type Rate } from '../shipping/shipping.js';
import type { Generation } from '../store/generation.js';
import type { StoredLine } from './read-cart.js';
import { readOffers } from './read-offer.js';
import { maxPieces } from './write-cart.js';

type Supply = Wire<'cartOptimise'>['current'];

/** A line that can be bought as it stands, with every offer of the same part that could supply it, its own first. */
interface Supplied {
  line: StoredLine;
  offers: OfferRow[];
}

/** Lines of the cart that can be bought, with their ways to be (D18): same part and condition, shipped, and of another shop as many pieces as are wanted. */
async function readSupplied(
  generation: Generation,
  shops: ShopIndex,
  lines: readonly StoredLine[],
  country: string,
): Promise<Supplied[]> {
  const ships = (offer: OfferRow): boolean => shops.rate(offer.shop_id, country) !== undefined;
  const ids = lines.map((line) => line.offer_id);
  if (ids.length === 0) return [];
  const known = await readOffers(generation, ids);
  const own = [...known.values()].map(({ offer }) => offer).filter((offer) => ships(offer) && offer.stock > 0);
  const ownById = new Map(own.map((offer) => [offer.id, offer]));
  const productIds = [...new Set(own.map((offer) => offer.product_id))];
  if (productIds.length === 0) return [];
  const all = await offersNow(generation.offers, await offersOf(generation.offers, productIds));
  const byProduct = Map.groupBy(all.filter(ships), (offer) => offer.product_id);
  return lines.flatMap((line) => {
    const kept = ownById.get(line.offer_id);
    if (!kept) return [];
    const others = (byProduct.get(kept.product_id) ?? []).filter(
      (offer) => offer.id !== kept.id && offer.condition === kept.condition && offer.stock >= line.quantity,
    );
    return [{ line, offers: [kept, ...others] }];
  });
}

function problemOf(shops: ShopIndex, supplied: readonly Supplied[], country: string) {
  const shopIds = [...new Set(supplied.flatMap(({ offers }) => offers.map((offer) => offer.shop_id)))];
  const rates = shopIds.map((id) => shops.rate(id, country) as Rate);
  const indexOf = new Map(shopIds.map((id, index) => [id, index]));
  const daysTo = (offer: OfferRow, end: 'Min' | 'Max'): number => {
    const rate = rates[indexOf.get(offer.shop_id) as number] as Rate;
    return end === 'Min' ? offer.handling_min + rate.daysMin : offer.handling_max + rate.daysMax;
  };
  const taken = new Map<number, number>();
  for (const { line } of supplied) taken.set(line.offer_id, (taken.get(line.offer_id) ?? 0) + line.quantity);
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
    // What the visitor has chosen stays possible, also where lines for several vehicles are more than one line may be.
    capacity: new Map(
      shared(supplied).map((offer) => [offer.id, Math.max(Math.min(offer.stock, maxPieces), taken.get(offer.id) ?? 0)]),
    ),
  };
  return { problem, shopIds, daysTo };
}

/** Offers that more than one line could take. */
function shared(supplied: readonly Supplied[]): OfferRow[] {
  const byId = Map.groupBy(
    supplied.flatMap(({ offers }) => offers),
    (offer) => offer.id,
  );
  return [...byId.values()].flatMap(([offer, second]) => (offer && second ? [offer] : []));
}

/**
 * Three ways to buy the same parts in one's country, and the cart as it is (D18). Changes nothing.
 * @throws ProblemError `unavailable` while too many carts are waiting for theirs
 */
export async function optimiseCart(
  generation: Generation,
  lines: readonly StoredLine[],
  country: string,
): Promise<Wire<'cartOptimise'>> {
  // Of one time, though shops may change while plans are made.
  const { shops } = generation.offers;
  const supplied = await readSupplied(generation, shops, lines, country);
  const { problem, shopIds, daysTo } = problemOf(shops, supplied, country);
  const current = supplied.map(() => 0);
  const plans = supplied.length === 0 ? [] : await inTurn(() => makePlans(problem, current));
  if (!plans) throw new ProblemError('unavailable', 'too many carts are being compared');

  const offerAt = (choice: Choice, line: number) => supplied[line]?.offers[choice[line] as number] as OfferRow;
  function supplyOf(choice: Choice): Supply {
    const chosen = supplied.map(({ line }, at) => ({ offer: offerAt(choice, at), quantity: line.quantity }));
    const parcels = [...Map.groupBy(chosen, ({ offer }) => offer.shop_id)];
    const sum = (of: (offer: OfferRow) => number) =>
      chosen.reduce((total, { offer, quantity }) => total + of(offer) * quantity, 0);
    const [goods, refund] = [sum((offer) => offer.price), sum((offer) => offer.refund)];
    const shipping = parcels.reduce((total, [id, positions]) => {
      const rate = problem.shops[shopIds.indexOf(id)] as Rate;
      return (
        total +
        parcelShipping(
          rate,
          positions.map(({ offer, quantity }) => ({ ...offer, quantity })),
        )
      );
    }, 0);
    return {
      shops: parcels.map(([id, positions]) => ({ ...shopNameOf(shops, id), lines: positions.length })),
      sums: {
        priceSum: toEuros(cents(goods)),
        refundSum: toEuros(cents(refund)),
        shippingSum: toEuros(cents(shipping)),
        priceTotal: toEuros(cents(goods + refund + shipping)),
      },
      deliveryDays:
        chosen.length === 0
          ? null
          : { min: Math.max(...chosen.map(({ offer }) => daysTo(offer, 'Min'))), max: daysOf(problem, choice) },
    };
  }
  const now = supplyOf(current);
  const planWire = ({ kind, choice, exact }: Plan) => {
    const supply = supplyOf(choice);
    return {
      kind,
      ...supply,
      saving: toEuros(cents(Math.round((now.sums.priceTotal - supply.sums.priceTotal) * 100))),
      replacements: supplied.flatMap(({ line }, at) => {
        const offer = offerAt(choice, at);
        if (choice[at] === 0) return [];
        return {
          from: line.id,
          to: String(offer.id),
          shop: shopNameOf(shops, offer.shop_id).name,
          sum: toEuros(cents(optionOf(problem, choice, at).goods)),
          previousSum: toEuros(cents(optionOf(problem, current, at).goods)),
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
