import { z } from 'zod';
import { feedReport } from '../feeds.js';
import { operation, stateRead } from './operation.js';

/** For the operator. */
export const feedOperations = {
  /** The feeds that the operator has named; of one shop with their last runs. */
  feeds: operation({
    ...stateRead,
    path: '/api/Feeds',
    query: z.object({ shop: z.string().max(200).optional() }),
    response: feedReport,
  }),
};
