import type { Generated } from 'kysely';
import type { ReportReason } from '../../contract/data-reports.js';
import type { FeedStatus } from '../../contract/feeds.js';
import type { Language } from '../../contract/languages.js';
import type { MerchantScope } from '../../contract/merchants.js';
import type { TextOverrideKind, TextOverrideLanguage } from '../../contract/text-overrides.js';
import type { ShopId } from '../program/shop-choice.js';

/** What the trail of merchants tells. */
export type MerchantEvent =
  | 'token_made'
  | 'token_ends'
  | 'token_revoked'
  | 'signed_in'
  | 'signed_out'
  | 'import_sent'
  | 'import_ended';

/** What the trail of the operator's console tells. */
export type OperatorEvent =
  | 'signed_in'
  | 'signed_out'
  | 'held_approved'
  | 'held_dropped'
  | 'withdrawal_handled'
  | 'data_report_handled'
  | 'text_corrected'
  | 'text_restored';

/** Tables of `state.db`; times are ISO 8601 UTC, money integer cents. The DDL is in migrations.ts. */
export interface StateTables {
  session: {
    /** SHA-256 of the visitor's sid: who reads the file cannot act as the visitor. */
    id: string;
    /** Random name of the cart in the audit trail; the link to a visitor goes when the session does (D71). */
    audit_name: string;
    created_at: string;
    changed_at: string;
    /** Who is logged in; null for a visitor. */
    user_id: string | null;
  };
  /** Where a session has gone that a login has ended; rows move on with the next login. */
  session_move: { id: string; session_id: string; moved_at: string };
  /** Somebody who has logged in once: known by the provider's word only, without name or address (D29). */
  account: { id: string; issuer: string; subject: string; created_at: string };
  saved_vehicle: { position: Generated<number>; user_id: string; model_id: string; created_at: string };
  cart_line: {
    id: string;
    session_id: string;
    offer_id: number;
    /** Empty = bought without a vehicle; part of the line's key (D52). */
    model_id: string;
    quantity: number;
    /** Price the visitor last saw, cents. */
    seen_price: number;
    /** JSON of `LineSnapshot`. */
    snapshot: string;
    created_at: string;
    position: Generated<number>;
  };
  cart_audit: {
    id: Generated<number>;
    at: string;
    cart: string;
    event: 'add' | 'change' | 'delete' | 'replace' | 'restore';
    line_id: string;
    offer_id: number;
    model_id: string;
    quantity_before: number;
    quantity_after: number;
    unit_price: number;
    request_id: string;
  };
  /** Removed lines, and carts as they were before a change of the whole, for a day (D31). */
  cart_snapshot: {
    id: string;
    session_id: string;
    created_at: string;
    /** What came after it. */
    kind: 'generate' | 'plan' | 'equivalent' | 'restore' | 'remove';
    changed: 0 | 1;
    skipped: number;
    capped: Generated<number>;
    /** JSON of the rows of `cart_line` without session. */
    lines: string;
    position: Generated<number>;
  };
  /** `fingerprint`: digest of what the key was used for; null = unknown. */
  idempotency: { session_id: string; key: string; created_at: string; fingerprint: string | null };
  /** Declarations of withdrawal; the id is the number of the receipt. */
  withdrawal: {
    id: string;
    created_at: string;
    name: string;
    order_id: string;
    email: string;
    locale: string;
    /** When an operator has dealt with it; null while it is open. */
    handled_at: string | null;
  };
  /** What visitors have found wrong in the data of articles, without a word of who they are (P114). */
  data_report: {
    /** Number of the receipt. */
    id: string;
    created_at: string;
    product_id: number;
    /** Brand and number at that time. */
    article: string;
    reason: ReportReason;
    text: string;
    model_id: string | null;
    locale: string;
    handled_at: string | null;
  };
  /** A feed of the operator's file: when it is due, what was taken last, and how that ended (P96). */
  feed: {
    name: string;
    /** Digest of what the file says of the feed: another one makes known content be taken in again. */
    settings: string;
    named_at: string;
    /** A run moves it only when it ends: one that was killed is due still. */
    next_at: string;
    is_running: Generated<0 | 1>;
    tried_at: string | null;
    /** When the shop last had what the feed says, changed or not. */
    succeeded_at: string | null;
    /** When content was last taken in, with its status, and what tells it from other content. */
    applied_at: string | null;
    applied_status: FeedStatus | null;
    etag: string | null;
    last_modified: string | null;
    /** SHA-256 of the unpacked content. */
    content: string | null;
    status: FeedStatus | null;
    reason: string | null;
    /** Counts of the last content that an import has read. */
    rows: Generated<number>;
    rejected: Generated<number>;
    held: Generated<number>;
    seconds: Generated<number>;
    /** Failures since the last success. */
    failures: Generated<number>;
    /** Since when webhooks have been told that it is overdue. */
    overdue_since: string | null;
    /** Status and content that webhooks were told last. */
    told: string | null;
  };
  feed_run: {
    id: Generated<number>;
    feed: string;
    started_at: string;
    status: FeedStatus;
    is_unchanged: 0 | 1;
    rows: number;
    rejected: number;
    left_out: number;
    held: number;
    seconds: number;
    reason: string | null;
    /** JSON: how often each of the commonest reasons was given. */
    reasons: string;
    /** Name of the import's summary below `imports/`. */
    report: string | null;
  };
  /** Messages to other people's servers, one row for each receiver (P97). */
  outbox: {
    id: string;
    target: string;
    type: string;
    body: string;
    created_at: string;
    attempts: Generated<number>;
    /** Null where nothing is sent any more. */
    next_at: string | null;
    state: Generated<'waiting' | 'delivered' | 'dead'>;
    /** What the last attempt was answered. */
    answer: string | null;
  };
  /** Signed carts that went to the checkout, by their claim `jti`; the total in cents. */
  handover: {
    id: string;
    created_at: string;
    locale: string;
    country: string;
    lines: number;
    pieces: number;
    total: number;
  };
  /** What receivers were told last, of what is told when it differs. */
  told: { name: string; what: string };
  /** Receivers that have answered 410. */
  outbox_target: { name: string; off_at: string };
  /** How often something was searched for within a day (UTC), without anything about who did (D80). */
  search_count: {
    day: string;
    language: Language;
    term: string;
    searches: number;
    without_results: number;
    corrected: number;
  };
  /** A merchant's key to its own offers; the word itself is nowhere (P146). */
  merchant_token: {
    /** Its name, which is no secret. */
    id: string;
    shop_id: ShopId;
    /** SHA-256 of the secret part. */
    digest: string;
    scope: MerchantScope;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    used_at: string | null;
  };
  /** Who has signed in with a token; the id is SHA-256 of what the cookie says. */
  merchant_session: { id: string; token_id: string; created_at: string; changed_at: string };
  /** What a merchant has sent: an import job until it has an end (P243). */
  merchant_import: {
    position: Generated<number>;
    id: string;
    shop_id: ShopId;
    source: 'offer' | 'batch' | 'file';
    mode: 'full' | 'update' | 'partial';
    is_dry_run: 0 | 1;
    created_at: string;
    ended_at: string | null;
    status: FeedStatus;
    is_unchanged: Generated<0 | 1>;
    rows: Generated<number>;
    rejected: Generated<number>;
    left_out: Generated<number>;
    held: Generated<number>;
    /** JSON: how many offers were added, changed or removed. */
    changes: Generated<string>;
    reason: string | null;
    /** Name of the import's summary below `imports/`. */
    report: string | null;
    /** How often it was tried in vain, and when it is tried next; null = at once. */
    attempts: Generated<number>;
    next_attempt_at: string | null;
  };
  /** Idempotency keys of merchants' calls (D96). `fingerprint`: digest of what the key was used for. */
  merchant_key: { shop_id: ShopId; key: string; created_at: string; fingerprint: string; import_id: string };
  /** Who has done what by a token, without content (P146). */
  merchant_audit: {
    id: Generated<number>;
    at: string;
    shop_id: ShopId;
    token_id: string | null;
    event: MerchantEvent;
    what: string | null;
    request_id: string | null;
  };
  /** Who has signed in at the operator's console; id and token are SHA-256 (P158). */
  operator_session: { id: string; token: string; created_at: string; changed_at: string };
  /** What was done at the console: `session` is the beginning of its id. */
  operator_audit: {
    id: Generated<number>;
    at: string;
    session: string;
    event: OperatorEvent;
    what: string | null;
    request_id: string | null;
  };
  /**
   * What only one process does at a time, and until when (milliseconds since 1970, by the clock of PostgreSQL) it is
   * its holder's.
   */
  lease: { name: string; holder: string; ends_at: number };
  /** Texts in the place of imported ones; `language` is empty where a text is the same in all (P160). */
  correction: {
    kind: TextOverrideKind;
    subject: number;
    field: string;
    language: TextOverrideLanguage;
    text: string;
    changed_at: string;
  };
  catalogue_pointer: { id: number; generation: string; file: string; activated_at: string };
}
