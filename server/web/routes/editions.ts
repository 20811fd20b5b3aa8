import { z } from 'zod';
import { languages } from '../../contract/languages.js';
import { type Locale, locales } from '../../contract/locales.js';
import { topManufacturers } from '../../contract/top-manufacturers.js';
import type { Identity, IdentityField } from '../../shop-file/identity.js';
import table from './editions.json' with { type: 'json' };

const texts = z.array(z.string()).readonly();
/** Localized words of addresses (specification 2, D4). Case is canonical. */
const pathNames = z.object({
  section: z.string(),
  allVehicles: z.string(),
  cart: z.string(),
  /** Below the cart word: the link that fills a cart (D31). */
  cartGenerate: z.string(),
  fullText: z.string(),
  /** First word of article and part-number pages. */
  partNumbers: z.string(),
  /** Category and manufacturer words of a part-number page that names neither (D4). */
  partNumberDefaults: z.tuple([z.string(), z.string()]),
  compare: z.string(),
  shop: z.string(),
  shopTerms: z.string(),
  shopPolicy: z.string(),
  /** First word of the built-in information pages (D11). */
  information: z.string(),
  /** Below the information word: what may be loaded from elsewhere (D33). */
  consent: z.string(),
  /** First word of pages of somebody who is logged in. */
  account: z.string(),
});
/** The address that people write to, and the services that pages show. */
const shopWords = z.object({ email: z.string().nullable(), deliveryServices: texts, paymentServices: texts });
export type ShopWords = Readonly<z.output<typeof shopWords>>;

/** What `editions.json` says of an edition. */
const edition = z.object({
  /** Language of catalogue texts and slugs. */
  language: z.enum(languages),
  /** Folder of the edition's texts in `locales/`. */
  texts: z.enum([...languages, 'de-AT']),
  /** The edition's own country, which is also its default delivery country. */
  country: z.string(),
  /** Countries beside it, which people there are likely to mean. */
  neighbours: texts,
  /** Name of the edition in its own language. */
  name: z.string(),
  /** Path prefix where no host is mapped to the edition; the default edition has none. */
  prefix: z.string(),
  pathNames,
  hasLogin: z.boolean().default(false),
  hasMerchantPages: z.boolean().default(false),
  /** Choosing a vehicle by HSN and TSN. */
  hasKeyNumbers: z.boolean().default(false),
  /** Choosing a vehicle by licence plate. */
  hasPlates: z.boolean().default(false),
  /** The words of the demonstration, where a shop has none of its own. */
  example: shopWords,
});

/** All differences between editions except texts; no other code branches on the locale (D1). */
export interface Edition extends Readonly<z.output<typeof edition>> {
  readonly locale: Locale;
  /** seoNames of the ten manufacturers shown first; one that the catalogue lacks is replaced by popularity (D49). */
  readonly topManufacturers: readonly string[];
  /** What the operator's file says; null where it says nothing of the shop. */
  readonly own: OwnWords | null;
}
export interface OwnWords extends ShopWords {
  readonly identity: Identity;
  /** What the law asks for and the file does not tell; the edition is closed as long as there is any (P142). */
  readonly missing: readonly IdentityField[];
}

const read = (locale: Locale): Edition => ({
  ...edition.parse(table[locale]),
  locale,
  topManufacturers: topManufacturers[locale],
  own: null,
});
export const allEditions: readonly Edition[] = locales.map(read);
/** Every edition that a shop can have; the operator's file names those that it has (`shop-editions.ts`). */
export const editions = Object.fromEntries(allEditions.map((each) => [each.locale, each])) as Readonly<
  Record<Locale, Edition>
>;
export const defaultEdition = editions['de-DE'];

/** The edition of a locale as people and browsers write it, in any case; undefined for an unknown one. */
export function editionOf(locale: unknown): Edition | undefined {
  if (typeof locale !== 'string') return undefined;
  const wanted = locale.toLowerCase();
  return allEditions.find((edition) => edition.locale.toLowerCase() === wanted);
}
