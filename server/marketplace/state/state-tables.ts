import type { Generated } from 'kysely';
import type { ReportReason } from '../../contract/data-reports.js';
import type { FeedStatus } from '../../contract/feeds.js';
import type { Language } from '../../contract/languages.js';
import type { MerchantScope } from '../../contract/merchants.js';
import type { TextOverrideKind, TextOverrideLanguage } from '../../contract/text-overrides.js';
import type { ShopId } from '../program/shop-choice.js';

/** Events of the merchants' audit trail. */
export type MerchantEvent =
  | 'token_made'
  | 'token_ends'
  | 'token_revoked'
  | 'signed_in'
  | 'signed_out'
  | 'import_sent'
  | 'import_ended';

/** Events of the console's audit trail. */
export type OperatorEvent =
  | 'signed_in'
  | 'signed_out'
  | 'held_approved'
  | 'held_dropped'
  | 'file_sent'
  | 'merchant_invited'
  | 'withdrawal_handled'
  | 'data_report_handled'
  | 'text_corrected'
  | 'text_restored';

/** Tables of `state.db`. Times are ISO 8601 UTC, money is in cents. The DDL is in `migrations.json`. */
export interface StateTables {
  session: {
    /** SHA-256 of the visitor's sid, so that a reader of the file cannot act as the visitor. */
    id: string;
    /** Random name of the cart in the audit trail. The link to the visitor ends with the session (D71). */
    audit_name: string;
    created_at: string;
    changed_at: string;
    /** Id of the user; null for a visitor. */
    user_id: string | null;
  };
  /** The new session after a login, by the old one; rows follow the next login. */
  session_move: { id: string; session_id: string; moved_at: string };
  /** A user, known by the provider's words only, without name or address (D29). */
  account: { id: string; issuer: string; subject: string; created_at: string };
  saved_vehicle: { position: Generated<number>; user_id: string; model_id: string; created_at: string };
  cart_line: {
    id: string;
    session_id: string;
    offer_id: number;
    /** Empty = bought without a vehicle; part of the line's key (D52). */
    model_id: string;
    quantity: number;
    /** Price that the visitor saw last, in cents. */
    seen_price: number;
    /** Line as JSON of `LineSnapshot`. */
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
    /** Shop of an add; null in older rows and other events. */
    shop_id: number | null;
    model_id: string;
    quantity_before: number;
    quantity_after: number;
    unit_price: number;
    request_id: string;
  };
  /** Removed lines, and carts before a change of all lines, for a day (D31). */
  cart_snapshot: {
    id: string;
    session_id: string;
    created_at: string;
    /** The change that followed. */
    kind: 'generate' | 'plan' | 'equivalent' | 'restore' | 'remove';
    changed: 0 | 1;
    skipped: number;
    capped: Generated<number>;
    /** JSON of the rows of `cart_line` without session. */
    lines: string;
    position: Generated<number>;
  };
  /** `fingerprint`: digest of the request; null = unknown. */
  idempotency: { session_id: string; key: string; created_at: string; fingerprint: string | null };
  /** The id is the number of the receipt. */
  withdrawal: {
    id: string;
    created_at: string;
    name: string;
    order_id: string;
    email: string;
    locale: string;
    /** Time of handling; null while open. */
    handled_at: string | null;
  };
  /** Reports of visitors about data of articles, without personal data (P114). */
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
  /** Schedule and last result of a feed (P96). */
  feed: {
    name: string;
    /** Digest of the feed's settings; with another one, known content is imported again. */
    settings: string;
    named_at: string;
    /** A run moves it at its end only, so a killed run stays due. */
    next_at: string;
    is_running: Generated<0 | 1>;
    tried_at: string | null;
    /** Last time that the shop had the feed's content, changed or not. */
    succeeded_at: string | null;
    /** The last imported content, with its status and validators. */
    applied_at: string | null;
    applied_status: FeedStatus | null;
    etag: string | null;
    last_modified: string | null;
    /** SHA-256 of the unpacked content. */
    content: string | null;
    status: FeedStatus | null;
    reason: string | null;
    /** Counts of the last content that an import read. */
    rows: Generated<number>;
    rejected: Generated<number>;
    held: Generated<number>;
    seconds: Generated<number>;
    /** Since the last success. */
    failures: Generated<number>;
    /** Since when the feed is reported as overdue. */
    overdue_since: string | null;
    /** Status and content of the last report to receivers; the column keeps its former name. */
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
    /** JSON: the most frequent reasons with their counts. */
    reasons: string;
    /** Name of the import's summary in `imports/`. */
    report: string | null;
  };
  /** Messages by receiver (P97). */
  outbox: {
    id: string;
    target: string;
    type: string;
    body: string;
    created_at: string;
    attempts: Generated<number>;
    /** Time of the next attempt; null if there will be none. */
    next_at: string | null;
    state: Generated<'waiting' | 'delivered' | 'dead'>;
    /** Answer to the last attempt. */
    answer: string | null;
  };
  /** Signed carts that went to the checkout, by their claim `jti`; the table keeps its former name. The total is in cents. */
  handover: {
    id: string;
    created_at: string;
    locale: string;
    country: string;
    lines: number;
    pieces: number;
    total: number;
    /** Ids with a space around each. */
    shops: Generated<string>;
  };
  /** The last reported state of things that receivers get only when they change; the table keeps its former name. */
  told: { name: string; what: string };
  /** Receivers that answered 410. */
  outbox_target: { name: string; off_at: string };
  /** Counts of searches by day (UTC), without anything about visitors (D80). */
  search_count: {
    day: string;
    language: Language;
    term: string;
    searches: number;
    without_results: number;
    corrected: number;
  };
  /** Tokens of merchants, without their secrets (P146). */
  merchant_token: {
    /** Name of the token, no secret. */
    id: string;
    shop_id: ShopId;
    /** SHA-256 of the secret part. */
    digest: string;
    scope: MerchantScope;
    /** The first sign-in exchanges it for another token. */
    is_invitation: Generated<0 | 1>;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    used_at: string | null;
  };
  /** The id is SHA-256 of the cookie's value. */
  merchant_session: { id: string; token_id: string; created_at: string; changed_at: string };
  /** Uploads of merchants: an import job until it ends (P243). */
  merchant_import: {
    position: Generated<number>;
    id: string;
    shop_id: ShopId;
    source: 'offer' | 'batch' | 'file' | 'terms';
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
    /** JSON: counts of added, changed and removed offers. */
    changes: Generated<string>;
    reason: string | null;
    /** Name of the import's summary in `imports/`. */
    report: string | null;
    /** Failed attempts, and when the next one begins; null = at once. */
    attempts: Generated<number>;
    next_attempt_at: string | null;
    /** Id of the upload whose file it reads again; null = its own. */
    file_id: string | null;
    /** JSON: meanings of the file's columns for this import; null = those that are saved. */
    columns: string | null;
  };
  /** Saved meanings of a merchant's columns, as JSON. */
  merchant_columns: { shop_id: ShopId; columns: string; saved_at: string };
  /** Previews of uploads, as JSON. Each machine shows them, reports only that of the import. */
  merchant_preview: { import_id: string; created_at: string; preview: string };
  /** Idempotency keys of merchants (D96). `fingerprint`: digest of the request. */
  merchant_key: { shop_id: ShopId; key: string; created_at: string; fingerprint: string; import_id: string };
  /** Audit trail of tokens, without content (P146). */
  merchant_audit: {
    id: Generated<number>;
    at: string;
    shop_id: ShopId;
    token_id: string | null;
    event: MerchantEvent;
    what: string | null;
    request_id: string | null;
  };
  /** Sessions of the console; id and token are SHA-256 (P158). */
  operator_session: {
    id: string;
    token: string;
    created_at: string;
    changed_at: string;
    /** E-mail address or pseudonym of the person; null for the operator's token. */
    person: string | null;
    /** Names with spaces between (P261). */
    roles: Generated<string>;
  };
  /** `session` is the beginning of its id. */
  operator_audit: {
    id: Generated<number>;
    at: string;
    session: string;
    person: string | null;
    event: OperatorEvent;
    what: string | null;
    request_id: string | null;
  };
  /** Work of one process at a time, until `ends_at` (milliseconds since 1970, PostgreSQL's clock). */
  lease: { name: string; holder: string; ends_at: number };
  /** Texts that replace imported ones, under a former name; `language` is empty if a text is the same in all (P160). */
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
