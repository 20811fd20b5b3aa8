import { existsSync, statfsSync, statSync } from 'node:fs';
import { sql } from 'kysely';
import type { DayFigures } from '../../contract/console.js';
import { cutoffOf, type RetentionRule, retentionRules } from '../carts/retention.js';
import { describePostgres } from '../store/postgres.js';
import type { StatePlace } from '../store/state-place.js';
import { type StateDb, stateFile } from '../store/state-store.js';
import type { StateTables } from '../store/state-tables.js';
import { idsFile } from './backup.js';
import { withState } from './open-state.js';
import { type CatalogueReport, reportCatalogue } from './report-catalogue.js';
import { reportDays } from './report-days.js';
import { type ImportReport, reportImports } from './report-imports.js';

export interface StateReport {
  /** The file, or the database of PostgreSQL. */
  readonly file: string;
  /** Of a file with the log beside it. */
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
  /** Errors in the data of articles that visitors have reported. */
  readonly dataReports: { readonly received: number; readonly open: number };
  readonly retention: readonly RetentionReport[];
  /** What has happened on each of the last days. */
  readonly days: readonly DayFigures[];
}

const day = 86_400_000;
const shownImports = 5;
const tables: readonly (keyof StateTables)[] = [
  'session',
  'cart_line',
  'cart_snapshot',
  'cart_audit',
  'idempotency',
  'account',
  'saved_vehicle',
  'withdrawal',
  'data_report',
];
const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

async function reportRetention(db: StateDb, now: Date): Promise<RetentionReport[]> {
  const reports: RetentionReport[] = [];
  for (const rule of retentionRules) {
    const column = sql.ref<string>(rule.column);
    const late = cutoffOf(rule, new Date(now.getTime() - day));
    const row = await db
      .selectFrom(rule.table)
      .select(({ fn }) => [
        fn.countAll<number>().as('rows'),
        sql<string | null>`min(${column})`.as('oldest'),
        sql<number>`count(*) filter (where ${column} <= ${late})`.as('overdue'),
      ])
      .executeTakeFirstOrThrow();
    reports.push({ table: rule.table, keeps: rule.keeps, ...row });
  }
  return reports;
}

async function countOf(db: StateDb, table: keyof StateTables): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

async function reportWithdrawals(db: StateDb): Promise<WithdrawalReport> {
  const open = await db
    .selectFrom('withdrawal')
    .select(['id as number', 'created_at as receivedAt', 'locale'])
    .where('handled_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return { received: await countOf(db, 'withdrawal'), open };
}

async function reportDataReports(db: StateDb): Promise<Report['dataReports']> {
  const { open } = await db
    .selectFrom('data_report')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { received: await countOf(db, 'data_report'), open };
}

/** Where the state is, how large it is, and the last change of its tables. */
async function reportPlace(db: StateDb, { dataDir, databaseUrl }: StatePlace) {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db);
  const migration = rows[0]?.name ?? null;
  if (databaseUrl !== undefined) return { ...(await describePostgres(db, databaseUrl)), migration };
  const file = stateFile(dataDir);
  return { file, bytes: sizeOf(file) + sizeOf(`${file}-wal`), migration };
}

/**
 * What an operator looks at: catalogue, imports, what is not sold, open declarations, counts, sizes, retention. Changes
 * nothing, holds nothing personal, and may be asked while the shop runs.
 * @throws as `withState`
 */
export const makeReport = (place: StatePlace, now: Date): Promise<Report> =>
  withState(place, async (db) => {
    const { dataDir } = place;
    const { bavail, bsize } = statfsSync(dataDir);
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = await countOf(db, table);
    return {
      at: now.toISOString(),
      dataDir,
      state: {
        ...(await reportPlace(db, place)),
        idsBytes: sizeOf(idsFile(dataDir)),
        freeBytes: bavail * bsize,
        counts,
      },
      catalogue: reportCatalogue(dataDir),
      imports: await reportImports(dataDir, shownImports),
      withdrawals: await reportWithdrawals(db),
      dataReports: await reportDataReports(db),
      retention: await reportRetention(db, now),
      days: await reportDays(db, now),
    };
  });
