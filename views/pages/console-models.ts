import type {
  ConsoleActs,
  ConsoleFeeds,
  ConsoleOrders,
  ConsoleReport,
  ConsoleSearches,
  ConsoleUpload,
  OfferFaults,
  Overview,
} from '../../server/contract/console.js';
import type { ConsoleAct } from '../../server/contract/console-rights.js';
import type { ConsoleShop, ConsoleShops } from '../../server/contract/merchant-page.js';
import type { ConsoleText, ConsoleTexts } from '../../server/contract/text-overrides.js';
import type { RecentLoad } from '../load.js';

/** Pages of the navigation, with the act that opens each. */
export const placeActs = {
  overview: 'consoleOverview',
  feeds: 'consoleFeeds',
  offers: 'consoleOffers',
  shops: 'consoleShops',
  searches: 'consoleSearches',
  customers: 'consoleOrders',
  texts: 'consoleTexts',
  log: 'consoleActs',
} as const satisfies Readonly<Record<string, ConsoleAct>>;

/** Why signing in failed. */
export type SignInFault = 'token' | 'limit' | 'role' | 'login' | 'provider';
/** Result of the decision about a held feed. */
export type HeldFeedback = 'approved' | 'dropped' | 'running';
/** Result of a form with texts, and the reason for a refusal. */
export type TextFeedback = 'saved' | 'same';
export type TextFault = 'long';

/** Why a merchant's file was refused. */
export type UploadFault = 'file' | 'shop';

/** Data of each page of the operator's console. */
export interface ConsoleModels {
  /** `hasLogin`: a login provider is configured. */
  readonly signIn: { readonly fault: SignInFault | null; readonly hasLogin: boolean };
  /** The page after the provider's redirect: the next request has the session. */
  readonly signedIn: object;
  /** `load` concerns the process that answers. */
  readonly overview: {
    readonly overview: Overview | null;
    readonly failure: string | null;
    readonly load: RecentLoad;
  };
  /** `failure`: why the import of a held feed failed; `fault`: why a file was refused. */
  readonly feeds: {
    readonly feeds: ConsoleFeeds;
    readonly feedback: HeldFeedback | null;
    readonly failure: string | null;
    readonly fault: UploadFault | null;
  };
  /** A merchant's file. */
  readonly upload: { readonly upload: ConsoleUpload; readonly isSaved: boolean };
  readonly report: { readonly report: ConsoleReport };
  readonly offers: { readonly offers: OfferFaults | null; readonly failure: string | null };
  /** Merchants by a part of their name, and one of them. */
  readonly shops: { readonly query: string; readonly shops: ConsoleShops['shops'] };
  readonly shop: {
    readonly shop: ConsoleShop;
    /** Link of a new invitation. */
    readonly link: string | null;
    /** The address of the merchant portal is known. */
    readonly mayInvite: boolean;
  };
  readonly searches: { readonly searches: ConsoleSearches };
  readonly customers: { readonly customers: ConsoleOrders; readonly all: boolean };
  readonly texts: { readonly query: string; readonly texts: ConsoleTexts };
  readonly text: {
    readonly subject: ConsoleText;
    readonly feedback: TextFeedback | null;
    readonly fault: TextFault | null;
  };
  readonly log: { readonly acts: ConsoleActs['acts'] };
}
export type ConsoleModel = { [P in keyof ConsoleModels]: { readonly page: P } & ConsoleModels[P] }[keyof ConsoleModels];
