import { z } from 'zod';
import { category } from './catalogue.js';
import { country } from './countries.js';
import { decimalId, modelId, slug } from './ids.js';
import { money } from './money.js';
import { taxClasses } from './vat.js';
import { vehicle } from './vehicles.js';

/** Price per litre or kilogram (PAngV § 4), without deposit (D13). */
export const basePrice = z.object({ value: money, unit: z.string() });
/** Working days from order to door. */
export const deliveryDays = z.object({ min: z.number().int(), max: z.number().int() });
/** Goods with legal rules of their own; `measured` are sold by volume or weight. */
export const goodsKinds = ['measured', 'oil', 'battery', 'starterBattery', 'tyre'] as const;
/** Classes of the tyre label (Regulation (EU) 2020/740), noise in dB, and the number in the EPREL register. */
export const tyreLabel = z.object({
  fuel: z.string(),
  wetGrip: z.string(),
  noise: z.number().int(),
  noiseClass: z.string(),
  snow: z.boolean(),
  ice: z.boolean(),
  eprel: z.string(),
});
/**
 * The maker's free guarantee that the whole product lasts for more than two years (Directive 2011/83/EU, Art. 6 (1)
 * (la)). `years` are whole or half; `terms` is an https address or a path of the shop's own documents.
 */
export const durabilityGuarantee = z.object({
  years: z.number(),
  producer: z.string(),
  model: z.string(),
  terms: z.string(),
});
export const conditions = ['new', 'remanufactured', 'used'] as const;

export const brand = z.object({
  id: decimalId,
  name: z.string(),
  slug,
  seoName: slug,
  logo: z.string().nullable(),
  description: z.string(),
  articleCount: z.number().int(),
});
/** Maker, and the responsible person in the EU (GPSR art. 19). */
export const maker = brand.pick({ id: true, name: true, seoName: true, logo: true }).extend({
  address: z.string(),
  email: z.string(),
  /** Responsible person in the EU; null if the maker itself is in the EU. */
  euResponsible: z.string().nullable(),
});
export const image = z.object({
  /** Path of a drawing, or https address of a merchant's photograph. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  /** Path of the drawing that replaces an unavailable photograph. */
  drawing: z.string().optional(),
});
/** `letter` (A to E) names the measure in the drawing. */
export const attribute = z.object({
  key: z.string(),
  label: z.string(),
  /** Shorter label for heads of columns and narrow rows. */
  head: z.string().optional(),
  value: z.string(),
  unit: z.string().nullable(),
  letter: z.string().nullable(),
});
/**
 * Verdicts about part and vehicle (D15, D73). `no`: the part is listed for other vehicles. `universal`: the goods
 * belong to no model; `checks` has the values to compare. `unknown`: no vehicle was given, or the part has no list.
 */
export const fitStates = ['fits', 'conditional', 'no', 'universal', 'unknown'] as const;
/** Values to compare with the vehicle, the most important first. `socket` is its connector. */
export const checkKinds = ['approval', 'socket', 'size', 'power', 'load', 'contents'] as const;
/**
 * A property of universal goods to compare with the vehicle; `unknown` if the vehicle's value is not in the data. For
 * `approval` the value lists the required approvals that the goods have (`met`), or all required ones (`notMet`).
 */
export const fitCheck = attribute.omit({ letter: true }).extend({
  what: z.enum(checkKinds),
  state: z.enum(['met', 'notMet', 'unknown']),
});
/** `notes` are conditions. Only `universal` has checks. */
export const fit = z.object({
  state: z.enum(fitStates),
  notes: z.array(z.string()),
  checks: z.array(fitCheck).default([]),
  /** Keys of the notes of `conditional`, equal for the same condition in all languages and on all products. */
  conditions: z.array(z.string()).optional(),
});
export const fits = z.array(z.object({ id: decimalId, fit }));
/** Path of documents that the shop serves itself. */
export const documentsPath = '/documents';
export const document = z.object({
  docNo: z.string(),
  /** Language number: 1 de, 4 en, 6 fr, 7 it, 8 es, 9 nl, 255 without language (specification 3). */
  langNo: z.number().int(),
  type: z.object({ id: z.number().int(), title: z.string() }),
  url: z.string(),
  /** Empty for a document of the shop itself. */
  host: z.string(),
});

/** A product in a list. Money applies to the requested country; null if no shop ships there. */
export const product = z.object({
  id: decimalId,
  /** Best offer for the country; null without offers (D50). */
  offerId: decimalId.nullable(),
  title: z.string(),
  normNumber: z.string(),
  articleNumber: z.string(),
  ean: z.string().nullable(),
  manufacturer: brand.pick({ id: true, name: true, seoName: true, logo: true }),
  smallImages: z.array(image),
  type: z.object({ id: decimalId, title: z.string() }),
  attributes: z.array(attribute),
  fit,
  /** Price of one pack in that offer, without delivery. */
  lowestPrice: money.nullable(),
  /** Pieces for the job (D74); on an article, for the requested car. */
  usualPieces: z.number().int(),
  /** Pieces in a pack; null if unknown. Prices are for packs. */
  packSize: z.number().int().nullable(),
  /** Packs in `lowestTotal`: in a leaf's list those for the job, elsewhere one (D74). */
  packs: z.number().int(),
  /** No shop has so many packs in stock. */
  isShort: z.boolean(),
  /** Goods and shipping of the cheapest offer for `packs` (D62). */
  lowestTotal: money.nullable(),
  /** Deposit of the cheapest offer, not part of its price (D13). */
  refund: money,
  basePrice: basePrice.nullable(),
  deliveryDays: deliveryDays.nullable(),
  offerCount: z.number().int(),
  /** Shop of the best offer: rating (0 to 5), and cost of a return; null if the shop names none. */
  seller: z.object({ rating: z.number().nullable(), returnCost: money.nullable() }).nullable().default(null),
  /** Years of the maker's guarantee of durability; null without one. */
  guaranteeYears: z.number().nullable().default(null),
  condition: z.enum(conditions),
  isUniversal: z.boolean(),
});
/** Recall of a product; `url` has instructions for buyers. */
export const recall = z.object({ at: z.iso.datetime(), reason: z.string(), url: z.string().nullable() });
export const productDetail = product.extend({
  manufacturer: maker,
  images: z.array(image),
  documents: z.array(document),
  warnings: z.array(z.string()),
  goods: z.array(z.enum(goodsKinds)),
  tyreLabel: tyreLabel.nullable(),
  /** Null without a guarantee. */
  durability: durabilityGuarantee.nullable(),
  /** VAT class of its prices; the delivery country sets the rate. */
  taxClass: z.enum(taxClasses).default('standard'),
  /** The recall of the product; null without one. */
  recall: recall.nullable(),
});
export const article = z.object({
  product: productDetail,
  category,
  ancestors: z.array(category),
  /** Vehicle of `modelId`; null for none or an unknown one (D48). */
  vehicle: vehicle.nullable(),
  /** Prices for the country are known for days before today. */
  hasPriceHistory: z.boolean(),
  /** At most four products of neighbouring categories for the same job. */
  related: z.array(product),
});

/** Most products side by side. */
export const maxCompared = 4;
/** Products side by side, priced for the pieces of the job (D74). Unknown ids are omitted. */
export const comparison = z.object({
  products: z.array(product),
  /** Category of the first product. */
  category: category.nullable(),
  /** Vehicle of `modelId`; null for none or an unknown one (D48). */
  vehicle: vehicle.nullable(),
});

export const filterAttribute = z.object({
  value: z.string(),
  label: z.string(),
  count: z.number().int(),
  isActive: z.boolean(),
});
export const filter = z.object({
  key: z.string(),
  label: z.string(),
  /** Only one value can be chosen, as of delivery country, time, rating or price. */
  isSingle: z.boolean(),
  /**
   * Bounds of a filter without values: lowest and highest possible, and the chosen ones. Its value in `f` is `from-to`
   * in euros; either may be missing.
   */
  range: z.object({ min: money, max: money, from: money.nullable(), to: money.nullable() }).nullable(),
  attributes: z.array(filterAttribute),
});
/** Products of a listing that agree in the decisive measures, such as the size of a brake disc. */
export const measureGroup = z.object({
  /** Label as people write it: `288×25`. */
  label: z.string(),
  /** Place on the car, in words. */
  place: z.string().nullable(),
  /** Conditions that all of them have for the model in context. */
  notes: z.array(z.string()),
  count: z.number().int(),
  /** The chosen filters select this group. */
  isActive: z.boolean(),
  /** Filters that select only this group. */
  chosen: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Path of one drawing; all drawings of a kind have the same scale. */
  drawing: z.string().nullable(),
});
export const sorts = ['popularity', 'price', 'price-desc', 'rating', 'delivery'] as const;
/** Products of a category, brand or search, 20 per page (D20). */
export const listing = z.object({
  /** Delivery country of the prices: that of the filters, else of the request. */
  country,
  isUniversal: z.boolean(),
  spareParts: z.array(product),
  resultCount: z.number().int(),
  availablePageCount: z.number().int(),
  page: z.number().int(),
  sort: z.enum(sorts),
  filters: z.array(filter),
  /** At most eight sizes of a leaf to choose from; missing or empty without a choice. */
  measures: z.array(measureGroup).optional(),
  /** Goods with an approval that the model in context requires, which come first; missing if that is not known. */
  approved: measureGroup.pick({ count: true, isActive: true, chosen: true }).optional(),
  /**
   * Parameters without effect (D21): `f` if it could not be read, else `f:key` and `f:key=value` of unknown or excluded
   * filters.
   */
  ignored: z.array(z.string()).optional(),
});

/** Cars that an article fits (D19). Years are formatted spans such as `2003–2009`. */
export const fittingVehicles = z.array(
  z.object({
    manufacturer: z.object({ id: decimalId, name: z.string(), seoName: slug }),
    series: z.object({ id: decimalId, name: z.string(), slug, seriesPageId: decimalId }),
    models: z.array(
      z.object({
        id: modelId,
        fullName: z.string(),
        name: z.string(),
        kw: z.number().int(),
        ps: z.number().int(),
        years: z.string(),
        fitNotes: z.array(z.string()),
      }),
    ),
  }),
);
/** Original-equipment numbers by car maker (D19). */
export const oeNumbers = z.array(z.object({ manufacturer: z.string(), numbers: z.array(z.string()) }));

export type Brand = z.output<typeof brand>;
export type Fit = z.output<typeof fit>;
export type FitCheck = z.output<typeof fitCheck>;
export type CheckKind = (typeof checkKinds)[number];
export type BasePrice = z.output<typeof basePrice>;
export type DeliveryDays = z.output<typeof deliveryDays>;
export type Image = z.output<typeof image>;
export type Attribute = z.output<typeof attribute>;
export type Product = z.output<typeof product>;
export type ProductDetail = z.output<typeof productDetail>;
export type GoodsKind = (typeof goodsKinds)[number];
export type DurabilityGuarantee = z.output<typeof durabilityGuarantee>;
export type TyreLabel = z.output<typeof tyreLabel>;
export type Article = z.output<typeof article>;
export type Comparison = z.output<typeof comparison>;
export type MeasureGroup = z.output<typeof measureGroup>;
export type Listing = z.output<typeof listing>;
export type Sort = (typeof sorts)[number];
export type FittingVehicles = z.output<typeof fittingVehicles>;
export type OeNumbers = z.output<typeof oeNumbers>;
