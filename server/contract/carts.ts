import { z } from 'zod';
import { deliveryDays, durabilityGuarantee, fit, image } from './articles.js';
import { category } from './catalogue.js';
import { decimalId, modelId, opaqueId, slug } from './ids.js';
import { money } from './money.js';
import { taxClasses } from './vat.js';
import { model, vehicle } from './vehicles.js';

/** 1 to 99 whole pieces (D17). Forms send strings; anything but plain digits is refused, not rounded. */
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
 * Reason why a line cannot be bought. The offer is gone or sold out, its shop does not ship to the country, or it has
 * too few pieces.
 */
export const lineStates = ['ok', 'gone', 'soldOut', 'notShippable', 'tooFew'] as const;

/** A line: one offer for one vehicle (D52). */
export const cartArticle = z.object({
  id: opaqueId,
  offerId: decimalId,
  shopId: decimalId,
  productId: decimalId,
  title: z.string(),
  brand: z.object({ name: z.string(), seoName: slug }),
  articleNumber: z.string(),
  normNumber: z.string(),
  /** Vehicle of the part; null if it was bought without one. */
  model: model.pick({ id: true, fullName: true, kw: true, ps: true }).nullable(),
  quantity: z.number().int(),
  /** Pieces in a pack; null if unknown. */
  packSize: z.number().int().nullable(),
  /** Pieces left in the shop for this line, if they are too few; 0 if other lines of the offer take them all. */
  pieces: z.number().int().nullable(),
  unitPrice: money,
  /** Price when it was added or last seen, if it differs from `unitPrice`. */
  previousPrice: money.nullable(),
  sum: money,
  /** Deposit of the whole line. */
  refund: money,
  /** VAT class of `unitPrice`; the delivery country sets the rate. */
  taxClass: z.enum(taxClasses).default('standard'),
  image: image.nullable(),
  fit,
  /** The maker's guarantee of durability, which buyers see again before they order. */
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
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  priceSum: money,
  refundSum: money,
  shippingSum: money,
  /** Goods sum from which the shop ships free to the country; null for never. */
  freeShippingFrom: money.nullable(),
});
/**
 * The cart: priceTotal = priceSum + shippingSum + refundSum (D13). Lines that are `gone`, `soldOut` or `notShippable`
 * count in no sum. Lines with `tooFew` count with all their pieces (P7).
 */
export const cartData = z.object({
  cartArticles: z.array(cartArticle),
  cartShops: z.array(cartShop),
  /** Lowest rating of the rated shops in the cart; 0 for none (D17). */
  minShopFeedbackAvg: z.number(),
  /** Sum of quantities (D51). */
  countArticles: z.number().int(),
  priceSum: money,
  refundSum: money,
  shippingSum: money,
  priceTotal: money,
});
/** Changes with undo: cart from a link, other shops, other parts, restored cart, removed line. */
export const undoableChanges = ['generate', 'plan', 'equivalent', 'restore', 'remove'] as const;
/** The latest of these changes, for a day. `id` restores the cart before it, or the removed line (D31). */
export const cartUndo = z.object({
  id: opaqueId,
  kind: z.enum(undoableChanges),
  /** False if the change had no effect. */
  changed: z.boolean(),
  /** Omitted items of a link: unknown, without quantity, beyond the fiftieth, or for a full cart. */
  skipped: z.number().int(),
  /** Lines that a link filled up to 99 pieces although it asks for more (D101). */
  capped: z.number().int().default(0),
  /** Title of the removed line; null for changes of the whole cart. */
  removed: z.string().nullable().default(null),
  /**
   * Place of the removed line: its shop, and the line after it. Without such a line it was the last of its shop, or of
   * the cart if the shop has no line left.
   */
  removedLine: z
    .object({ id: opaqueId, shop: z.object({ id: decimalId, name: z.string() }), nextId: opaqueId.nullable() })
    .nullable()
    .default(null),
});
export const cartResponse = z.object({ cartData, undo: cartUndo.nullable() });
export const cartCount = z.object({ countArticles: z.number().int() });
export const quantityBody = z.object({ quantity });
export const addBody = z.object({ quantity: quantity.default(1) });
/** `unit` of the quantity. Pieces are rounded up to whole packs (D74). */
export const addQuery = { modelId: modelId.optional(), unit: z.enum(['pack', 'piece']).default('pack') };
/** Ways to buy the same parts (D18): least to pay, fewest parcels, soonest complete. */
export const planKinds = ['cheapest', 'fewestParcels', 'fastest'] as const;
/** A part that replaces another. */
const otherPart = cartArticle.pick({ title: true, brand: true, articleNumber: true, normNumber: true });
const planSums = z.object({ priceSum: money, refundSum: money, shippingSum: money, priceTotal: money });
/** The cart under a plan, without lines that cannot be bought. */
const supply = z.object({
  shops: z.array(z.object({ id: decimalId, name: z.string(), lines: z.number().int() })),
  sums: planSums,
  /** Days until all lines are delivered; null if nothing can be bought. */
  deliveryDays: deliveryDays.nullable(),
});
export const plan = supply.extend({
  kind: z.enum(planKinds),
  /** Saving compared to the cart; negative if the plan costs more. */
  saving: money,
  /** `from` is a line, `to` an offer of the same brand, number and condition. */
  replacements: z.array(z.object({ from: opaqueId, to: decimalId, shop: z.string(), sum: money, previousSum: money })),
  /** Proven to be optimal; otherwise the best plan that was found in time. */
  exact: z.boolean(),
});
export const optimise = z.object({ current: supply, plans: z.array(plan) });
/**
 * The cheapest plan that may replace parts by others with the same measures, which fit the car without a condition
 * (D84). Null if no other part saves anything. `part` is null if only the shop changes.
 */
export const equivalent = z.object({
  plan: plan
    .extend({
      kind: z.literal('equivalent'),
      replacements: z.array(plan.shape.replacements.element.extend({ part: otherPart.nullable() })),
    })
    .nullable(),
});
/** Replacements of a plan, made together. */
export const planBody = z.object({
  replacements: z
    .array(z.object({ from: opaqueId, to: decimalId }))
    .min(1)
    .max(250),
});

/** Replacements by other parts, which the shopper confirmed (D84). */
export const equivalentBody = planBody.extend({ confirmed: z.literal(true) });

/** Missing parts of the cart's jobs, and sets that cost less than the pieces in the cart. */
export const advice = z.object({
  /** `line` is the line whose job needs the category; `title` is that of its part. */
  missing: z.array(z.object({ line: opaqueId, title: z.string(), category, vehicle: vehicle.nullable() })),
  /** `lines` are the lines that the set replaces; `saving` is for the whole cart. */
  sets: z.array(otherPart.extend({ lines: z.array(opaqueId), offerId: decimalId, modelId, saving: money })),
});
/** Shipping that each offer of a product adds to the cart; negative if a parcel becomes free. */
export const cartShipping = z.object({ offers: z.array(z.object({ id: decimalId, shipping: money })) });

/** Most items of a link (specification 5). */
export const maxGenerated = 50;
/** Most pieces of an item; those beyond a line's limit are omitted. */
export const maxPieces = 9999;
/** A cart from a link (D31, D101). `skipped` counts items that could not be read. */
export const generateBody = z.object({
  items: z
    .array(
      z.object({ offerId: decimalId, modelId: modelId.optional(), quantity: z.number().int().min(1).max(maxPieces) }),
    )
    .max(maxGenerated),
  replace: z.boolean(),
  skipped: z.number().int().min(0).max(10_000),
});
export const session = z.object({ sid: opaqueId });
/** Session that the marketplace knows; null for any other. */
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
