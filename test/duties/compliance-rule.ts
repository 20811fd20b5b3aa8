import type { Locale } from '../../server/contract/locales.js';

/** Kinds of pages on which the law asks for something; articles by what is special about them. */
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
  /** Act and article; by edition where national law words it. */
  readonly source: string | Readonly<Record<Locale, string>>;
  /** From when it holds, where that is recent (ISO 8601); by edition where countries differ. */
  readonly since?: string | Readonly<Partial<Record<Locale, string>>>;
  /** Editions whose act nobody has read at its source, with what is known instead on that day (ISO 8601). */
  readonly unread?: { readonly on: string; readonly known: Readonly<Partial<Record<Locale, string>>> };
  /** Missing: every kind. */
  readonly pages?: readonly RulePage[];
  /** Missing: every edition. */
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
