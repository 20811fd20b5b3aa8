import { z } from 'zod';
import { listing } from '../articles.js';
import { decimalId, modelId } from '../ids.js';
import {
  fullTextResult,
  partNumberResult,
  searchTerm,
  suggestionContext,
  suggestionQuery,
  suggestions,
  writtenNumber,
} from '../search.js';
import { searchChoice } from './listing.js';
import { contextQuery, edition, operation, read } from './operation.js';

/** Finding parts by words and numbers. */
export const searchOperations = {
  partNumber: operation({
    ...read,
    cache: 'offers',
    path: '/api/Teilenummern/:number',
    params: z.object({ number: writtenNumber }),
    query: z.object({
      ...edition,
      categoryId: decimalId.optional(),
      brandId: decimalId.optional(),
      modelId: modelId.optional(),
    }),
    response: partNumberResult,
  }),
  fullText: operation({
    ...read,
    cache: 'offers',
    path: '/api/Volltextsuche/:term',
    params: z.object({ term: searchTerm }),
    query: z.object({
      ...edition,
      type: contextQuery.type,
      id: contextQuery.id,
      ...searchChoice,
      /** Mistakes are left as they are. */
      exact: z.enum(['1']).optional(),
    }),
    response: fullTextResult,
  }),
  /** Without prices, so that a response is kept as long as the catalogue. */
  suggestions: operation({
    ...read,
    path: '/api/search/suggestions',
    query: z.object({ ...edition, query: suggestionQuery, ...suggestionContext }),
    response: suggestions,
  }),
  /**
   * Products of a universal leaf, named by the filter `cleaf` (its leafNumber), or of a search; at least one of the two.
   * A page of 8 is the short list beside other things: without filters, as with `productsOnly` (D21, specification 9).
   */
  searchProducts: operation({
    ...read,
    cache: 'offers',
    path: '/api/search/products',
    query: z.object({
      ...edition,
      query: searchTerm.optional(),
      ...searchChoice,
      modelId: modelId.optional(),
    }),
    response: listing,
  }),
};
