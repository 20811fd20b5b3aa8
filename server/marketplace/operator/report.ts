import { existsSync, statfsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { cutoffOf, type RetentionRule, retentionRules } from '../carts/retention.js';
import { migrationsOf, stateFile } from '../store/state-store.js';
import { idsFile } from './backup.js';
import { openState } from './open-state.js';
import { type CatalogueReport, reportCatalogue } from './report-catalogue.js';
import { type ImportReport, reportImports } from './report-imports.js';

export interface StateReport {
  readonly file: string;
  /** With the log beside it. */
  readonly bytes: number;
  readonly idsBytes: number;
  readonly freeBytes: number;
  readonly migration: string | null;
  readonly counts: Readonly<Record<string, number>>;
}
/** A table whose rows have an end. */
export interface RetentionReport {
  readonly table: string;
  readonly keeps: RetentionRule['keeps'];
  readonly rows: number;
  /** ISO 8601, UTC; null for an empty table. */
  readonly oldest: string | null;
  /** Rows that a clean-up should have removed a day ago or earlier: more than none means that none has run. */
  readonly overdue: number;
}
/** Declarations of withdrawal without what is personal in them. */
export interface WithdrawalReport {
  readonly received: number;
  readonly open: readonly { readonly number: string; readonly receivedAt: string; readonly locale: string }[];
}
export interface Report {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly dataDir: string;
  readonly state: StateReport;
  readonly catalogue: CatalogueReport | string;
  readonly imports: readonly ImportReport[];
  readonly withdrawals: WithdrawalReport;
  readonly retention: readonly RetentionReport[];
}

const day = 86_400_000;
const shownImports = 5;
const tables = [
  'session',
  'cart_line',
  'cart_snapshot',
  'cart_audit',
  'idempotency',
  'account',
  'saved_vehicle',
  'withdrawal',
];
const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

function reportRetention(database: DatabaseSync, now: Date): RetentionReport[] {
  return retentionRules.map((rule) => {
    const { table, column, keeps } = rule;
    const row = database
      .prepare(
        `select count(*) as rows, min(${column}) as oldest, count(*) filter (where ${column} <= ?) as overdue from ${table}`,
      )
      .get(cutoffOf(rule, new Date(now.getTime() - day))) as { rows: number; oldest: string | null; overdue: number };
    return { table, keeps, ...row };
  });
}

function reportWithdrawals(database: DatabaseSync): WithdrawalReport {
  const { received } = database.prepare('select count(*) as received from withdrawal').get() as { received: number };
  const open = database
    .prepare(
      'select id as number, created_at as receivedAt, locale from withdrawal where handled_at is null order by created_at',
    )
    .all();
  return { received, open: open as unknown as WithdrawalReport['open'] };
}

/**
 * What an operator looks at: catalogue, imports, what is not sold, open declarations, counts, sizes, retention. Changes
 * nothing, holds nothing personal, and may be asked while the shop runs.
 * @throws as `openState`
 */
export async function makeReport(dataDir: string, now: Date): Promise<Report> {
  const file = stateFile(dataDir);
  const database = await openState(dataDir, { readOnly: true });
  try {
    const count = (table: string): number =>
      Number(database.prepare(`select count(*) as rows from ${table}`).get()?.rows ?? 0);
    const { bavail, bsize } = statfsSync(dataDir);
    return {
      at: now.toISOString(),
      dataDir,
      state: {
        file,
        bytes: sizeOf(file) + sizeOf(`${file}-wal`),
        idsBytes: sizeOf(idsFile(dataDir)),
        freeBytes: bavail * bsize,
        migration: migrationsOf(database).at(-1) ?? null,
        counts: Object.fromEntries(tables.map((table) => [table, count(table)])),
      },
      catalogue: reportCatalogue(dataDir, database),
      imports: reportImports(dataDir, shownImports),
      withdrawals: reportWithdrawals(database),
      retention: reportRetention(database, now),
    };
  } finally {
    database.close();
  }
}
