import { z } from 'zod';
import { listing, sorts } from '../articles.js';
import { navigation } from '../catalogue.js';
import { directory, directoryKinds } from '../directory.js';
import { decimalId, modelId } from '../ids.js';
import { keyNumbers } from '../vehicles.js';
import { contextQuery, edition, operation, read } from './operation.js';

const page = z.coerce.number().int().min(1).max(10_000).default(1);
/** Filters, page and order of a list (specification 7); `f` as `decodeFilters` reads it, one that is not readable is ignored (D21). */
export const choice = { f: z.string().max(8192).optional(), page, sort: z.enum(sorts).default('popularity') };
/** The same of a search, whose pages may have another size. One of 8 is the short list beside other things (specification 9). */
export const searchChoice = {
  ...choice,
  pageSize: z.coerce.number().int().min(1).max(60).default(20),
  productsOnly: z.enum(['0', '1']).optional(),
};

const listingQuery = z.object({
  ...edition,
  ...choice,
  modelId: modelId.optional(),
  /** A national type number, or maker and type key: names a model within the context of the path; else ignored (D48). */
  kbaTypeId: decimalId.optional().catch(undefined),
  hsntsn: keyNumbers.optional().catch(undefined),
});

/** The tree of categories and what has a page. */
export const treeOperations = {
  navigation: operation({
    ...read,
    path: '/api/navigation',
    query: z.object({ ...edition, ...contextQuery }),
    response: navigation,
  }),
  directory: operation({
    ...read,
    path: '/api/Verzeichnis/:kind',
    params: z.object({ kind: z.enum(directoryKinds) }),
    query: z.object({ ...edition, page }),
    response: directory,
  }),
};

/** The catalogue's own path. */
export const listingOperations = {
  /** Comes last: its path matches anything of its shape. `tail` is read by `parseTail`. */
  listing: operation({
    ...read,
    cache: 'offers',
    path: '/api/:first/:second/:tail',
    params: z.object({ first: z.string(), second: z.string(), tail: z.string().max(80) }),
    query: listingQuery,
    response: listing,
  }),
};
