import type { Locale } from '../../server/contract/locales.js';

/** Kinds of pages with legal duties; articles by their special property. */
export type RulePage =
  | 'home'
  | 'category'
  | 'article'
  | 'reducedArticle'
  | 'depositArticle'
  | 'measuredArticle'
  | 'oilArticle'
  | 'batteryArticle'
  | 'tyreArticle'
  | 'guaranteedArticle'
  | 'shop'
  | 'shopTerms'
  | 'cart'
  | 'guaranteedCart'
  | 'search'
  | 'partNumber'
  | 'fluids'
  | 'warningTriangles'
  | 'abroadArticle'
  | 'abroadCart'
  | 'consent'
  | 'withdrawal'
  | 'imprint'
  | 'accessibility'
  | 'ranking';

/** A compliance rule: something that pages must show, or must not show. */
export interface ComplianceRule {
  readonly name: string;
  /** Act and article; by edition if national law differs. */
  readonly source: string | Readonly<Record<Locale, string>>;
  /** Date from which it applies, if recent (ISO 8601); by edition if countries differ. */
  readonly since?: string | Readonly<Partial<Record<Locale, string>>>;
  /** Editions whose national act nobody has read, with the known facts and the date of the search (ISO 8601). */
  readonly unread?: { readonly on: string; readonly known: Readonly<Partial<Record<Locale, string>>> };
  /** Every kind if missing. */
  readonly pages?: readonly RulePage[];
  /** Every edition if missing. */
  readonly editions?: readonly Locale[];
}

export const articles: readonly RulePage[] = [
  'article',
  'reducedArticle',
  'depositArticle',
  'measuredArticle',
  'oilArticle',
  'batteryArticle',
  'tyreArticle',
  'guaranteedArticle',
];
