import { z } from 'zod';
import { listing, sorts } from '../articles.js';
import { navigation } from '../catalogue.js';
import { directory, directoryKinds } from '../directory.js';
import { decimalId, modelId } from '../ids.js';
import { keyNumbers } from '../vehicles.js';
import { contextQuery, edition, read, readOffers } from './operation.js';

const page = z.coerce.number().int().min(1).max(10_000).default(1);
/** Filters, page and order of a list (specification 7). An unreadable `f` is ignored (D21). */
export const choice = { f: z.string().max(8192).optional(), page, sort: z.enum(sorts).default('popularity') };
/**
 * Choice of a search, whose page size may differ from that of a listing. Size 8 is the short list beside other results
 * (specification 9).
 */
export const searchChoice = {
  ...choice,
  pageSize: z.coerce.number().int().min(1).max(60).default(20),
  productsOnly: z.enum(['0', '1']).optional(),
};

export const treeOperations = {
  navigation: read('/api/navigation', navigation, { query: edition.extend(contextQuery) }),
  directory: read('/api/Verzeichnis/:kind', directory, {
    params: z.object({ kind: z.enum(directoryKinds) }),
    query: edition.extend({ page }),
  }),
};

export const listingOperations = {
  /** Last, because its path matches anything of its shape. `parseTail` reads `tail`. */
  listing: readOffers('/api/:first/:second/:tail', listing, {
    params: z.object({ first: z.string(), second: z.string(), tail: z.string().max(80) }),
    query: edition.extend({
      ...choice,
      modelId: modelId.optional(),
      /**
       * National type number, or maker and type key, of a model in the context of the path; otherwise ignored (D48).
       */
      kbaTypeId: decimalId.optional().catch(undefined),
      hsntsn: keyNumbers.optional().catch(undefined),
    }),
  }),
};
