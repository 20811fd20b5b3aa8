import type {
  Article,
  Brand,
  Comparison,
  FittingVehicles,
  Listing,
  OeNumbers,
  Product,
  ProductDetail,
} from '../server/contract/articles.js';
import type { Advice, CartData, CartUndo, EquivalentPlan, Optimise } from '../server/contract/carts.js';
import type { Category, Navigation } from '../server/contract/catalogue.js';
import type { Offers, PriceSteps } from '../server/contract/offers.js';
import type { ResponseBody } from '../server/contract/operations/caller-types.js';
import type { RegisterWay } from '../server/contract/registers.js';
import type { Review } from '../server/contract/reputation.js';
import type { BrandDetail } from '../server/contract/search.js';
import type { ShopDetail, ShopText, ShopTextKind } from '../server/contract/shops.js';
import type {
  FoundVehicle,
  Manufacturer,
  Model,
  Series,
  SeriesPageDetail,
  Vehicle,
} from '../server/contract/vehicles.js';
import type { AxleCategories } from './axle-positions.js';
import type { ArticlePart, InformationPage, ListPart } from './links.js';

/** Optional data of a page; null if they could not be loaded, never for an empty result. */
export type Optional<T> = T | null;

/** Rating of the shop from 0 to 5; `placeholder` is an example until it is known (D25). */
export interface Rating {
  value: number;
  count: number;
  source: 'trustedShops' | 'own' | 'placeholder';
}
/** The vehicle picker as form and island: choices, and the lists that follow from them (D43). */
export interface PickerModel {
  action: string;
  /** Context that the form keeps: category or article to return to. */
  hidden: Readonly<Partial<Record<'categoryId' | 'brand' | 'norm', string>>>;
  manufacturers: { popular: Manufacturer[]; all: Manufacturer[] };
  series: { popular: Series[]; all: Series[] } | null;
  models: { popular: Model[]; all: Model[] } | null;
  chosen: { manufacturerId: string | null; seriesId: string | null; modelId: string | null };
  /** Whether some lists of the picker could not be loaded. */
  isCut?: true;
  paper: string;
  /** No register of plates is configured, so there is no form for them. */
  hasNoRegister?: true;
  /** Other registers of the edition that the operator configured. */
  registers?: readonly RegisterWay[];
  /** Result of a lookup by registration paper or plate; only on private pages (D27). */
  lookup?: VehicleLookup;
}
/** A lookup by registration paper, plate or register. */
export interface VehicleLookup {
  way: 'keys' | 'plate' | RegisterWay;
  /** The input, shown again. */
  entered: { hsn: string; tsn: string; plate: string; register?: string };
  /** `invalid`: wrong format; `unknown`: no vehicle; `failed`: no answer; `several`: see `hits`. */
  state: 'invalid' | 'unknown' | 'failed' | 'several';
  hits: readonly FoundVehicle[];
}
export interface Crumb {
  label: string;
  href: string;
}

export interface HomeModel {
  navigation: Optional<Navigation>;
  picker: PickerModel;
  /** The cheapest product of each promoted leaf, and whether an offer proves the reduction. */
  promotions: Optional<{ category: Category; product: Product | null; count: number; isClaimProven: boolean }[]>;
  /** At most four reviews with a comment. */
  reviews: Optional<Review[]>;
  /** Categories of the parts in the drawing of the front axle; null for no drawing. */
  axle: AxleCategories | null;
  axleDrawing: string;
}
export interface VehiclesModel {
  navigation: Optional<Navigation>;
  manufacturers: Manufacturer[];
  picker: PickerModel;
}
export interface ManufacturerModel {
  navigation: Optional<Navigation>;
  manufacturer: Manufacturer;
  series: Optional<Series[]>;
  picker: PickerModel;
}
export interface SeriesModel {
  navigation: Optional<Navigation>;
  detail: SeriesPageDetail;
  picker: PickerModel;
}
export interface ModelModel {
  navigation: Optional<Navigation>;
  vehicle: Vehicle;
  /** National type in the address, if it belongs to the model (D48). */
  kba: Model['kbas'][number] | null;
  picker: PickerModel;
  /** The page shows the picker instead of a link to it. */
  isPicking: boolean;
}
/** A parent category, or a leaf with its products. */
export interface CategoryModel {
  navigation: Navigation;
  vehicle: Vehicle | null;
  /** Brand to which the list is limited; null for all brands. */
  brand: Brand | null;
  /** Products of a leaf; null for a parent category, and if they could not be loaded. */
  listing: Listing | null;
  /** The page's products could not be loaded. */
  isListingMissing: boolean;
  /** The edition's ten manufacturers, for links beside the list. */
  manufacturers: Optional<readonly Manufacturer[]>;
  picker: PickerModel;
  /** Picker or advice, if the page shows it instead of a link. */
  show: ListPart | null;
  /** Ids of products that were already chosen for a comparison. */
  compared: readonly string[];
  /** Error of the filter form. */
  problem: { code: string; message: string } | null;
}
/** `consentHost` must be allowed before the document is shown; null for an ordinary link. */
export type ArticleDocument = ProductDetail['documents'][number] & { consentHost: string | null };
export interface ArticleModel {
  article: Article;
  offers: Optional<Offers>;
  /** Pieces of the prices: those of the job, or the number in the address. */
  pieces: number;
  /** Lowest prices by day until `today` (ISO 8601). */
  prices: Optional<{ steps: PriceSteps; today: string }>;
  fittingVehicles: Optional<FittingVehicles>;
  oeNumbers: Optional<OeNumbers>;
  picker: PickerModel;
  /** Documents in the edition's language, each once. */
  documents: readonly ArticleDocument[];
  /** Offer of `articleId` in the address, if the page has it or could not load its offers. */
  highlightedOfferId: string | null;
  /** Answers to fit conditions in the address; null for none. */
  answers: string | null;
  /** Section shown in full; the others are shortened and link to the rest. */
  show: ArticlePart | null;
  /** A refused form of this page (D42). */
  problem: { code: string; message: string } | null;
  report: DataReportModel;
}
/** Form for an error in the data with its fault, or the receipt. */
export type DataReportModel =
  | { step: 'form'; reason: string; text: string; fault: 'reason' | 'text' | 'limit' | null }
  | { step: 'receipt'; number: string };
/** An external host with its purpose and the visitor's choice. */
export interface ConsentDomain {
  host: string;
  purpose: 'pictures' | 'embeds' | 'badge' | 'tags';
  isAccepted: boolean;
}
export interface ConsentModel {
  domains: readonly ConsentDomain[];
  /** Path to return to; null if the script knows it. */
  returnTo: string | null;
}
/** A link that fills the cart once a person presses its button (D31). */
export interface PendingCart {
  action: string;
  count: number;
  replace: boolean;
}
export interface CartModel {
  cart: Optional<CartData>;
  /** The latest change of the cart, with undo for a day. */
  undo: CartUndo | null;
  pending: PendingCart | null;
  /** Other ways to buy the same; null if they were not ready in time. */
  plans: Optional<Optimise['plans']>;
  /** Missing parts and cheaper sets; null if they were not ready in time. */
  advice: Optional<Advice>;
  /** Plan with other parts, if requested; its plan is null if none saves anything. */
  equivalent: { plan: EquivalentPlan | null } | null;
  problem: { code: string; message: string; lineId: string | null } | null;
  /** A part was added, but the browser did not store the session. */
  isBlocked: boolean;
  /** Host of the checkout, and the signed cart if something can be bought; null without checkout (D68). */
  checkout: { host: string; signed: string | null } | null;
}
export interface CompareModel {
  comparison: Comparison;
  /** The address has more ids than products fit side by side. */
  isCut: boolean;
}
export interface ShopModel {
  shop: ShopDetail;
}
export interface ShopTextModel {
  text: ShopText;
  kind: ShopTextKind;
}
export interface BrandModel {
  detail: BrandDetail;
}
/** Kind of error page: no such address, no such thing, rate limit, bad request, overload, failure. */
export type ErrorKind = 'unknown' | 'missing' | 'slow' | 'bad' | 'busy' | 'failed';
export interface NearPage {
  readonly label: string;
  /** Path below the edition's prefix. */
  readonly path: string;
}
export interface ErrorModel {
  kind: ErrorKind;
  status: number;
  /** Support code to read aloud on the telephone (D40). */
  supportCode: string;
  near: readonly NearPage[];
  /** A form that may be sent again harmlessly; null for none. */
  repeat: { readonly action: string; readonly fields: readonly (readonly [name: string, value: string])[] } | null;
}

/** A section of an information page: heading, then paragraphs and lists (arrays) for `InformationText`. */
export type InformationSection = [heading: string, ...blocks: (string | string[])[]];
export interface InformationModel {
  page: InformationPage;
  title: string;
  lead: string;
  sections: InformationSection[];
  /** All part brands, on their page only; null if they could not be loaded. */
  brands: Optional<ResponseBody<'brands'>>;
  /** Support code of this request, on the uncached contact page only (D57). */
  supportCode: string | null;
  /** Form of the withdrawal page. */
  withdrawal: WithdrawalModel | null;
}
export interface WithdrawalFields {
  name: string;
  orderId: string;
  email: string;
}
/** Steps of a withdrawal, and its receipt (Directive 2011/83/EU, Article 11a). */
export type WithdrawalModel =
  | { step: 'form'; fields: WithdrawalFields; errors: readonly (keyof WithdrawalFields)[] }
  | { step: 'confirm'; fields: WithdrawalFields; key: string }
  | {
      step: 'receipt';
      fields: WithdrawalFields;
      /** Makes a repeat the same declaration. */
      key: string;
      number: string;
      receivedAt: Date;
      /** A copy was mailed to the address. */
      isMailed: boolean;
    };
/** The delivery countries in the order of the language (D23). */
export interface CountriesModel {
  /** The edition's own country, those of other editions and neighbours; then all others. */
  near: readonly { code: string; name: string }[];
  others: readonly { code: string; name: string }[];
  /** Country of the page; null in a dialog, whose page shows it. */
  current: string | null;
  /** Path to return to; null in a dialog. */
  returnTo: string | null;
  /** A country was chosen, but the browser did not store the cookie. */
  isBlocked: boolean;
  flags: string;
}

export type ComponentsModel = Pick<CountriesModel, 'flags'> & Pick<HomeModel, 'axleDrawing'>;

export interface BotModel {
  /** Hidden field with the time of the page (D12). */
  wait: string;
  back: string;
  /** Leading zero bits of a solved proof of work. */
  difficultyBits: number;
  script: string;
  /** Reason for the page again: pressed too early, or too many passes for one address. */
  error: 'early' | 'many' | null;
  /** Pages that one client gets at once; 0 without limit. */
  pagesAtOnce: number;
}
