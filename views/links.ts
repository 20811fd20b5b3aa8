/**
 * Names of all pages with the parameters of their addresses. Views make links only through `url()` of the page
 * context; the server's route table implements it, one localized path per name and edition (D1, D3).
 */
interface WithSeoName {
  id: string;
  seoName: string;
}
interface WithSlug {
  id: string;
  slug: string;
}
interface LinkCategory {
  urlId: string;
  seoAlias: string;
}

export const informationPages = [
  'about',
  'press',
  'terms',
  'imprint',
  'privacy',
  'support',
  'oil-disposal',
  'guide',
  'brands',
  'blog',
  'newsletter',
  'revocation',
  'accessibility',
  'ranking',
  'deposit',
  'shipping',
  'security',
  'merchants',
  'jobs',
] as const;
export type InformationPage = (typeof informationPages)[number];

/** Sections of an article's page that it shows in full only when asked to. */
export const articleParts = ['offers', 'prices', 'vehicles', 'picker', 'report'] as const;
export type ArticlePart = (typeof articleParts)[number];
/** What the page of a list shows only when asked to. */
export const listParts = ['picker', 'advice', 'compare'] as const;
export type ListPart = (typeof listParts)[number];

export interface LinkParameters {
  home: Record<never, never>;
  cart: Record<never, never>;
  /** The link that fills a cart (D31). */
  cartGenerate: Record<never, never>;
  bot: Record<never, never>;
  /** The calls that the shop answers to programs. */
  developers: Record<never, never>;
  /** Every component in every state; in the local environment only. */
  components: Record<never, never>;
  /** The navigation of the header as a page of its own. */
  menu: Record<never, never>;
  /** The grid of delivery countries as a page of its own (D44). */
  countries: Record<never, never>;
  /** What may be loaded from elsewhere (D33). */
  consent: Record<never, never>;
  /** GET form of the header (D8). */
  search: Record<never, never>;
  /** A vehicle travels in the one field that names it most exactly (specification 2). */
  fullText: {
    query?: string;
    modelId?: string;
    vehicleSeriesGroupId?: string;
    vehicleManufacturerId?: string;
    /** Words are searched for as they were typed. */
    exact?: '1';
  };
  compare: { ids: readonly string[]; modelId?: string | undefined };
  /**
   * `category` and `manufacturer` are slugs that narrow the search; left out, the words of a search in everything (D4).
   */
  partNumber: { number: string; category?: string; manufacturer?: string; modelId?: string };
  /** `show` names a section that is shown in full; `quantity` are other pieces than the usual ones. */
  article: {
    brand: string;
    number: string;
    articleId?: string;
    modelId?: string;
    quantity?: number | undefined;
    show?: ArticlePart;
  };
  shop: { shop: string };
  shopTerms: { shop: string };
  shopPolicy: { shop: string };
  vehicles: Record<never, never>;
  manufacturer: { manufacturer: WithSeoName };
  series: { seriesPage: WithSlug; seriesId?: string };
  model: { seriesPage: { slug: string }; modelId: string };
  category: { category: LinkCategory };
  universalCategory: { category: LinkCategory };
  manufacturerCategory: { category: LinkCategory; manufacturer: WithSeoName };
  seriesCategory: { category: LinkCategory; seriesPage: WithSlug };
  modelCategory: { category: LinkCategory; seriesPage: { slug: string }; modelId: string };
  brand: { brand: { id: string; slug: string } };
  brandCategory: { brand: { id: string; slug: string }; category: LinkCategory };
  information: { page: InformationPage };
  login: { redirectUrl: string };
  savedVehicles: Record<never, never>;
  saveVehicle: { modelId: string };
}
export type LinkName = keyof LinkParameters;

/** Path-absolute address of a page in the edition of the page being rendered. `page` is the listing's page number. */
export type Url = <N extends LinkName>(name: N, parameters: LinkParameters[N], page?: number) => string;
