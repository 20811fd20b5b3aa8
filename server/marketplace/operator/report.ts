import { existsSync, statfsSync, statSync } from 'node:fs';
import { sql } from 'kysely';
import { cutoffOf, retentionRules } from '../carts/retention.js';
import { describePostgres } from '../state/postgres.js';
import type { StatePlace } from '../state/state-place.js';
import { type StateDb, stateFile } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { idsFile } from './backup.js';
import { withState } from './open-state.js';
import { reportCatalogue } from './report-catalogue.js';
import { reportDays } from './report-days.js';
import { reportImports } from './report-imports.js';

export type Report = Awaited<ReturnType<typeof makeReport>>;

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

/** Tables with a limit of age. `overdue`: rows that a clean-up should have removed a day ago or earlier. */
async function reportRetention(db: StateDb, now: Date) {
  const reports = [];
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

/** Declarations of withdrawal without personal data. */
async function reportWithdrawals(db: StateDb) {
  const open = await db
    .selectFrom('withdrawal')
    .select(['id as number', 'created_at as receivedAt', 'locale'])
    .where('handled_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return { received: await countOf(db, 'withdrawal'), open };
}

async function reportDataReports(db: StateDb) {
  const { open } = await db
    .selectFrom('data_report')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { received: await countOf(db, 'data_report'), open };
}

/** Place and size of the state, and the last migration of its tables. */
async function reportPlace(db: StateDb, { dataDir, databaseUrl }: StatePlace) {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db);
  const migration = rows[0]?.name ?? null;
  if (databaseUrl !== undefined) return { ...(await describePostgres(db, databaseUrl)), migration };
  const file = stateFile(dataDir);
  return { file, bytes: sizeOf(file) + sizeOf(`${file}-wal`), migration };
}

/**
 * Reports on catalogue, imports, unsold offers, open declarations, counts, sizes and retention. It changes nothing, has
 * no personal data, and works while the shop runs.
 * @throws as `withState`
 */
export const makeReport = (place: StatePlace, now: Date) =>
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
