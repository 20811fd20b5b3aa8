import type { InformationPage } from '../../../views/links.js';
import type { Formats, Translate } from '../../../views/words.js';
import type { Locale } from '../../contract/scalars.js';

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
  /** Editions whose national act nobody has read, with what is known instead on that day (ISO 8601). */
  readonly unread?: { readonly on: string; readonly known: Readonly<Partial<Record<Locale, string>>> };
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

/** Every kind of article page. */
export const articles: readonly LawfulPage[] = [
  'article',
  'reducedArticle',
  'depositArticle',
  'measuredArticle',
  'oilArticle',
  'batteryArticle',
  'tyreArticle',
];
