import type { StateDb } from '../store/state-store.js';
import type { Correction } from './corrections.js';

/** Everything that was corrected, as the state has it: the truth, of which `offers.db` has what is shown. */
export const correctionsOf = (db: StateDb): Promise<Correction[]> =>
  db
    .selectFrom('correction')
    .select(['kind', 'subject', 'field', 'language', 'text'])
    .orderBy('kind')
    .orderBy('subject')
    .orderBy('field')
    .orderBy('language')
    .execute();
