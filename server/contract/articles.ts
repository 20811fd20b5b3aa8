import { z } from 'zod';
import { category } from './catalogue.js';
import { country } from './countries.js';
import { decimalId, modelId, slug } from './ids.js';
import { money } from './money.js';
import { taxClasses } from './vat.js';
import { vehicle } from './vehicles.js';

/** Price per litre or kilogram (PAngV § 4); the deposit is never inside (D13). */
export const basePrice = z.object({ value: money, unit: z.string() });
/** Working days from order to door. */
export const deliveryDays = z.object({ min: z.number().int(), max: z.number().int() });
/** Goods that the law treats apart; `measured` are sold by volume or weight. */
export const goodsKinds = ['measured', 'oil', 'battery', 'starterBattery', 'tyre'] as const;
/**
 * Classes of the tyre label (Regulation (EU) 2020/740): A is best; noise in dB; `eprel` is its number in the register.
 */
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
 * The maker guarantees, free of charge, that the whole product lasts for more than two years (Directive 2011/83/EU,
 * Art. 6 (1) (la)). `years` are whole or half; `terms` is an https address or a path of the shop's own documents.
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
  /** Null where the maker itself sits in the EU. */
  euResponsible: z.string().nullable(),
});
export const image = z.object({
  /** Path of a drawing, or the https address of a merchant's photograph. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  /** Path of the drawing that replaces an unavailable photograph. */
  drawing: z.string().optional(),
});
/** `letter` names the measure in the drawing (A to E) where the drawing shows it. */
export const attribute = z.object({
  key: z.string(),
  label: z.string(),
  /** Shorter label for heads of columns and narrow rows, where there is one. */
  head: z.string().optional(),
  value: z.string(),
  unit: z.string().nullable(),
  letter: z.string().nullable(),
});
/**
 * Verdicts about a part and the vehicle asked about (D15, D73). `no`: the part is listed for vehicles, and not for this
 * one. `universal`: goods that belong to no model, with or without a vehicle; `checks` has the values that must agree.
 * `unknown`: no vehicle was given, or the part is listed for none.
 */
export const fitStates = ['fits', 'conditional', 'no', 'universal', 'unknown'] as const;
/** Values that must agree with the vehicle, the most important first. `socket`: its connector. */
export const checkKinds = ['approval', 'socket', 'size', 'power', 'load', 'contents'] as const;
/**
 * A property of universal goods to compare with what the vehicle needs; `unknown` where that is not in the data. Of
 * `approval` the value is what the goods have of what the vehicle asks for (`met`), or all that it asks for (`notMet`).
 */
export const fitCheck = attribute.omit({ letter: true }).extend({
  what: z.enum(checkKinds),
  state: z.enum(['met', 'notMet', 'unknown']),
});
/** `notes` are conditions. Only `universal` has checks, those of one kind side by side. */
export const fit = z.object({
  state: z.enum(fitStates),
  notes: z.array(z.string()),
  checks: z.array(fitCheck).default([]),
  /** Of `conditional`, keys of the notes: the same for the same condition in all languages and on all products. */
  conditions: z.array(z.string()).optional(),
});
/** Verdicts of products by their ids. */
export const fits = z.array(z.object({ id: decimalId, fit }));
/** Below it stand documents that the shop serves itself. */
export const documentsPath = '/documents';
export const document = z.object({
  docNo: z.string(),
  /** 1 de, 4 en, 6 fr, 7 it, 8 es, 9 nl, 255 language-neutral (specification 3). */
  langNo: z.number().int(),
  type: z.object({ id: z.number().int(), title: z.string() }),
  url: z.string(),
  /** Empty for a document of the shop itself. */
  host: z.string(),
});

/** A product in a list. Money is for the country asked about; null where nobody ships there. */
export const product = z.object({
  id: decimalId,
  /** Best offer for the country, null without offers (D50). */
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
  /** Of one pack's goods in that offer. */
  lowestPrice: money.nullable(),
  /** Pieces that the job needs (D74); an article tells them for the car asked about, where one was. */
  usualPieces: z.number().int(),
  /** Pieces in a pack, null where nobody says. Prices are of packs. */
  packSize: z.number().int().nullable(),
  /** Packs that `lowestTotal` is for: in a leaf's list as many as the job needs, elsewhere one (D74). */
  packs: z.number().int(),
  /** No shop has so many packs in stock. */
  isShort: z.boolean(),
  /** Price with delivery: goods and shipping of the cheapest offer for `packs` (D62). */
  lowestTotal: money.nullable(),
  /** Deposit of the cheapest offer; beside the price, never inside (D13). */
  refund: money,
  basePrice: basePrice.nullable(),
  deliveryDays: deliveryDays.nullable(),
  offerCount: z.number().int(),
  /** Shop of the best offer: its rating (0 to 5), and the cost of a return; null = borne by the shop. */
  seller: z.object({ rating: z.number(), returnCost: money.nullable() }).nullable().default(null),
  /** Years of the maker's guarantee of durability, null without one. */
  guaranteeYears: z.number().nullable().default(null),
  condition: z.enum(conditions),
  isUniversal: z.boolean(),
});
/** Why a product has been taken off the market; `url` tells buyers what to do. */
export const recall = z.object({ at: z.iso.datetime(), reason: z.string(), url: z.string().nullable() });
export const productDetail = product.extend({
  manufacturer: maker,
  images: z.array(image),
  documents: z.array(document),
  warnings: z.array(z.string()),
  goods: z.array(z.enum(goodsKinds)),
  tyreLabel: tyreLabel.nullable(),
  /** Null where nobody tells of one. */
  durability: durabilityGuarantee.nullable(),
  /** Class of the VAT in its prices; the delivery country sets the rate. */
  taxClass: z.enum(taxClasses).default('standard'),
  /** Null for what may be sold. */
  recall: recall.nullable(),
});
/** Data of an article page. */
export const article = z.object({
  product: productDetail,
  category,
  ancestors: z.array(category),
  /** The vehicle of `modelId`, null when none or unknown (D48). */
  vehicle: vehicle.nullable(),
  /** It is known what the product cost to the country on days before today. */
  hasPriceHistory: z.boolean(),
  /** Products of neighbouring categories for the same job, at most four. */
  related: z.array(product),
});

/** So many products stand side by side. */
export const mostCompared = 4;
/** Products side by side, each priced for the pieces that the job needs (D74); unknown ids are left out. */
export const comparison = z.object({
  products: z.array(product),
  /** Category of the first. */
  category: category.nullable(),
  /** The vehicle of `modelId`, null when none or unknown (D48). */
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
  /** One chosen value takes the place of another (delivery country, times, ratings, price). */
  isSingle: z.boolean(),
  /**
   * Set where bounds are chosen instead of values: the lowest and highest there are, and those chosen. Its value in `f`
   * is
   * `from-to` in euros, either of which may be missing.
   */
  range: z.object({ min: money, max: money, from: money.nullable(), to: money.nullable() }).nullable(),
  attributes: z.array(filterAttribute),
});
/**
 * Products of a listing that agree in what decides which of them is the right one, such as the size of a brake disc.
 */
export const measureGroup = z.object({
  /** As people name it: `288×25`. */
  label: z.string(),
  /** Where on the car, in words. */
  place: z.string().nullable(),
  /** Conditions that all of them have for the model in context. */
  notes: z.array(z.string()),
  count: z.number().int(),
  /** The filters chosen are those of this group. */
  isActive: z.boolean(),
  /** Filters that leave this group alone. */
  chosen: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Path of a drawing of one of them; all drawings of a kind have one scale. */
  drawing: z.string().nullable(),
});
export const sorts = ['popularity', 'price', 'price-desc', 'rating', 'delivery'] as const;
/** Products of a category, brand or search; 20 a page (D20). */
export const listing = z.object({
  /** Delivery country of the prices: the one that was filtered by, else the one asked with. */
  country,
  isUniversal: z.boolean(),
  spareParts: z.array(product),
  resultCount: z.number().int(),
  availablePageCount: z.number().int(),
  page: z.number().int(),
  sort: z.enum(sorts),
  filters: z.array(filter),
  /** Sizes of a leaf to choose from, at most eight; left out, or empty where there is nothing to choose or too much. */
  measures: z.array(measureGroup).optional(),
  /**
   * Parts of the request without effect (D21): `f` where it could not be read, else `f:key` and `f:key=value` of filters
   * that do not exist here, or whose place another value has. Left out where there is nothing.
   */
  ignored: z.array(z.string()).optional(),
});

/** Cars an article fits (D19). Years are preformatted spans such as `2003–2009`. */
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
