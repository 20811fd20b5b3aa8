import { z } from 'zod';
import { listing } from '../articles.js';
import { decimalId, modelId } from '../ids.js';
import * as search from '../search.js';
import { searchChoice } from './listing.js';
import { contextQuery, edition, read, readOffers } from './operation.js';

/** Finding parts by words and numbers. */
export const searchOperations = {
  partNumber: readOffers('/api/Teilenummern/:number', search.partNumberResult, {
    params: z.object({ number: search.writtenNumber }),
    query: edition.extend({
      categoryId: decimalId.optional(),
      brandId: decimalId.optional(),
      modelId: modelId.optional(),
    }),
  }),
  fullText: readOffers('/api/Volltextsuche/:term', search.fullTextResult, {
    params: z.object({ term: search.searchTerm }),
    /**
     * `exact`: mistakes are left as they are. The car as in listings and suggestions, where `type` and `id` do not give
     * it.
     */
    query: edition.extend({
      type: contextQuery.type,
      id: contextQuery.id,
      modelId: modelId.optional(),
      vehicleModelId: modelId.optional(),
      ...searchChoice,
      exact: z.enum(['1']).optional(),
    }),
  }),
  /** Without prices, so that a response is kept as long as the catalogue. */
  suggestions: read('/api/search/suggestions', search.suggestions, {
    query: edition.extend({ query: search.suggestionQuery, ...search.suggestionContext }),
  }),
  /**
   * Products of a universal leaf, named by the filter `cleaf` (its leafNumber), or of a search; at least one of the
   * two. A page of 8 is the short list beside other things: without filters, as with `productsOnly` (D21, specification
   * 9).
   */
  searchProducts: readOffers('/api/search/products', listing, {
    query: edition.extend({
      query: search.searchTerm.optional(),
      ...searchChoice,
      modelId: modelId.optional(),
      vehicleModelId: modelId.optional(),
    }),
  }),
};
