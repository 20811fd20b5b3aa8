import type { Locale } from '../../server/contract/locales.js';
import type { Formats, Translate } from '../../views/formats.js';
import type { InformationPage } from '../../views/links.js';

/** Facts about the subject of a page. Money in cents. */
export interface Facts {
  readonly shop?: Readonly<
    Record<'name' | 'street' | 'postcode' | 'city' | 'phone' | 'email' | 'register' | 'vatId', string>
  >;
  readonly maker?: { readonly name: string; readonly address: string; readonly email: string };
  /** Responsible person in the Union, for a maker outside it. */
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
  /** Article number, and warnings in the language of the page. */
  readonly product?: { readonly number: string; readonly warnings: readonly string[] };
  readonly durability?: {
    readonly years: number;
    readonly producer: string;
    readonly model: string;
    readonly terms: string;
  };
  readonly tyre?: { readonly noise: number; readonly noiseClass: string; readonly eprel: string };
}

/** Input of a rule: texts and formats of an edition, and the facts behind the page. */
export interface Subject {
  readonly locale: Locale;
  readonly t: Translate;
  readonly format: Formats;
  /** Address of an information page of the edition. */
  readonly address: (page: InformationPage) => string;
  readonly facts: Facts;
}

/** Content by which a page fulfils a duty. */
export interface Proof {
  /** Texts of the page. */
  readonly words?: (subject: Subject) => readonly string[];
  /** Addresses of links in the page. */
  readonly links?: (subject: Subject) => readonly string[];
  /** Further strings that its HTML contains. */
  readonly always?: RegExp;
  /** Strings that its HTML must not contain. */
  readonly never?: RegExp;
}
