import { z } from 'zod';
import { deliveryDays, durabilityGuarantee, fit, image } from './articles.js';
import { category } from './catalogue.js';
import { decimalId, modelId, opaqueId, slug } from './ids.js';
import { money } from './money.js';
import { taxClasses } from './vat.js';
import { model, vehicle } from './vehicles.js';

/** 1 to 99 whole pieces (D17). Strings come from forms; anything but plain digits is refused, not rounded. */
export const quantity = z
  .union([
    z.number().int().min(1).max(99),
    z
      .string()
      .regex(/^[1-9]\d?$/)
      .transform(Number),
  ])
  .meta({ minimum: 1, maximum: 99 });

/**
 * Reason why a line cannot be bought: the offer has gone or is sold out, its shop does not ship to the country, or has
 * fewer pieces than the line wants.
 */
export const lineStates = ['ok', 'gone', 'soldOut', 'notShippable', 'tooFew'] as const;

/** One line = one offer for one vehicle (D52). */
export const cartArticle = z.object({
  id: opaqueId,
  offerId: decimalId,
  shopId: decimalId,
  productId: decimalId,
  title: z.string(),
  brand: z.object({ name: z.string(), seoName: slug }),
  articleNumber: z.string(),
  normNumber: z.string(),
  /** The vehicle it was chosen for, null when bought without one. */
  model: model.pick({ id: true, fullName: true, kw: true, ps: true }).nullable(),
  quantity: z.number().int(),
  /** Pieces in each that is bought, null where nobody says. */
  packSize: z.number().int().nullable(),
  /**
   * Pieces that the shop says it has for this line, where they are too few; 0 where other lines of the offer take them
   * all.
   */
  pieces: z.number().int().nullable(),
  unitPrice: money,
  /** Price at the time it was added or last seen, where that differs from `unitPrice`. */
  previousPrice: money.nullable(),
  sum: money,
  /** Deposit of the whole line. */
  refund: money,
  /** Class of the VAT in `unitPrice`; the delivery country sets the rate. */
  taxClass: z.enum(taxClasses).default('standard'),
  image: image.nullable(),
  fit,
  /** Its maker's guarantee that it lasts; buyers see it again before they order. */
  durability: durabilityGuarantee.nullable(),
  deliveryDays: deliveryDays.nullable(),
  available: z.boolean(),
  state: z.enum(lineStates),
});
export const cartShop = z.object({
  id: decimalId,
  name: z.string(),
  slug,
  city: z.string(),
  country: z.string(),
  rating: z.number(),
  ratingCount: z.number().int(),
  priceSum: money,
  refundSum: money,
  shippingSum: money,
  /** Goods sum from which this shop ships free to the country; null = never. */
  freeShippingFrom: money.nullable(),
});
/**
 * The whole cart: priceTotal = priceSum + shippingSum + refundSum (D13). Lines that are `gone`, `soldOut` or
 * `notShippable` count in no sum; those with `tooFew` do, with all their pieces (P7).
 */
export const cartData = z.object({
  cartArticles: z.array(cartArticle),
  cartShops: z.array(cartShop),
  /** Lowest shop rating in the cart, 0 when empty (D17). */
  minShopFeedbackAvg: z.number(),
  /** Sum of quantities (D51). */
  countArticles: z.number().int(),
  priceSum: money,
  refundSum: money,
  shippingSum: money,
  priceTotal: money,
});
/** Changes that can be undone: filled from a link, supplied by other shops, with other parts, restored, a line removed. */
export const undoableChanges = ['generate', 'plan', 'equivalent', 'restore', 'remove'] as const;
/** The latest of these changes, for a day; `id` restores the cart before it, or the removed line (D31). */
export const cartUndo = z.object({
  id: opaqueId,
  kind: z.enum(undoableChanges),
  /** False where nothing came of it, so that there is nothing to put back. */
  changed: z.boolean(),
  /** Items of a link that were left out: unknown, no quantity, beyond the fiftieth, or the cart is full. */
  skipped: z.number().int(),
  /** Lines that a link has filled up to 99 pieces, though it asks for more (D101). */
  capped: z.number().int().default(0),
  /** Title of the removed line; null for changes of the whole cart. */
  removed: z.string().nullable().default(null),
});
export const cartResponse = z.object({ cartData, undo: cartUndo.nullable() });
export const cartCount = z.object({ countArticles: z.number().int() });
export const quantityBody = z.object({ quantity });
export const addBody = z.object({ quantity: quantity.default(1) });
/** `unit`: what the quantity counts; of pieces, as many packs as hold them are added (D74). */
export const addQuery = { modelId: modelId.optional(), unit: z.enum(['pack', 'piece']).default('pack') };
/** Ways to buy the same parts (D18): least to pay, fewest parcels, soonest complete. */
export const planKinds = ['cheapest', 'fewestParcels', 'fastest'] as const;
/** A part that takes another's place, as people name it. */
const otherPart = cartArticle.pick({ title: true, brand: true, articleNumber: true, normNumber: true });
const planSums = z.object({ priceSum: money, refundSum: money, shippingSum: money, priceTotal: money });
/** A cart as a plan would have it, without lines that cannot be bought as they stand. */
const supply = z.object({
  shops: z.array(z.object({ id: decimalId, name: z.string(), lines: z.number().int() })),
  sums: planSums,
  /** Until everything is there; null where nothing can be bought. */
  deliveryDays: deliveryDays.nullable(),
});
export const plan = supply.extend({
  kind: z.enum(planKinds),
  /** Against the cart as it is; below zero where the plan costs more. */
  saving: money,
  /** `from` is a line of the cart, `to` an offer of the same brand, number and condition. */
  replacements: z.array(z.object({ from: opaqueId, to: decimalId, shop: z.string(), sum: money, previousSum: money })),
  /** Proven to be the best; otherwise the best that was found in time. */
  exact: z.boolean(),
});
export const optimise = z.object({ current: supply, plans: z.array(plan) });
/**
 * The cheapest way to buy parts that may be others: of the same measures, fitting the same car without a condition
 * (D84). Null where no other part saves anything. `part` is null where only the shop is another.
 */
export const equivalent = z.object({
  plan: plan
    .extend({
      kind: z.literal('equivalent'),
      replacements: z.array(plan.shape.replacements.element.extend({ part: otherPart.nullable() })),
    })
    .nullable(),
});
/** Replacements that are made together, as a plan names them. */
export const planBody = z.object({
  replacements: z
    .array(z.object({ from: opaqueId, to: decimalId }))
    .min(1)
    .max(250),
});

/** The same with other parts, which somebody has confirmed (D84). */
export const equivalentBody = planBody.extend({ confirmed: z.literal(true) });

/** Parts that a cart lacks for its jobs, and sets that cost less than the pieces in it. */
export const advice = z.object({
  /** `line` is the one whose job needs parts of the category too; `title` that of its part. */
  missing: z.array(z.object({ line: opaqueId, title: z.string(), category, vehicle: vehicle.nullable() })),
  /** `lines` are those that the set takes the place of; `saving` is of the whole cart. */
  sets: z.array(otherPart.extend({ lines: z.array(opaqueId), offerId: decimalId, modelId, saving: money })),
});
/** Shipping that a product's offers add to a cart with a parcel of their shops; negative if it becomes free. */
export const cartShipping = z.object({ offers: z.array(z.object({ id: decimalId, shipping: money })) });

/** Items that a link may bring; it is cut to the first of them (specification 5). */
export const mostGenerated = 50;
/** Pieces that an item of a link may ask for; what is more than a line holds is left out. */
export const maxPieces = 9999;
/** A cart from a link (D31, D101). `skipped`: items of the link that could not be read. */
export const generateBody = z.object({
  items: z
    .array(
      z.object({ offerId: decimalId, modelId: modelId.optional(), quantity: z.number().int().min(1).max(maxPieces) }),
    )
    .max(mostGenerated),
  replace: z.boolean(),
  skipped: z.number().int().min(0).max(10_000),
});
export const session = z.object({ sid: opaqueId });
/** Null for one that is not known, and for none. */
export const knownSession = z.object({ sid: opaqueId.nullable() });

export type CartArticle = z.output<typeof cartArticle>;
export type CartShop = z.output<typeof cartShop>;
export type Optimise = z.output<typeof optimise>;
export type Plan = z.output<typeof plan>;
export type EquivalentPlan = NonNullable<z.output<typeof equivalent>['plan']>;
export type Advice = z.output<typeof advice>;
export type GenerateBody = z.output<typeof generateBody>;
export type CartUndo = z.output<typeof cartUndo>;
export type CartData = z.output<typeof cartData>;
