import type {
  ConsoleActs,
  ConsoleFeeds,
  ConsoleOrders,
  ConsoleReport,
  ConsoleSearches,
  OfferFaults,
  Overview,
} from '../../server/contract/console.js';
import type { ConsoleText, ConsoleTexts } from '../../server/contract/text-overrides.js';
import type { RecentLoad } from '../load.js';

/** Why somebody is not let in. */
export type SignInFault = 'token' | 'limit' | 'role' | 'login' | 'provider';
/** What has become of a held feed. */
export type HeldFeedback = 'approved' | 'dropped' | 'running';
/** The result of a form with texts, and why one was refused. */
export type TextFeedback = 'saved' | 'same';
export type TextFault = 'long';

/** What each page of the operator's console shows. */
export interface ConsoleModels {
  /** `hasLogin`: there is a provider of logins. */
  readonly signIn: { readonly fault: SignInFault | null; readonly hasLogin: boolean };
  /** Comes back from the provider: the session counts from the next page on. */
  readonly signedIn: object;
  /** `load` is that of the process that answers. */
  readonly overview: {
    readonly overview: Overview | null;
    readonly failure: string | null;
    readonly load: RecentLoad;
  };
  /** `failure`: why a held feed could not be imported. */
  readonly feeds: {
    readonly feeds: ConsoleFeeds;
    readonly feedback: HeldFeedback | null;
    readonly failure: string | null;
  };
  readonly report: { readonly report: ConsoleReport };
  readonly offers: { readonly offers: OfferFaults | null; readonly failure: string | null };
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
