import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';

/** Adds the web tier's counts to those of their day (D80). */
export async function addSearchCounts(
  db: StateDb,
  { day, counts }: Request<'countSearches'>,
): Promise<Wire<'countSearches'>> {
  await transact(db, async (transaction) => {
    for (const { language, term, searches, withoutResults, corrected } of counts)
      await transaction
        .insertInto('search_count')
        .values({ day, language, term, searches, without_results: withoutResults, corrected })
        .onConflict((conflict) =>
          conflict.columns(['day', 'language', 'term']).doUpdateSet(({ eb, ref }) => ({
            searches: eb('search_count.searches', '+', ref('excluded.searches')),
            without_results: eb('search_count.without_results', '+', ref('excluded.without_results')),
            corrected: eb('search_count.corrected', '+', ref('excluded.corrected')),
          })),
        )
        .execute();
  });
  return { taken: counts.length };
}
