import type { Language } from '../../contract/languages.js';
import { type Locale, locales } from '../../contract/locales.js';
import { topManufacturers } from '../../contract/top-manufacturers.js';
import type { Identity, IdentityField } from '../../shop-file/identity.js';

/** Localized words of addresses (specification 2, D4). Case is canonical. */
interface PathNames {
  section: string;
  allVehicles: string;
  cart: string;
  /** Below the cart word: the link that fills a cart (D31). */
  cartGenerate: string;
  fullText: string;
  /** First word of article and part-number pages. */
  partNumbers: string;
  /** Category and manufacturer words of a part-number page that names neither (D4). */
  partNumberDefaults: readonly [category: string, manufacturer: string];
  /** Products side by side. */
  compare: string;
  shop: string;
  shopTerms: string;
  shopPolicy: string;
  /** First word of the built-in information pages (D11). */
  information: string;
  /** Below the information word: what may be loaded from elsewhere (D33). */
  consent: string;
  /** First word of pages of somebody who is logged in. */
  account: string;
}

/** All differences between editions except texts; no other code branches on the locale (D1). */
export interface Edition {
  readonly locale: Locale;
  /** Language of catalogue texts and slugs. */
  readonly language: Language;
  /** Folder of the edition's texts in `locales/`. */
  readonly texts: Language | 'de-AT';
  /** The edition's own country, which is also its default delivery country. */
  readonly country: string;
  /** Countries beside it, which people there are likely to mean. */
  readonly neighbours: readonly string[];
  /** Name of the edition in its own language. */
  readonly name: string;
  /** Path prefix where no host is mapped to the edition; the default edition has none. */
  readonly prefix: string;
  readonly pathNames: PathNames;
  readonly hasLogin: boolean;
  readonly hasMerchantPages: boolean;
  /** Choosing a vehicle by HSN and TSN. */
  readonly hasKeyNumbers: boolean;
  /** Choosing a vehicle by licence plate. */
  readonly hasPlates: boolean;
  /** seoNames of the ten manufacturers shown first; one that the catalogue lacks is replaced by popularity (D49). */
  readonly topManufacturers: readonly string[];
  /** What the demonstration says where an operator would speak. */
  readonly example: ShopWords;
  /** What the operator's file says; null where it says nothing of the shop. */
  readonly own: OwnWords | null;
}

/** Who is written to, and what is shown of services. */
export interface ShopWords {
  readonly email: string | null;
  readonly deliveryServices: readonly string[];
  readonly paymentServices: readonly string[];
}
export interface OwnWords extends ShopWords {
  readonly identity: Identity;
  /** What the law asks for and the file does not tell; the edition is closed as long as there is any (P142). */
  readonly missing: readonly IdentityField[];
}

const germanPathNames: PathNames = {
  section: 'Ersatzteile',
  allVehicles: 'Alle-Fahrzeuge',
  cart: 'Warenkorb',
  cartGenerate: 'generieren',
  fullText: 'Volltextsuche',
  partNumbers: 'Teilenummernsuche',
  partNumberDefaults: ['Teile', 'Alle-Hersteller'],
  compare: 'Vergleichen',
  shop: 'Shop',
  shopTerms: 'AGB',
  shopPolicy: 'Widerrufsbelehrung',
  information: 'Informationen',
  consent: 'Externe-Inhalte',
  account: 'Mein-Partavo',
};
/** What no edition has unless it says so. */
const none = { own: null, hasLogin: false, hasMerchantPages: false, hasKeyNumbers: false, hasPlates: false };
type Own = Omit<Edition, keyof typeof none | 'locale' | 'texts' | 'prefix' | 'topManufacturers'> & Partial<Edition>;
const edition = (locale: Locale, own: Own): Edition => ({
  ...none,
  locale,
  texts: own.language,
  prefix: `/${locale}`,
  topManufacturers: topManufacturers[locale],
  ...own,
});

/** All that there can be; a shop has those that its operator's file names (`shop-editions.ts`). */
export const editions: Readonly<Record<Locale, Edition>> = {
  'de-DE': edition('de-DE', {
    language: 'de',
    country: 'DE',
    neighbours: ['BE', 'CH', 'CZ', 'DK', 'LU', 'PL'],
    name: 'Deutschland',
    prefix: '',
    pathNames: germanPathNames,
    hasLogin: true,
    hasMerchantPages: true,
    hasKeyNumbers: true,
    example: {
      email: 'hilfe@partavo.example',
      deliveryServices: ['DHL', 'DPD', 'GLS', 'Hermes', 'UPS'],
      paymentServices: ['PayPal', 'Klarna', 'Visa', 'Mastercard', 'SEPA-Lastschrift', 'Vorkasse'],
    },
  }),
  'de-AT': edition('de-AT', {
    language: 'de',
    texts: 'de-AT',
    country: 'AT',
    neighbours: ['CH', 'CZ', 'HU', 'LI', 'SI', 'SK'],
    name: 'Österreich',
    pathNames: germanPathNames,
    hasLogin: true,
    example: {
      email: 'hilfe.at@partavo.example',
      deliveryServices: ['Österreichische Post', 'DPD', 'GLS', 'DHL'],
      paymentServices: ['PayPal', 'Klarna', 'Visa', 'Mastercard', 'eps-Überweisung', 'Vorkasse'],
    },
  }),
  'es-ES': edition('es-ES', {
    language: 'es',
    country: 'ES',
    neighbours: ['AD', 'PT'],
    name: 'España',
    pathNames: {
      section: 'recambios',
      allVehicles: 'todos-los-vehiculos',
      cart: 'carrito',
      cartGenerate: 'generar',
      fullText: 'busqueda',
      partNumbers: 'busqueda-recambio',
      partNumberDefaults: ['recambios', 'todas-las-marcas'],
      compare: 'comparar',
      shop: 'tienda',
      shopTerms: 'tcs',
      shopPolicy: 'politica-de-cancelacion',
      information: 'informacion',
      consent: 'contenido-externo',
      account: 'Mein-Partavo',
    },
    example: {
      email: 'ayuda@partavo.example',
      deliveryServices: ['Correos Express', 'SEUR', 'MRW', 'GLS', 'DHL'],
      paymentServices: ['PayPal', 'Visa', 'Mastercard', 'Bizum', 'Transferencia bancaria'],
    },
  }),
  'fr-FR': edition('fr-FR', {
    language: 'fr',
    country: 'FR',
    neighbours: ['AD', 'BE', 'CH', 'LU', 'MC'],
    name: 'France',
    pathNames: {
      section: 'pieces-auto',
      allVehicles: 'tout-type-de-vehicule',
      cart: 'panier',
      cartGenerate: 'generer',
      fullText: 'recherche',
      partNumbers: 'recherche-piece',
      partNumberDefaults: ['pieces-auto', 'toutes-marques'],
      compare: 'comparer',
      shop: 'boutique',
      shopTerms: 'cgv',
      shopPolicy: 'politique-d-annulation',
      information: 'informations',
      consent: 'contenus-externes',
      account: 'Mein-Partavo',
    },
    hasPlates: true,
    example: {
      email: 'aide@partavo.example',
      deliveryServices: ['Colissimo', 'Chronopost', 'Mondial Relay', 'DPD', 'GLS'],
      paymentServices: ['Carte bancaire', 'Visa', 'Mastercard', 'PayPal', 'Virement bancaire'],
    },
  }),
  'it-IT': edition('it-IT', {
    language: 'it',
    country: 'IT',
    neighbours: ['CH', 'SI', 'SM', 'VA'],
    name: 'Italia',
    pathNames: {
      section: 'ricambi',
      allVehicles: 'tutte-le-auto',
      cart: 'carrello',
      cartGenerate: 'generare',
      fullText: 'ricerca',
      partNumbers: 'ricerca-ricambio',
      partNumberDefaults: ['ricambi', 'tutte-le-marche'],
      compare: 'confrontare',
      shop: 'negozio',
      shopTerms: 'cg',
      shopPolicy: 'politica-di-cancellazione',
      information: 'informazioni',
      consent: 'contenuti-esterni',
      account: 'Mein-Partavo',
    },
    example: {
      email: 'assistenza@partavo.example',
      deliveryServices: ['BRT', 'Poste Italiane', 'SDA', 'GLS', 'DHL'],
      paymentServices: ['PayPal', 'Visa', 'Mastercard', 'Postepay', 'Bonifico bancario'],
    },
  }),
  'nl-NL': edition('nl-NL', {
    language: 'nl',
    country: 'NL',
    neighbours: ['BE', 'LU'],
    name: 'Nederland',
    pathNames: {
      section: 'reserveonderdelen',
      allVehicles: 'alle-autos',
      cart: 'winkelwagen',
      cartGenerate: 'genereren',
      fullText: 'zoeken',
      partNumbers: 'onderdeel-zoeken',
      partNumberDefaults: ['onderdelen', 'alle-merken'],
      compare: 'vergelijken',
      shop: 'winkelen',
      shopTerms: 'av',
      shopPolicy: 'annuleringsvoorwaarden',
      information: 'informatie',
      consent: 'externe-inhoud',
      account: 'Mein-Partavo',
    },
    example: {
      email: 'hulp@partavo.example',
      deliveryServices: ['PostNL', 'DHL', 'DPD', 'GLS'],
      paymentServices: ['iDEAL', 'PayPal', 'Visa', 'Mastercard', 'Overboeking'],
    },
  }),
};
export const defaultEdition = editions['de-DE'];
export const allEditions: readonly Edition[] = locales.map((locale) => editions[locale]);

/** The edition of a locale as people and browsers write it, in any case; undefined for an unknown one. */
export function editionOf(locale: unknown): Edition | undefined {
  if (typeof locale !== 'string') return undefined;
  const wanted = locale.toLowerCase();
  return allEditions.find((edition) => edition.locale.toLowerCase() === wanted);
}
