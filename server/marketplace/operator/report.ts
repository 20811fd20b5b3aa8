import { type RawBuilder, sql } from 'kysely';
import type { DayFigures } from '../../contract/console.js';
import { cutoffOf, retentionRules } from '../carts/retention.js';
import { freeBytes, sizeOf } from '../data-folder/disk-space.js';
import { lastSummaries, readSummary, reportedRows, rowsFileOf } from '../feeds/kept-reports.js';
import { countByDay, type DayRow } from '../state/count-by-day.js';
import { describePostgres } from '../state/postgres.js';
import type { StatePlace } from '../state/state-place.js';
import { type StateDb, stateFile } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { idsFile } from './backup.js';
import { withState } from './open-state.js';
import { reportCatalogue } from './report-catalogue.js';

const dayMs = 86_400_000;

/** Queries of figures by day, from a first day on. */
const figures: Readonly<Record<Exclude<keyof DayFigures, 'day'>, (first: string) => RawBuilder<DayRow>>> = {
  added: (first) =>
    sql<DayRow>`select substr(at, 1, 10) as day, count(*) as times from cart_audit where at >= ${first} and event = 'add' group by 1`,
  handovers: (first) =>
    sql<DayRow>`select substr(created_at, 1, 10) as day, count(*) as times from handover where created_at >= ${first} group by 1`,
  searches: (first) =>
    sql<DayRow>`select day, sum(searches) as times from search_count where day >= ${first} group by 1`,
  withoutResults: (first) =>
    sql<DayRow>`select day, sum(without_results) as times from search_count where day >= ${first} group by 1`,
  rejectedRows: (first) => sql<DayRow>`select day, sum(rejected) as times from (
      select substr(started_at, 1, 10) as day, rejected from feed_run where started_at >= ${first}
      union all
      select substr(created_at, 1, 10) as day, rejected from merchant_import where created_at >= ${first}
    ) as fed group by 1`,
};
/** Counts events of the last days (UTC), the latest day last. */
export const reportDays = (db: StateDb, now: Date): Promise<DayFigures[]> => countByDay(db, now, figures);

const shownRows = 10;

/** Reports the last imports in `imports/`, the latest first; `rowsFile` has all rejected rows. */
export async function reportImports(dataDir: string, count: number) {
  const reports = [];
  for (const name of await lastSummaries(dataDir, count)) {
    const summary = await readSummary(dataDir, name);
    const firstRows = reportedRows(dataDir, name).slice(0, shownRows);
    if (summary) reports.push({ ...summary, rowsFile: rowsFileOf(dataDir, name), firstRows });
  }
  return reports;
}

export type Report = Awaited<ReturnType<typeof makeReport>>;

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

/** Tables with a limit of age. `overdue` rows should have been removed a day ago. */
async function reportRetention(db: StateDb, now: Date) {
  const reports = [];
  for (const rule of retentionRules) {
    const column = sql.ref<string>(rule.column);
    const late = cutoffOf(rule, new Date(now.getTime() - dayMs));
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

/** Reports withdrawals without personal data. */
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

async function reportPlace(db: StateDb, { dataDir, databaseUrl }: StatePlace) {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db);
  const migration = rows[0]?.name ?? null;
  if (databaseUrl !== undefined) return { ...(await describePostgres(db, databaseUrl)), migration };
  const file = stateFile(dataDir);
  return { file, bytes: sizeOf(file) + sizeOf(`${file}-wal`), migration };
}

/** Reports on a folder, also while its shop runs, without personal data. @throws as `withState` */
export const makeReport = (place: StatePlace, now: Date) =>
  withState(place, async (db) => {
    const { dataDir } = place;
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table] = await countOf(db, table);
    return {
      at: now.toISOString(),
      dataDir,
      state: {
        ...(await reportPlace(db, place)),
        idsBytes: sizeOf(idsFile(dataDir)),
        freeBytes: freeBytes(dataDir),
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
