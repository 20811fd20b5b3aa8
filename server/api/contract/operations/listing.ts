import { z } from 'zod';
import { listing, sorts } from '../articles.js';
import { navigation } from '../catalogue.js';
import { directory, directoryKinds } from '../directory.js';
import { decimalId, edition, modelId } from '../scalars.js';
import { keyNumbers } from '../vehicles.js';
import { contextQuery, operation, read } from './operation.js';

const page = z.coerce.number().int().min(1).max(10_000).default(1);
/** Which page of a list, in which order. */
export const paging = { page, sort: z.enum(sorts).default('popularity') };

const listingQuery = z.object({
  ...edition,
  f: z.string().max(2048).optional(),
  ...paging,
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
    answer: navigation,
  }),
  directory: operation({
    ...read,
    path: '/api/Verzeichnis/:kind',
    params: z.object({ kind: z.enum(directoryKinds) }),
    query: z.object({ ...edition, page }),
    answer: directory,
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
    answer: listing,
  }),
};
