import { z } from 'zod';
import { listing, sorts } from '../articles.js';
import { navigation } from '../catalogue.js';
import { directory, directoryKinds } from '../directory.js';
import { decimalId, modelId } from '../ids.js';
import { keyNumbers } from '../vehicles.js';
import { contextQuery, edition, read, readOffers } from './operation.js';

const page = z.coerce.number().int().min(1).max(10_000).default(1);
/**
 * Filters, page and order of a list (specification 7); `f` as `decodeFilters` reads it, one that is not readable is
 * ignored (D21).
 */
export const choice = { f: z.string().max(8192).optional(), page, sort: z.enum(sorts).default('popularity') };
/**
 * The same of a search, whose pages may have another size. One of 8 is the short list beside other things
 * (specification 9).
 */
export const searchChoice = {
  ...choice,
  pageSize: z.coerce.number().int().min(1).max(60).default(20),
  productsOnly: z.enum(['0', '1']).optional(),
};

/** The tree of categories and what has a page. */
export const treeOperations = {
  navigation: read('/api/navigation', navigation, { query: edition.extend(contextQuery) }),
  directory: read('/api/Verzeichnis/:kind', directory, {
    params: z.object({ kind: z.enum(directoryKinds) }),
    query: edition.extend({ page }),
  }),
};

/** The catalogue's own path. */
export const listingOperations = {
  /** Comes last: its path matches anything of its shape. `tail` is read by `parseTail`. */
  listing: readOffers('/api/:first/:second/:tail', listing, {
    params: z.object({ first: z.string(), second: z.string(), tail: z.string().max(80) }),
    query: edition.extend({
      ...choice,
      modelId: modelId.optional(),
      /**
       * A national type number, or maker and type key: names a model within the context of the path; else ignored
       * (D48).
       */
      kbaTypeId: decimalId.optional().catch(undefined),
      hsntsn: keyNumbers.optional().catch(undefined),
    }),
  }),
};
