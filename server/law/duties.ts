import type { InformationPage } from '../../views/links.js';
import type { Formats, Translate } from '../../views/words.js';
import type { Locale } from '../api/contract.js';

/** Kinds of pages on which the law asks for something; articles by what is special about them. */
export type LawfulPage =
  | 'home'
  | 'category'
  | 'article'
  | 'reducedArticle'
  | 'depositArticle'
  | 'measuredArticle'
  | 'oilArticle'
  | 'batteryArticle'
  | 'tyreArticle'
  | 'shop'
  | 'cart'
  | 'search'
  | 'partNumber'
  | 'fluids'
  | 'abroadArticle'
  | 'abroadCart'
  | 'consent'
  | 'withdrawal'
  | 'imprint'
  | 'accessibility'
  | 'ranking';

/** What is true of the thing that a page shows. Money in cents. */
export interface Facts {
  readonly shop?: Readonly<
    Record<'name' | 'street' | 'postcode' | 'city' | 'phone' | 'email' | 'register' | 'vatId', string>
  >;
  readonly maker?: { readonly name: string; readonly address: string; readonly email: string };
  /** Who answers in the Union for a maker outside it. */
  readonly responsible?: string | null;
  readonly offer?: {
    readonly shop: string;
    readonly total: number;
    readonly shipping: number;
    readonly refund: number;
    readonly lowest30: number | null;
    /** Cents per litre or kilogram, with the unit. */
    readonly basePrice: { readonly value: number; readonly unit: string } | null;
  };
  /** Identifier and, in the language of the page, warnings. */
  readonly product?: { readonly number: string; readonly warnings: readonly string[] };
  readonly tyre?: { readonly noise: number; readonly noiseClass: string; readonly eprel: string };
}

/** Whom a duty is checked for: the words and figures of an edition, and the facts behind the page. */
export interface Subject {
  readonly locale: Locale;
  readonly t: Translate;
  readonly format: Formats;
  /** Address of an information page of the edition. */
  readonly address: (page: InformationPage) => string;
  readonly facts: Facts;
}

/** Something that pages have to show, or must not. */
export interface Duty {
  readonly name: string;
  /** Act and article; by edition where national law words it. */
  readonly source: string | Readonly<Record<Locale, string>>;
  /** Missing: every kind. */
  readonly pages?: readonly LawfulPage[];
  /** Missing: every edition. */
  readonly editions?: readonly Locale[];
  /** Words that stand in the page as it is read. */
  readonly words?: (subject: Subject) => readonly string[];
  /** Addresses that the page leads to. */
  readonly links?: (subject: Subject) => readonly string[];
  /** What its HTML holds besides. */
  readonly always?: RegExp;
  /** What its HTML must not hold. */
  readonly never?: RegExp;
}

const articles: readonly LawfulPage[] = [
  'article',
  'reducedArticle',
  'depositArticle',
  'measuredArticle',
  'oilArticle',
  'batteryArticle',
  'tyreArticle',
];

/** What an imprint calls the body that settles disputes. */
const disputes: Readonly<Record<Locale, string>> = {
  'de-DE': '§ 36 VSBG',
  'de-AT': 'AStG',
  'es-ES': 'Ley 7/2017',
  'fr-FR': 'L. 612-1',
  'it-IT': 'ADR',
  'nl-NL': 'geschillencommissie',
};
/** What each country wants to know of a trader's registration. */
const registers: Readonly<Record<Locale, readonly string[]>> = {
  'de-DE': ['Registernummer', '§ 27a UStG'],
  'de-AT': ['Firmenbuchnummer', 'MedienG'],
  'es-ES': ['NIF', 'Registro Mercantil'],
  'fr-FR': ['SIREN'],
  'it-IT': ['Partita IVA', 'REA'],
  'nl-NL': ['KvK-nummer', 'Btw-identificatienummer'],
};

/** Every duty that the pages of this shop have, where it comes from, and what proves it. A test renders all of them. */
export const duties: readonly Duty[] = [
  {
    name: 'withdrawal button on every page',
    source: {
      'de-DE': 'BGB § 356a; Directive 2011/83/EU, Art. 11a',
      'de-AT': 'Directive 2011/83/EU, Art. 11a; FAGG § 13',
      'es-ES': 'Directive 2011/83/EU, Art. 11a; RDL 1/2007, art. 106',
      'fr-FR': 'Code de la consommation, art. L. 221-21; décret 2026-3',
      'it-IT': 'Codice del consumo, art. 54-bis',
      'nl-NL': 'BW, boek 6, afdeling 2B; Directive 2011/83/EU, Art. 11a',
    },
    words: ({ t }) => [t('layout:withdraw')],
    links: ({ address }) => [address('revocation')],
  },
  {
    name: 'withdrawal in two steps, without login and without a reason',
    source: 'Directive 2011/83/EU, Art. 11a (2) to (4)',
    pages: ['withdrawal'],
    words: ({ t }) => [
      t('information:withdrawal.name'),
      t('information:withdrawal.orderId'),
      t('information:withdrawal.email'),
      t('information:withdrawal.hint'),
      t('information:withdrawal.submit'),
    ],
  },
  {
    name: 'imprint, terms, privacy and accessibility one step from every page',
    source:
      'Directive 2000/31/EC, Art. 5; DDG § 5; ECG § 5; LSSI art. 10; LCEN art. 1-1; d.lgs. 70/2003; BW art. 3:15d',
    links: ({ address }) => [address('imprint'), address('terms'), address('privacy'), address('accessibility')],
  },
  {
    name: 'accessibility statement with a way to report barriers',
    source: 'Directive (EU) 2019/882, Art. 13 and Annex V',
    pages: ['accessibility'],
    words: () => ['WCAG 2.2', 'EN 301 549'],
    links: () => ['mailto:'],
  },
  {
    name: 'who runs the shop',
    source: 'Directive 2000/31/EC, Art. 5',
    pages: ['imprint'],
    words: ({ t }) => [t('information:operator')],
    links: () => ['mailto:'],
  },
  {
    name: 'no link to the platform for online disputes, which is gone',
    source: 'Regulation (EU) 2024/3228',
    never: /ec\.europa\.eu\/(consumers\/)?odr|webgate\.ec\.europa\.eu\/odr/,
  },
  {
    name: 'prices with VAT, and who sells',
    source: 'Directive 98/6/EC, Art. 2; PAngV § 3 and § 6; PrAG § 9',
    words: ({ t }) => [t('layout:prices')],
  },
  {
    name: 'prices of lists include VAT and shipping to the country named',
    source: 'PAngV § 6 (1); Directive 2005/29/EC, Art. 7 (4) (c)',
    pages: ['home', 'category', 'fluids', 'shop', 'search', 'partNumber'],
    words: ({ t, format, locale }) => [t('part:pricesFor', { country: format.country(locale.slice(3)) })],
  },
  {
    name: 'total to the door and shipping beside it, before anything is put into the cart',
    source: 'Directive 2011/83/EU, Art. 6 (1) (e); PAngV § 6 (2)',
    pages: articles,
    words: ({ t, format, facts: { offer } }) =>
      offer ? [format.money(offer.total), format.money(offer.shipping), t('article:buy.vat')] : [],
  },
  {
    name: 'delivery time of each offer',
    source: 'Directive 2011/83/EU, Art. 6 (1) (g)',
    pages: articles,
    words: ({ t }) => [t('article:offers.delivery')],
  },
  {
    name: 'cost of returning, and how long that is possible',
    source: 'Directive 2011/83/EU, Art. 6 (1) (h) and (i)',
    pages: articles,
    words: ({ t }) => [t('article:buy.returns')],
  },
  {
    name: 'deposit beside the price, never in it',
    source: 'PAngV § 7; CJEU C-543/21',
    pages: ['depositArticle'],
    words: ({ t, format, facts: { offer } }) =>
      offer ? [t('article:buy.depositText', { amount: format.money(offer.refund) }), format.money(offer.total)] : [],
  },
  {
    name: 'deposit on starter batteries, and that old ones are taken back',
    source: 'BattDG § 19',
    pages: ['batteryArticle'],
    editions: ['de-DE'],
    words: ({ t, format }) => [t('law:battery.text'), format.money(750)],
  },
  {
    name: 'old batteries are taken back and do not belong into household waste',
    source: 'Regulation (EU) 2023/1542, Art. 62 and 74',
    pages: ['batteryArticle'],
    words: ({ t }) => [t('law:battery.title'), t('law:battery.text'), 'Pb'],
  },
  {
    name: 'price per litre or kilogram',
    source: 'Directive 98/6/EC, Art. 3; PAngV § 4',
    pages: ['measuredArticle'],
    words: ({ t, format, facts: { offer } }) =>
      offer?.basePrice
        ? [t('article:buy.base', { amount: format.money(offer.basePrice.value), unit: offer.basePrice.unit })]
        : [],
  },
  {
    name: 'price per litre in lists that compare',
    source: 'Directive 98/6/EC, Art. 3; PAngV § 4',
    pages: ['fluids'],
    words: ({ format, facts: { offer } }) =>
      offer?.basePrice ? [`${format.money(offer.basePrice.value)}/${offer.basePrice.unit}`] : [],
  },
  {
    name: 'customs, import VAT and charges where goods cross the border of the Union',
    source: 'Directive 2011/83/EU, Art. 6 (1) (e); Regulation (EU) 952/2013',
    pages: ['abroadArticle', 'abroadCart'],
    words: ({ t }) => [t('law:customs')],
  },
  {
    name: 'lowest price of the last 30 days beside a reduced one',
    source: 'Directive 98/6/EC, Art. 6a; PAngV § 11',
    pages: ['reducedArticle'],
    words: ({ t, format, facts: { offer } }) =>
      offer?.lowest30 ? [t('article:buy.lowest', { amount: format.money(offer.lowest30) })] : [],
  },
  {
    name: 'a saving is claimed with its reference price',
    source: 'UWG § 5; Directive 2005/29/EC, Art. 6 (1) (d); Directive 98/6/EC, Art. 6a',
    pages: ['home'],
    words: ({ t }) => [t('law:saving.upTo'), t('law:saving.reference')],
  },
  {
    name: 'notice of the legal guarantee',
    source: 'Directive 2011/83/EU, Art. 6 (1) (l) and Art. 22a; Regulation (EU) 2025/1960',
    pages: [...articles, 'cart'],
    words: ({ t }) => [t('law:guarantee.title'), t('law:guarantee.years'), t('law:guarantee.text')],
    links: () => ['https://europa.eu/youreurope/'],
  },
  {
    name: 'the trader behind an offer',
    source: 'Regulation (EU) 2022/2065 (DSA), Art. 30 (7); Directive 2011/83/EU, Art. 6a (1) (b)',
    pages: articles,
    words: ({ t, facts: { offer } }) => (offer ? [t('law:trader', { shop: offer.shop })] : []),
    links: () => ['#trader'],
  },
  {
    name: 'identity of the trader, and that goods follow the law of the Union',
    source: 'Regulation (EU) 2022/2065 (DSA), Art. 30 (1) and (7)',
    pages: ['shop'],
    words: ({ t, facts: { shop } }) => [...Object.values(shop ?? {}), t('shop:trader.note')],
  },
  {
    name: 'maker with postal and electronic address, and who answers for it in the Union',
    source: 'Regulation (EU) 2023/988 (GPSR), Art. 19',
    pages: articles,
    words: ({ t, facts: { maker, responsible } }) => [
      ...Object.values(maker ?? {}),
      t('article:maker.responsible'),
      responsible ?? t('article:maker.itself'),
    ],
  },
  {
    name: 'picture and identifier of the product, and warnings in the language of the edition',
    source: 'Regulation (EU) 2023/988 (GPSR), Art. 19 (c) and (d)',
    pages: articles,
    words: ({ facts: { product } }) => (product ? [product.number, ...product.warnings] : []),
    always: /<img [^>]*src="\/(api\/Bilder|images)\//,
  },
  {
    name: 'a spare part is not taken for an original one',
    source: 'Regulation (EC) 6/2002, Art. 20a; Regulation (EU) 2017/1001, Art. 14',
    pages: articles,
    words: ({ t, facts: { maker } }) => (maker ? [t('law:repair', { brand: maker.name })] : []),
  },
  {
    name: 'main parameters of the ranking beside the choice of order',
    source: 'Directive 2011/83/EU, Art. 6a (1) (a); UWG § 5b (2); Regulation (EU) 2019/1150, Art. 5',
    pages: ['category'],
    words: ({ t }) => [t('law:rankingList'), t('part:ranking')],
    links: ({ address }) => [address('ranking')],
  },
  {
    name: 'main parameters of the ranking above the offers',
    source: 'Directive 2011/83/EU, Art. 6a (1) (a); UWG § 5b (2)',
    pages: articles,
    words: ({ t }) => [t('law:ranking')],
    links: ({ address }) => [address('ranking')],
  },
  {
    name: 'main parameters of the ranking beside what a search has found',
    source: 'Directive 2011/83/EU, Art. 6a (1) (a); Directive 2005/29/EC, Art. 7 (4a); UWG § 5b (2)',
    pages: ['search', 'partNumber'],
    words: ({ t }) => [t('law:rankingSearch'), t('part:ranking')],
    links: ({ address }) => [address('ranking')],
  },
  {
    name: 'paid places, and whether they exist',
    source: 'Directive 2005/29/EC, Annex I No. 11a',
    pages: ['ranking'],
    words: () => ['2019/1150', '2022/2065'],
  },
  {
    name: 'whether reviews are checked',
    source: 'Directive 2005/29/EC, Art. 7 (6); UWG § 5b (3)',
    pages: [...articles, 'shop'],
    words: ({ t }) => [t('law:reviews')],
  },
  {
    name: 'whether opinions about the shop itself are checked',
    source: 'Directive 2005/29/EC, Art. 7 (6); UWG § 5b (3)',
    pages: ['home'],
    words: ({ t }) => [t('reviews:inventedNote')],
  },
  {
    name: 'bodies that settle disputes out of court',
    source: {
      'de-DE': 'VSBG § 36',
      'de-AT': 'AStG § 19',
      'es-ES': 'Ley 7/2017, art. 40',
      'fr-FR': 'Code de la consommation, art. L. 616-1',
      'it-IT': 'Codice del consumo, art. 141-sexies',
      'nl-NL': 'Implementatiewet buitengerechtelijke geschillenbeslechting consumenten, art. 15',
    },
    pages: ['imprint'],
    words: ({ locale }) => [disputes[locale]],
  },
  {
    name: 'registers and tax numbers of who runs the shop',
    source: 'DDG § 5; ECG § 5; LSSI art. 10; LCEN art. 1-1; d.lgs. 70/2003, art. 7; BW art. 3:15d',
    pages: ['imprint'],
    words: ({ locale }) => registers[locale],
  },
  {
    name: 'refusing is as near as allowing',
    source: 'Regulation (EU) 2016/679 (GDPR), Art. 7; TDDDG § 25; Directive 2002/58/EC, Art. 5 (3)',
    pages: ['consent'],
    words: ({ t }) => [t('consent:reject'), t('consent:accept')],
  },
  {
    name: 'used oil is taken back, said on the page itself',
    source: {
      'de-DE': 'AltölV § 8',
      'de-AT': 'AWG 2002; Altölverordnung',
      'es-ES': 'Real Decreto 679/2006',
      'fr-FR': 'Code de l’environnement, art. R. 543-3',
      'it-IT': 'd.lgs. 152/2006, art. 236',
      'nl-NL': 'Wet milieubeheer',
    },
    pages: ['oilArticle'],
    words: ({ t }) => [t('law:oil.title'), t('law:oil.text')],
    links: ({ address }) => [address('oil-disposal')],
  },
  {
    name: 'tyre label, and its entry in the register',
    source: 'Regulation (EU) 2020/740, Art. 6 (4)',
    pages: ['tyreArticle'],
    words: ({ t, facts: { tyre } }) =>
      tyre
        ? [
            t('law:tyre.title'),
            t('law:tyre.fuel'),
            t('law:tyre.wetGrip'),
            t('law:tyre.noiseValue', { noise: tyre.noise, level: tyre.noiseClass }),
            t('law:tyre.sheet', { number: tyre.eprel }),
          ]
        : [],
    links: () => ['https://eprel.ec.europa.eu/screen/product/tyres/'],
  },
];
