import { sql } from 'kysely';
import type { DayFigures } from '../../contract/console.js';
import type { StateDb } from '../state/state-store.js';

/** Days of the report, with today. */
const shownDays = 30;
const day = 86_400_000;

/** A figure of each day: how it is counted from a day on. */
const figures: Readonly<Record<Exclude<keyof DayFigures, 'day'>, (first: string) => ReturnType<typeof sql<Row>>>> = {
  added: (first) =>
    sql<Row>`select substr(at, 1, 10) as day, count(*) as times from cart_audit where at >= ${first} and event = 'add' group by 1`,
  handovers: (first) =>
    sql<Row>`select substr(created_at, 1, 10) as day, count(*) as times from handover where created_at >= ${first} group by 1`,
  searches: (first) => sql<Row>`select day, sum(searches) as times from search_count where day >= ${first} group by 1`,
  withoutResults: (first) =>
    sql<Row>`select day, sum(without_results) as times from search_count where day >= ${first} group by 1`,
  rejectedRows: (first) => sql<Row>`select day, sum(rejected) as times from (
      select substr(started_at, 1, 10) as day, rejected from feed_run where started_at >= ${first}
      union all
      select substr(created_at, 1, 10) as day, rejected from merchant_import where created_at >= ${first}
    ) as fed group by 1`,
};
interface Row {
  readonly day: string;
  readonly times: number;
}

/** What has happened on each of the last days (UTC), the latest last. */
export async function reportDays(db: StateDb, now: Date): Promise<DayFigures[]> {
  const days = Array.from({ length: shownDays }, (_, at) =>
    new Date(now.getTime() - (shownDays - 1 - at) * day).toISOString().slice(0, 10),
  );
  const [first = ''] = days;
  const counted: [name: string, times: Map<string, number>][] = [];
  for (const [name, query] of Object.entries(figures)) {
    const { rows } = await query(first).execute(db);
    counted.push([name, new Map(rows.map((row) => [row.day, Number(row.times)]))]);
  }
  const none = { added: 0, handovers: 0, searches: 0, withoutResults: 0, rejectedRows: 0 };
  return days.map((each) => ({
    ...none,
    ...Object.fromEntries(counted.map(([name, times]) => [name, times.get(each) ?? 0])),
    day: each,
  }));
}
