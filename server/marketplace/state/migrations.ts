import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The statements of each migration, in the order of their names. A released migration is never changed. */
const statements: Readonly<Record<string, readonly string[]>> = {
  // Sessions, carts with their audit trail, used idempotency keys, and the pointer to the served catalogue.
  '0001-sessions-and-carts': [
    `create table session (id text primary key, audit_name text not null unique, created_at text not null,
      changed_at text not null)`,
    `create index session_changed on session (changed_at)`,
    `create table cart_line (position integer primary key autoincrement, id text not null unique,
      session_id text not null references session (id) on delete cascade, offer_id integer not null,
      model_id text not null, quantity integer not null check (quantity between 1 and 99), seen_price integer not null,
      snapshot text not null, created_at text not null, unique (session_id, offer_id, model_id))`,
    `create table cart_audit (id integer primary key autoincrement, at text not null, cart text not null,
      event text not null, line_id text not null, offer_id integer not null, model_id text not null,
      quantity_before integer not null, quantity_after integer not null, unit_price integer not null,
      request_id text not null)`,
    `create index cart_audit_cart on cart_audit (cart, id)`,
    `create index cart_audit_at on cart_audit (at)`,
    `create trigger cart_audit_append_only before update on cart_audit
      begin select raise(abort, 'cart_audit is append-only'); end`,
    `create table idempotency (session_id text not null references session (id) on delete cascade,
      key text not null, created_at text not null, primary key (session_id, key))`,
    `create index idempotency_created on idempotency (created_at)`,
    `create table if not exists catalogue_pointer (id integer primary key check (id = 1), generation text not null,
      file text not null, activated_at text not null)`,
  ],
  // Declarations of withdrawal with the number of their receipt.
  '0002-withdrawals': [
    `create table withdrawal (id text primary key, created_at text not null, name text not null,
      order_id text not null, email text not null, locale text not null)`,
    `create index withdrawal_created on withdrawal (created_at)`,
  ],
  // Carts as they were before a link or a plan changed the whole of them (D31).
  '0003-cart-snapshots': [
    `create table cart_snapshot (position integer primary key autoincrement, id text not null unique,
      session_id text not null references session (id) on delete cascade, created_at text not null, kind text not null,
      changed integer not null, skipped integer not null, lines text not null)`,
    `create index cart_snapshot_session on cart_snapshot (session_id, position)`,
    `create index cart_snapshot_created on cart_snapshot (created_at)`,
  ],
  // Users by the word of their provider, who of them a session belongs to, and their saved vehicles.
  '0004-users': [
    `create table account (id text primary key, issuer text not null, subject text not null, created_at text not null,
      unique (issuer, subject))`,
    `alter table session add column user_id text references account (id) on delete set null`,
    `create index session_user on session (user_id)`,
    `create table saved_vehicle (position integer primary key autoincrement,
      user_id text not null references account (id) on delete cascade, model_id text not null, created_at text not null,
      unique (user_id, model_id))`,
  ],
  // When a declaration of withdrawal was dealt with; null while it is open.
  '0005-handled-withdrawals': [`alter table withdrawal add column handled_at text`],
  // What an idempotency key was used for; null in rows from before, which stand for whatever comes with their key
  // (D88).
  '0006-idempotency-fingerprints': [`alter table idempotency add column fingerprint text`],
  // Feeds that the shop gets by itself, their last runs, and messages to other people's servers (P96, P97).
  '0007-feeds': [
    `create table feed (name text primary key, settings text not null, named_at text not null, next_at text not null,
      is_running integer not null default 0, tried_at text, succeeded_at text, applied_at text, applied_status text,
      etag text, last_modified text, content text, status text, reason text, rows integer not null default 0,
      rejected integer not null default 0, held integer not null default 0, seconds real not null default 0,
      failures integer not null default 0, overdue_since text, told text)`,
    `create index feed_next on feed (next_at)`,
    `create table feed_run (id integer primary key autoincrement,
      feed text not null references feed (name) on delete cascade, started_at text not null, status text not null,
      is_unchanged integer not null, rows integer not null, rejected integer not null, left_out integer not null,
      held integer not null, seconds real not null, reason text, reasons text not null, report text)`,
    `create index feed_run_feed on feed_run (feed, id)`,
    `create table outbox (id text not null, target text not null, type text not null, body text not null,
      created_at text not null, attempts integer not null default 0, next_at text, state text not null default 'waiting',
      answer text, primary key (id, target))`,
    `create index outbox_waiting on outbox (next_at) where state = 'waiting'`,
    `create index outbox_created on outbox (created_at)`,
    `create table outbox_target (name text primary key, off_at text not null)`,
  ],
  // What visitors have found wrong in the data of articles (P114).
  '0008-data-reports': [
    `create table data_report (id text primary key, created_at text not null, product_id integer not null,
      article text not null, reason text not null, text text not null, model_id text, locale text not null, handled_at text)`,
    `create index data_report_created on data_report (created_at)`,
  ],
  // What was searched for by day, without anything about who did (D80).
  '0009-search-counts': [
    `create table search_count (day text not null, language text not null, term text not null,
      searches integer not null, without_results integer not null, corrected integer not null,
      primary key (day, language, term)) without rowid`,
  ],
  // Tokens of merchants, who has signed in with them, what they have sent, and the trail of it (P146).
  '0010-merchants': [
    `create table merchant_token (id text primary key, shop_id integer not null, digest text not null,
      scope text not null, created_at text not null, expires_at text, revoked_at text, used_at text)`,
    `create index merchant_token_shop on merchant_token (shop_id)`,
    `create table merchant_session (id text primary key,
      token_id text not null references merchant_token (id) on delete cascade, created_at text not null,
      changed_at text not null)`,
    `create index merchant_session_changed on merchant_session (changed_at)`,
    `create table merchant_import (position integer primary key autoincrement, id text not null unique,
      shop_id integer not null, source text not null, mode text not null, is_dry_run integer not null,
      created_at text not null, ended_at text, status text not null, is_unchanged integer not null default 0,
      rows integer not null default 0, rejected integer not null default 0, left_out integer not null default 0,
      held integer not null default 0, changes text not null default '{}', reason text, report text,
      key text, fingerprint text)`,
    `create unique index merchant_import_key on merchant_import (shop_id, key)`,
    `create index merchant_import_shop on merchant_import (shop_id, position)`,
    `create index merchant_import_open on merchant_import (position) where ended_at is null`,
    `create table merchant_audit (id integer primary key autoincrement, at text not null, shop_id integer not null,
      token_id text, event text not null, what text, request_id text)`,
    `create index merchant_audit_at on merchant_audit (at)`,
    `create index merchant_audit_shop on merchant_audit (shop_id, id)`,
  ],
  // Carts that were handed over, and what receivers were told last of something that only changes.
  '0011-events': [
    `create table handover (id text primary key, created_at text not null, locale text not null,
      country text not null, lines integer not null, pieces integer not null, total integer not null)`,
    `create index handover_created on handover (created_at)`,
    `create table told (name text primary key, what text not null)`,
  ],
  // Where sessions have gone that a login has ended (P171).
  '0012-session-moves': [
    `create table session_move (id text primary key,
      session_id text not null references session (id) on delete cascade, moved_at text not null)`,
    `create index session_move_session on session_move (session_id)`,
    `create index session_move_moved on session_move (moved_at)`,
  ],
  // Who has signed in at the operator's console, and what was done there (P158).
  '0013-console': [
    `create table operator_session (id text primary key, token text not null, created_at text not null,
      changed_at text not null)`,
    `create index operator_session_created on operator_session (created_at)`,
    `create table operator_audit (id integer primary key autoincrement, at text not null, session text not null,
      event text not null, what text, request_id text)`,
    `create index operator_audit_at on operator_audit (at)`,
  ],
  // What only one of several processes does at a time (P209).
  '0014-leases': [`create table lease (name text primary key, holder text not null, ends_at integer not null)`],
  // Texts that an operator has put in the place of imported ones (P160).
  '0015-corrections': [
    `create table correction (kind text not null, subject integer not null, field text not null,
      language text not null, text text not null, changed_at text not null,
      primary key (kind, subject, field, language))`,
  ],
  // Idempotency keys of merchants, which outlive the list of their imports (D96, P249).
  '0016-merchant-keys': [
    `create table merchant_key (shop_id integer not null, key text not null, created_at text not null,
      fingerprint text not null, import_id text not null, primary key (shop_id, key))`,
    `create index merchant_key_created on merchant_key (created_at)`,
    `insert into merchant_key (shop_id, key, created_at, fingerprint, import_id)
      select shop_id, key, created_at, fingerprint, id from merchant_import where key is not null`,
    `drop index merchant_import_key`,
    `alter table merchant_import drop column key`,
    `alter table merchant_import drop column fingerprint`,
    `create index merchant_import_created on merchant_import (shop_id, created_at)`,
  ],
  // How many lines of a link got fewer pieces than it asked for (D101).
  '0017-capped-links': [`alter table cart_snapshot add column capped integer not null default 0`],
  // How often an import job was tried in vain, and when it is tried next; null = at once (P243).
  '0017-import-jobs': [
    `alter table merchant_import add column attempts integer not null default 0`,
    `alter table merchant_import add column next_attempt_at text`,
  ],
};

/** All migrations of the state store. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(statements).map(([name, all]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        for (const statement of all) await sql.raw(statement).execute(db);
      },
    },
  ]),
);

/** Words of a migration, as it is written for SQLite, and what PostgreSQL calls the same. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\binteger primary key autoincrement\b/g, 'bigint generated by default as identity primary key'],
  // As wide as in SQLite.
  [/(?<=\w )integer\b/g, 'bigint'],
  [/(?<=\w )real\b/g, 'double precision'],
  // Texts are compared by their bytes, as in SQLite, whatever the language of the database is.
  [/(?<=\w )text\b(?= not null| primary key| unique| references| default|,|\)|$)/g, 'text collate "C"'],
  [/\) without rowid\b/g, ')'],
  // A name may be a word of PostgreSQL's own.
  [/\b(create (?:unique )?index) (\w+) on/g, '$1 "$2" on'],
];
const refusal = /create trigger (\w+) before update on (\w+)\s+begin select raise\(abort, '([^']+)'\); end/;

/** A statement that makes or changes a table, in the words of PostgreSQL; any other stays as it is. */
export function postgresDdl(statement: string): string {
  if (!/^\s*(?:create|alter) /.test(statement)) return statement;
  const trigger = refusal.exec(statement);
  if (trigger) {
    const [, name, table, message] = trigger;
    return `create function ${name}() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$;
      create trigger ${name} before update on ${table} for each row execute function ${name}()`;
  }
  return words.reduce((text, [word, other]) => text.replace(word, other), statement);
}
