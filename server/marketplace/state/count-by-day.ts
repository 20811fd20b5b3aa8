import type { RawBuilder } from 'kysely';
import type { StateDb } from './state-store.js';

/** Days that are counted, including today. */
const shownDays = 30;
const dayMs = 86_400_000;

/** Events of a day (UTC). */
export interface DayRow {
  readonly day: string;
  readonly times: number;
}

/**
 * Counts events of the last days (UTC), the latest day last.
 * @param figures queries by name, from a first day on
 */
export async function countByDay<Name extends string>(
  db: StateDb,
  now: Date,
  figures: Readonly<Record<Name, (first: string) => RawBuilder<DayRow>>>,
): Promise<({ day: string } & Record<Name, number>)[]> {
  const days = Array.from({ length: shownDays }, (_, at) =>
    new Date(now.getTime() - (shownDays - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
  const [first = ''] = days;
  const counted: [name: string, times: Map<string, number>][] = [];
  for (const [name, query] of Object.entries<(first: string) => RawBuilder<DayRow>>(figures)) {
    const { rows } = await query(first).execute(db);
    counted.push([name, new Map(rows.map((row) => [row.day, Number(row.times)]))]);
  }
  return days.map((day) => {
    const times = Object.fromEntries(counted.map(([name, byDay]) => [name, byDay.get(day) ?? 0]));
    return { ...(times as Record<Name, number>), day };
  });
}
