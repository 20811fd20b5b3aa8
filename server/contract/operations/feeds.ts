import { z } from 'zod';
import { feedReport } from '../feeds.js';
import { readState } from './operation.js';

/** For the operator. */
export const feedOperations = {
  /** The feeds that the operator has named; of one shop with their last runs. */
  feeds: readState('/api/Feeds', feedReport, { query: z.object({ shop: z.string().max(200).optional() }) }),
};
