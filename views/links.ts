/**
 * Names of all pages with the parameters of their addresses. Views make links only by `url()` of the page context,
 * which the route table implements for each edition (D1, D3).
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

/** Sections of an article's page that are shown in full on demand. */
export const articleParts = ['offers', 'prices', 'vehicles', 'picker', 'report'] as const;
export type ArticlePart = (typeof articleParts)[number];
/** Parts of a listing's page that are shown on demand. */
export const listParts = ['picker', 'advice', 'compare'] as const;
export type ListPart = (typeof listParts)[number];

export interface LinkParameters {
  home: Record<never, never>;
  cart: Record<never, never>;
  /** Link that fills a cart (D31). */
  cartGenerate: Record<never, never>;
  bot: Record<never, never>;
  /** Description of the public API. */
  developers: Record<never, never>;
  /** Every component in every state; only in the local environment. */
  components: Record<never, never>;
  /** The header's navigation as a page. */
  menu: Record<never, never>;
  /** The delivery countries as a page (D44). */
  countries: Record<never, never>;
  /** Page with the choice of external content (D33). */
  consent: Record<never, never>;
  /** GET form of the header (D8). */
  search: Record<never, never>;
  /** The vehicle is in the field that names it most exactly (specification 2). */
  fullText: {
    query?: string;
    modelId?: string;
    vehicleSeriesGroupId?: string;
    vehicleManufacturerId?: string;
    /** Turns off spelling correction. */
    exact?: '1';
  };
  compare: { ids: readonly string[]; modelId?: string | undefined };
  /** Slugs `category` and `manufacturer` narrow the search; left out, it covers everything (D4). */
  partNumber: { number: string; category?: string; manufacturer?: string; modelId?: string };
  /** `show` names a section shown in full; `quantity` replaces the usual number of pieces. */
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

/** Builds an absolute path of the page's edition. `page` is the page number of a listing. */
export type Url = <N extends LinkName>(name: N, parameters: LinkParameters[N], page?: number) => string;
