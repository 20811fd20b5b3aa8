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
import type { CategoryNode, Navigation } from '../server/contract/catalogue.js';
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

/** A loaded part of a page that may be missing: `null` = could not be loaded, never "there is none". */
export type Optional<T> = T | null;

/** What customers give the shop, from 0 to 5; `placeholder` is an example until the rating is known (D25). */
export interface Rating {
  value: number;
  count: number;
  source: 'trustedShops' | 'own' | 'placeholder';
}
/** The vehicle picker as plain form and as island: choices made so far, and the lists that follow from them (D43). */
export interface PickerModel {
  action: string;
  /** Kept through the form: category or article to return to. */
  hidden: Readonly<Partial<Record<'categoryId' | 'brand' | 'norm', string>>>;
  manufacturers: { popular: Manufacturer[]; all: Manufacturer[] };
  series: { popular: Series[]; all: Series[] } | null;
  models: { popular: Model[]; all: Model[] } | null;
  chosen: { manufacturerId: string | null; seriesId: string | null; modelId: string | null };
  /** A list of these could not be loaded. */
  isCut?: true;
  paper: string;
  /** Nobody could be asked about a plate: there is no form for one. */
  hasNoRegister?: true;
  /** Registers that the edition can ask besides, which the operator has named. */
  registers?: readonly RegisterWay[];
  /** What a form for a registration paper or a plate has come to; absent before. Only in private answers (D27). */
  lookup?: VehicleLookup;
}
/** A vehicle sought by the keys of its registration paper, or by its plate, and what came of it. */
export interface VehicleLookup {
  way: 'keys' | 'plate' | RegisterWay;
  /** As entered, shown again; of a register, as `register`. */
  entered: { hsn: string; tsn: string; plate: string; register?: string };
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
  /** The cheapest product of each promoted leaf that could be loaded, and whether an offer proves the saving. */
  promotions: Optional<{ category: CategoryNode; product: Product | null; count: number; isClaimProven: boolean }[]>;
  /** What customers wrote, each with words; at most four. */
  reviews: Optional<Review[]>;
  /** Categories of the parts in the drawing of the front axle, where the catalogue has them; null for no drawing. */
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
  /** What else the page shows on demand: the picker, or the advice of the category; null = links to them. */
  show: ListPart | null;
  /** Ids of products that are chosen already, where the list is one to choose from. */
  compared: readonly string[];
  /** Why the filter form was not followed. */
  problem: { code: string; message: string } | null;
}
/** `consentHost`: nothing of it is shown before this host is allowed; null = an ordinary link. */
export type ArticleDocument = ProductDetail['documents'][number] & { consentHost: string | null };
export interface ArticleModel {
  article: Article;
  offers: Optional<Offers>;
  /** Pieces that prices are for: those that the job needs, or another number that the address names. */
  pieces: number;
  /** The lowest prices by day until `today` (ISO 8601); null where they are not shown, or could not be loaded. */
  prices: Optional<{ steps: PriceSteps; today: string }>;
  fittingVehicles: Optional<FittingVehicles>;
  oeNumbers: Optional<OeNumbers>;
  picker: PickerModel;
  /** In the language of the edition, each once. */
  documents: readonly ArticleDocument[];
  /** Offer named by `articleId` in the address, if it is on the page, or nobody can tell. */
  highlightedOfferId: string | null;
  /** Answers to fit conditions, as in the address; null for none. */
  answers: string | null;
  /** The section that is shown in full; the others say what there is, and lead to the rest. */
  show: ArticlePart | null;
  /** A refused form of this page, shown beside the form (D42). */
  problem: { code: string; message: string } | null;
  report: DataReportModel;
}
/** What is filled into the report of an error in the data, and what was wrong with it; or the number of its receipt. */
export type DataReportModel =
  | { step: 'form'; reason: string; text: string; fault: 'reason' | 'text' | 'limit' | null }
  | { step: 'receipt'; number: string };
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
  action: string;
  count: number;
  replace: boolean;
}
export interface CartModel {
  cart: Optional<CartData>;
  /** The latest change of the whole cart, which can be undone for a day. */
  undo: CartUndo | null;
  pending: PendingCart | null;
  /** Other ways to buy the same; null when they could not be compared in time. */
  plans: Optional<Optimise['plans']>;
  /** What is missing, and sets that cost less; null where nobody could say in time. */
  advice: Optional<Advice>;
  /** Other parts, where they were asked for; without a plan none saves anything. */
  equivalent: { plan: EquivalentPlan | null } | null;
  problem: { code: string; message: string; lineId: string | null } | null;
  /** Something was put in just now, and the browser has not kept whose cart it is. */
  isBlocked: boolean;
  /** Host of the checkout, and the cart signed for it where something can be bought; null without one (D68). */
  checkout: { host: string; signed: string | null } | null;
}
export interface CompareModel {
  comparison: Comparison;
  /** Ids of the address that are more than stand side by side. */
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
/** Which words an error page has: no such address, nothing there, too fast, not understood, out of reach, broken. */
export type ErrorKind = 'unknown' | 'missing' | 'slow' | 'bad' | 'busy' | 'failed';
export interface NearPage {
  readonly label: string;
  /** Below the prefix of the edition. */
  readonly path: string;
}
export interface ErrorModel {
  kind: ErrorKind;
  status: number;
  /** Support code to read out on the telephone (D40). */
  supportCode: string;
  near: readonly NearPage[];
  /** A form that may be sent once more, with fields that make it harmless; null where there was none. */
  repeat: { readonly action: string; readonly fields: readonly (readonly [name: string, value: string])[] } | null;
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
  | {
      step: 'receipt';
      fields: WithdrawalFields;
      /** Sent again, it is the same declaration. */
      key: string;
      number: string;
      receivedAt: Date;
      /** Whether a copy goes to the address. */
      isMailed: boolean;
    };
/** The delivery countries in the order of the edition's language (D23). */
export interface CountriesModel {
  /** The edition's own country, then the other editions' and its neighbours; then all others. */
  near: readonly { code: string; name: string }[];
  others: readonly { code: string; name: string }[];
  /** Country that the page is for; null in a dialog, where the page around it says so. */
  current: string | null;
  /** Own path that a choice leads back to; null in a dialog, which stays where it is. */
  returnTo: string | null;
  /** A choice was made just now, and the browser has not kept it. */
  isBlocked: boolean;
  flags: string;
}

export type ComponentsModel = Pick<CountriesModel, 'flags'> & Pick<HomeModel, 'axleDrawing'>;

export interface BotModel {
  /** Hidden field that says when the page was made (D12). */
  wait: string;
  back: string;
  /** Zeros that the hash of a solved proof of work begins with. */
  difficultyBits: number;
  script: string;
  /** Why the button did not lead on: pressed too early, or by too many behind one address. */
  error: 'early' | 'many' | null;
  /** Pages that one client gets at once; 0 = as many as it likes. */
  pagesAtOnce: number;
}
