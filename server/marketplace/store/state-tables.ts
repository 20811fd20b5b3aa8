import type { Generated } from 'kysely';
import type { FeedStatus } from '../../contract/feeds.js';

/** Tables of `state.db`; times are ISO 8601 UTC, money integer cents. The DDL is in migrations/. */
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
  /** Carts as they were before a change of the whole, for a day (D31). */
  cart_snapshot: {
    id: string;
    session_id: string;
    created_at: string;
    /** What came after it. */
    kind: 'generate' | 'plan' | 'restore';
    changed: 0 | 1;
    skipped: number;
    /** JSON of the rows of `cart_line` without session and position. */
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
    /** Of the last run. */
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
  /** Receivers that have answered 410. */
  outbox_target: { name: string; off_at: string };
  catalogue_pointer: { id: number; generation: string; file: string; activated_at: string };
}
