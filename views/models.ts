import type {
  Article,
  Brand,
  FittingVehicles,
  Listing,
  OeNumbers,
  Product,
  ProductDetail,
} from '../server/contract/articles.js';
import type { ResponseBody } from '../server/contract/caller-types.js';
import type { CartData, CartUndo, Optimise } from '../server/contract/carts.js';
import type { CategoryNode, Navigation } from '../server/contract/catalogue.js';
import type { Offers } from '../server/contract/offers.js';
import type { Review } from '../server/contract/reputation.js';
import type { BrandDetail, FullTextResult, PartNumberResult } from '../server/contract/search.js';
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
import type { ArticlePart, InformationPage } from './links.js';

/** A loaded part of a page that may be missing: `null` = could not be loaded, never "there is none". */
export type Optional<T> = T | null;

/** What customers give the shop, from 0 to 5. `placeholder`: nobody has said so; an example until the rating is known (D25). */
export interface Rating {
  value: number;
  count: number;
  source: 'trustedShops' | 'own' | 'placeholder';
}
/** The vehicle picker as plain form and as island: choices made so far, and the lists that follow from them (D43). */
export interface PickerModel {
  /** Address of the GET form. */
  action: string;
  /** Kept through the form: category or article to return to. */
  hidden: Readonly<Partial<Record<'categoryId' | 'brand' | 'norm', string>>>;
  manufacturers: { popular: Manufacturer[]; all: Manufacturer[] };
  series: { popular: Series[]; all: Series[] } | null;
  models: { popular: Model[]; all: Model[] } | null;
  chosen: { manufacturerId: string | null; seriesId: string | null; modelId: string | null };
  /** A list of these could not be loaded. */
  isCut?: true;
  /** Address of the drawing of a registration paper. */
  paper: string;
  /** Nobody could be asked about a plate: there is no form for one. */
  hasNoRegister?: true;
  /** What a form for a registration paper or a plate has come to; absent before. Only in private answers (D27). */
  lookup?: VehicleLookup;
}
/** A vehicle sought by the keys of its registration paper, or by its plate, and what came of it. */
export interface VehicleLookup {
  way: 'keys' | 'plate';
  /** As entered, shown again. */
  entered: { hsn: string; tsn: string; plate: string };
  /** `invalid`: not of the shape; `unknown`: no vehicle has it; `failed`: could not be asked; `several`: `hits`. */
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
  /**
   * Cheapest listed products of the promoted leaves (oil filter, discs, shock absorbers), as far as they could be loaded,
   * and whether one saves what is claimed.
   */
  promotions: Optional<{ category: CategoryNode; product: Product | null; count: number; isClaimProven: boolean }[]>;
  /** What customers wrote, each with words; at most four. */
  reviews: Optional<Review[]>;
  /** Categories of the numbered parts in the drawing of the front axle, as far as the catalogue has them. */
  axle: AxleCategories;
  /** Address of that drawing. */
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
  /** The national type that the address names besides, if it is one of the model's (D48). */
  kba: Model['kbas'][number] | null;
  picker: PickerModel;
  /** The picker is shown, and not a link to the page with it. */
  isPicking: boolean;
}
/** A parent category, or a leaf with its products. */
export interface CategoryModel {
  navigation: Navigation;
  vehicle: Vehicle | null;
  /** Set where the address names one: only its products are listed. */
  brand: Brand | null;
  /** Null for a parent, and where the products could not be loaded. */
  listing: Listing | null;
  /** The products, which the page is about, could not be loaded. */
  isListingMissing: boolean;
  /** The edition's ten for links beside the list, where it has such; null = could not be loaded. */
  manufacturers: Optional<readonly Manufacturer[]>;
  picker: PickerModel;
  /** The picker is shown, and not a link to the page with it. */
  isPicking: boolean;
  /** Why the filter form was not followed. */
  problem: { code: string; message: string } | null;
}
/** `consentHost`: nothing of it is shown before this host is allowed; null = an ordinary link. */
export type ArticleDocument = ProductDetail['documents'][number] & { consentHost: string | null };
export interface ArticleModel {
  article: Article;
  offers: Optional<Offers>;
  fittingVehicles: Optional<FittingVehicles>;
  oeNumbers: Optional<OeNumbers>;
  picker: PickerModel;
  /** In the language of the edition, each once. */
  documents: readonly ArticleDocument[];
  /** Offer named by `articleId` in the address, if it is on the page, or nobody can tell. */
  highlightedOfferId: string | null;
  /** The section that is shown in full; the others say what there is, and lead to the rest. */
  show: ArticlePart | null;
  /** A refused form of this page, shown beside the form (D42). */
  problem: { code: string; message: string } | null;
}
/** Somebody else's host: what it is for, and what the visitor has said. */
export interface ConsentDomain {
  host: string;
  purpose: 'pictures' | 'embeds' | 'badge' | 'tags';
  isAccepted: boolean;
}
export interface ConsentModel {
  domains: readonly ConsentDomain[];
  /** Our own path to go back to; null where script knows it. */
  returnTo: string | null;
}
/** A link that wants to fill the cart, and waits for a person to press its button (D31). */
export interface PendingCart {
  /** Address that the button posts to. */
  action: string;
  count: number;
  /** Whether it takes the place of what is in the cart. */
  replace: boolean;
}
export interface CartModel {
  cart: Optional<CartData>;
  /** The latest change of the whole cart, which can be undone for a day. */
  undo: CartUndo | null;
  pending: PendingCart | null;
  /** Other ways to buy the same; null when they could not be compared in time. */
  plans: Optional<Optimise['plans']>;
  problem: { code: string; message: string; lineId: string | null } | null;
  /** Something was put in just now, and the browser has not kept whose cart it is. */
  isBlocked: boolean;
  /** The checkout's host, and the cart signed for it while something can be bought; null = none, and the cart says so (D68). */
  checkout: { host: string; signed: string | null } | null;
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
export interface PartNumberModel {
  result: PartNumberResult;
  /** Titles of the category and the brand that the address narrows the search to. */
  filters: readonly string[];
  /** The vehicle of `modelId` in the address, which the marks of fit are for. */
  modelId: string | undefined;
  /** Categories to go on with where nothing was found; empty otherwise. */
  popular: readonly CategoryNode[];
}
/** Mistakes in a search that were mended, and where to go from there. */
export interface SearchCorrection {
  term: string;
  words: readonly { from: string; to: string }[];
  /** The search without the mistakes. */
  href: string;
  /** The search as it was typed; null where nothing is found so. */
  exactHref: string | null;
}
export interface FullTextModel {
  query: string;
  /** Mistakes were left as they are, as was asked for. */
  isAsTyped: boolean;
  /** Null where the words were searched for as they stand. */
  correction: SearchCorrection | null;
  /** Categories to go on with where nothing was found; empty otherwise. */
  popular: readonly CategoryNode[];
  result: FullTextResult;
  vehicle: Vehicle | null;
  /** The vehicle in the address as the search takes it. */
  context: { type: '1' | '2' | '3'; id: string } | null;
  /** What was wrong with the filters that were sent; null = nothing. */
  problem: { code: string; message: string } | null;
}
/** Which words an error page has: no such address, nothing there, too fast, not understood, out of reach, broken. */
export type ErrorKind = 'unknown' | 'missing' | 'slow' | 'bad' | 'busy' | 'failed';
export interface ErrorModel {
  kind: ErrorKind;
  status: number;
  /** Support code to read out on the telephone (D40). */
  supportCode: string;
}

/** A part of an information page: its heading, then paragraphs and lists (arrays) as `InformationText` reads them. */
export type InformationSection = [heading: string, ...blocks: (string | string[])[]];
export interface InformationModel {
  page: InformationPage;
  title: string;
  lead: string;
  sections: InformationSection[];
  /** All part brands, on their page only; null there as well where they could not be loaded. */
  brands: Optional<ResponseBody<'brands'>>;
  /** Code of this very request, on the uncached contact page only (D57). */
  supportCode: string | null;
  /** The form, on the page about withdrawal only. */
  withdrawal: WithdrawalModel | null;
}
export interface WithdrawalFields {
  name: string;
  orderId: string;
  email: string;
}
/** The two steps of a withdrawal and its receipt (Directive 2011/83/EU, Article 11a). */
export type WithdrawalModel =
  | { step: 'form'; fields: WithdrawalFields; errors: readonly (keyof WithdrawalFields)[] }
  | { step: 'confirm'; fields: WithdrawalFields; key: string }
  | { step: 'receipt'; fields: WithdrawalFields; number: string; receivedAt: Date };
/** Why a login shows a page instead of leading to the provider or back from it. */
export interface LoginModel {
  state: 'known' | 'failed' | 'blocked' | 'cancelled' | 'unavailable';
  /** Our own path to go on to; home where none was named. */
  redirectUrl: string;
}
/** The login page of the embedded provider. */
export interface DemoLoginModel {
  action: string;
}
export interface SavedVehiclesModel {
  /** The latest first; null while nobody is logged in. */
  vehicles: readonly Vehicle[] | null;
  loginUrl: string;
}
export interface SaveVehicleModel {
  /** Asks whether it is meant, asks to log in, says why it cannot be saved, or that it can be tried again. */
  state: 'ask' | 'login' | 'refused' | 'failed';
  /** Why it was refused. */
  message: string | null;
  vehicle: Vehicle;
  action: string;
  loginUrl: string;
}
/** The delivery countries in the order of the edition's language (D23). */
export interface CountriesModel {
  countries: readonly { code: string; name: string }[];
  /** Country that the page is for; null in a dialog, where the page around it says so. */
  current: string | null;
  /** Own path that a choice leads back to; null in a dialog, which stays where it is. */
  returnTo: string | null;
  /** A choice was made just now, and the browser has not kept it. */
  isBlocked: boolean;
  /** Address of the drawing with all flags. */
  flags: string;
}

/** Addresses of drawings that the page of all components shows. */
export type ComponentsModel = Pick<CountriesModel, 'flags'> & Pick<HomeModel, 'axleDrawing'>;

export interface BotModel {
  /** Hidden field that says when the page was made (D12). */
  wait: string;
  back: string;
  /** Zeros that the hash of a solved proof of work begins with. */
  difficultyBits: number;
  /** Address of the script that solves it. */
  script: string;
  /** Why the button did not lead on: pressed too early, or by too many behind one address. */
  error: 'early' | 'many' | null;
  /** Pages that one client gets at once; 0 = as many as it likes. */
  pagesAtOnce: number;
}
