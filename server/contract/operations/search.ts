import { z } from 'zod';
import { listing } from '../articles.js';
import { decimalId, modelId } from '../ids.js';
import * as search from '../search.js';
import { searchChoice } from './listing.js';
import { contextQuery, edition, read, readOffers } from './operation.js';

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
     * `exact` turns off spelling correction. The car is as in listings and suggestions, unless `type` and `id` name it.
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
  /** The suggestions contain no prices, so a response is cached as long as the catalogue. */
  suggestions: read('/api/search/suggestions', search.suggestions, {
    query: edition.extend({ query: search.suggestionQuery, ...search.suggestionContext }),
  }),
  /**
   * Products of a universal leaf, named by the filter `cleaf` (its leafNumber), or of a search, or of both. A page of 8
   * is the short list beside other results, without filters (D21, specification 9).
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
