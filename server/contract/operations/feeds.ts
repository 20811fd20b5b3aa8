import { z } from 'zod';
import { feedReport } from '../feeds.js';
import { searchCountsBody, searchCountsReceipt } from '../search-counts.js';
import { storageReport } from '../storage.js';
import { readState, write } from './operation.js';

export const feedOperations = {
  /** The configured feeds; those of one shop with their last runs. */
  feeds: readState('/api/Feeds', feedReport, { query: z.object({ shop: z.string().max(200).optional() }) }),
  /** Disk usage of the state, for the metrics. */
  storage: readState('/api/Speicher', storageReport, {}),
  /** Reports the search counts of the web tier (D80). */
  countSearches: write('/api/Suchzahlen', searchCountsReceipt, { body: searchCountsBody }),
};
