import { z } from 'zod';
import { languages } from '../../contract/languages.js';
import { type Locale, locales } from '../../contract/locales.js';
import { topManufacturers } from '../../contract/top-manufacturers.js';
import type { Identity, IdentityField } from '../../shop-file/identity.js';
import table from './editions.json' with { type: 'json' };

const texts = z.array(z.string()).readonly();
/** Words in addresses of an edition (specification 2, D4). Their case is canonical. */
const pathNames = z.object({
  section: z.string(),
  allVehicles: z.string(),
  cart: z.string(),
  /** Segment after that of the cart, for the link that fills a cart (D31). */
  cartGenerate: z.string(),
  fullText: z.string(),
  /** First word of article and part-number pages. */
  partNumbers: z.string(),
  /** Words of a part-number page without category and manufacturer (D4). */
  partNumberDefaults: z.tuple([z.string(), z.string()]),
  compare: z.string(),
  shop: z.string(),
  shopTerms: z.string(),
  shopPolicy: z.string(),
  /** First word of the built-in information pages (D11). */
  information: z.string(),
  /** Segment after that of information pages, for the page of external content (D33). */
  consent: z.string(),
  /** First word of the pages of logged-in users. */
  account: z.string(),
});
/** Contact address and services of a shop. */
const shopWords = z.object({ email: z.string().nullable(), deliveryServices: texts, paymentServices: texts });
export type ShopWords = Readonly<z.output<typeof shopWords>>;

const edition = z.object({
  /** Language of catalogue texts and slugs. */
  language: z.enum(languages),
  /** Name of the folder in `locales/`. */
  texts: z.enum([...languages, 'de-AT']),
  /** Country of the edition, and its default delivery country. */
  country: z.string(),
  /** Neighbouring countries, which shoppers near the border may choose. */
  neighbours: texts,
  /** Name in its own language. */
  name: z.string(),
  /** Path prefix on unmapped hosts; empty for the default edition. */
  prefix: z.string(),
  pathNames,
  hasLogin: z.boolean().default(false),
  hasMerchantPages: z.boolean().default(false),
  /** Offers the choice of a vehicle by HSN and TSN. */
  hasKeyNumbers: z.boolean().default(false),
  /** Offers the choice of a vehicle by plate. */
  hasPlates: z.boolean().default(false),
  /** Words of the demonstration, for a shop without its own. */
  example: shopWords,
});

/** All differences between editions except texts. No other code branches on the locale (D1). */
export interface Edition extends Readonly<z.output<typeof edition>> {
  readonly locale: Locale;
  /** seoNames of the ten manufacturers shown first. Popularity replaces those that the catalogue lacks (D49). */
  readonly topManufacturers: readonly string[];
  /** Words of the operator's file; null without one. */
  readonly own: OwnWords | null;
}
export interface OwnWords extends ShopWords {
  readonly identity: Identity;
  /** Legal data that the file lacks. The edition is closed as long as any are missing (P142). */
  readonly missing: readonly IdentityField[];
}

const read = (locale: Locale): Edition => ({
  ...edition.parse(table[locale]),
  locale,
  topManufacturers: topManufacturers[locale],
  own: null,
});
export const allEditions: readonly Edition[] = locales.map(read);
/** All possible editions. `shop-editions.ts` has those of the shop. */
export const editions = Object.fromEntries(allEditions.map((each) => [each.locale, each])) as Readonly<
  Record<Locale, Edition>
>;
export const defaultEdition = editions['de-DE'];

/** Returns the edition of a locale in any case; undefined for an unknown one. */
export function editionOf(locale: unknown): Edition | undefined {
  if (typeof locale !== 'string') return undefined;
  const wanted = locale.toLowerCase();
  return allEditions.find((edition) => edition.locale.toLowerCase() === wanted);
}
