import { sql } from 'kysely';
import type { SearchCount } from '../../contract/search-counts.js';
import type { StatePlace } from '../state/state-place.js';
import { withState } from './open-state.js';
import { table } from './report-text.js';

const countedDays = 90;
/** Terms in each list. */
const shownTerms = 50;

/** Counts the searches of the last days by term, the most frequent first (D80). `since` is the first day, in UTC. */
export async function reportSearches(place: StatePlace, now: Date) {
  const since = new Date(now.getTime() - countedDays * 86_400_000).toISOString().slice(0, 10);
  const terms = await withState(place, (db) =>
    db
      .selectFrom('search_count')
      .select(['language', 'term'])
      .select(({ fn }) => [
        fn.sum<number>('searches').as('searches'),
        fn.sum<number>('without_results').as('withoutResults'),
        fn.sum<number>('corrected').as('corrected'),
      ])
      .where('day', '>=', since)
      .groupBy(['language', 'term'])
      .orderBy(sql`sum(searches)`, 'desc')
      .orderBy('language')
      .orderBy('term')
      .execute(),
  );
  return { since, terms };
}

/** Prints the most frequent terms, those without results, and those with a corrected word. */
export function searchReportText({ since, terms }: Awaited<ReturnType<typeof reportSearches>>): string {
  const list = (title: string, count: (term: SearchCount) => number): string[] => {
    const shown = terms.filter((term) => count(term) > 0).sort((a, b) => count(b) - count(a));
    const rows = shown.slice(0, shownTerms).map((term) => [count(term), term.language, term.term] as const);
    return [title, ...(rows.length > 0 ? table(rows) : ['  none']), ''];
  };
  return [
    `Searches since ${since}, of at least five visitors within a day`,
    '',
    ...list('Most frequent', ({ searches }) => searches),
    ...list('Found nothing', ({ withoutResults }) => withoutResults),
    ...list('Were corrected', ({ corrected }) => corrected),
  ].join('\n');
}
