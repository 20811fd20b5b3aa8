import { z } from 'zod';
import { brand, image, listing, product } from './articles.js';
import { category, categoryNode } from './catalogue.js';
import { decimalId, modelId } from './ids.js';
import { vehicle } from './vehicles.js';

/** Returns a part number for comparison: upper case, only A–Z and 0–9. */
export function normaliseNumber(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
/** A part number in any spelling, normalised. */
export const writtenNumber = z
  .string()
  .max(80)
  .transform(normaliseNumber)
  .pipe(z.string().regex(/^[A-Z0-9]{1,40}$/));
/** Search terms with at least one letter or digit. */
export const searchTerm = z
  .string()
  .trim()
  .max(200)
  .regex(/[\p{L}\p{N}]/u)
  .meta({ examples: ['Bremsscheibe'] });
/** Most characters of a suggestion's query; longer ones are cut. */
const maxQueryLength = 100;
/**
 * Content of the search box in canonical spelling, so that equal searches share a cache entry: lower case, single
 * spaces, no control characters. Any text is accepted; an empty one finds nothing.
 */
export const suggestionQuery = z
  .string()
  .transform((text) => {
    const plain = text
      .slice(0, 4 * maxQueryLength)
      .normalize('NFC')
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim();
    return [...plain.toLowerCase()].slice(0, maxQueryLength).join('').trim();
  })
  .default('');
/** Vehicle in context. The narrowest of the three counts; unknown ones are ignored (D48). */
export const suggestionContext = {
  vehicleManufacturerId: decimalId.optional(),
  vehicleSeriesGroupId: decimalId.optional(),
  vehicleModelId: modelId.optional(),
  /** Name of the same parameter in listings. */
  modelId: modelId.optional(),
};

export const brands = z.array(brand);
/** A brand with its leaves, popular first, and at most twelve popular products. */
export const brandDetail = z.object({ brand, categories: z.array(categoryNode), products: z.array(product) });

/** Meanings of a part number: an article's number or EAN, a car maker's number, the start of longer numbers. */
export const partNumberResult = z.object({
  number: z.string(),
  exact: z.array(product),
  /** Numbers of car makers, in their spelling. */
  crossReferences: z.array(z.object({ manufacturer: z.string(), number: z.string(), products: z.array(product) })),
  similar: z.array(product),
});

/** Corrected spelling mistakes of a search without results. */
const spelling = z.object({
  /** The corrected words in the catalogue's spelling. */
  term: z.string(),
  words: z.array(z.object({ from: z.string(), to: z.string() })).min(1),
  /** The words without mistakes find something too. */
  hasExact: z.boolean(),
});

/**
 * A note about how a search was read. `unknown`: an ignored word. `unsold`: a brand that is not sold. `missing`: a
 * measure, place or brand that these parts do not have; `nearest`: `values` replace it. `car`: a property that no named
 * car has. `language`: `text` is the code of the search's language. `symptom`: the categories may contain the cause.
 * `similar`: `values` are similar numbers.
 */
const readingNote = z.object({
  kind: z.enum(['unknown', 'unsold', 'missing', 'nearest', 'car', 'language', 'symptom', 'similar']),
  /** The words in the search. */
  text: z.string(),
  values: z.array(z.string()),
});
/** How a search was read. */
const reading = z.object({
  /** Filters made from words (D21), which `filters` contains too; empty for none. */
  f: z.string(),
  /** The term without words that became filters. With `f` it has the same results. */
  rest: z.string(),
  /** The term without the words for a car; null if it names none. */
  withoutCar: z.string().nullable(),
  /** Sort order that the words ask for. */
  sort: z.enum(['price']).nullable(),
  notes: z.array(readingNote),
  /** Whether the words name an engine that several models have. */
  hasEngine: z.boolean().optional(),
});

/**
 * Results of a search. Categories are ordered by match, then popularity. Filters, order and pages apply to the
 * products, which come from all categories of the search. `popularity` orders them by match.
 */
export const fullTextResult = listing.omit({ isUniversal: true, spareParts: true }).extend({
  /** Number of categories and products below. */
  results: z.number().int(),
  /** Categories with products for the vehicle in context; empty without one. */
  vehicleSpecific: z.array(category),
  universal: z.array(category),
  /** Other categories with products; empty with a vehicle. */
  specific: z.array(category),
  /** Products for cars on this page of the results. */
  products: z.array(product),
  /** Universal products on this page of the results; at most eight beside others. */
  universalProducts: z.array(product),
  /** Car of the answer: that of the words, else that of the context, else null. */
  vehicle: vehicle.nullable(),
  /** Cars to choose from: generations of a family, or engines of a generation. */
  choices: z.array(vehicle),
  reading,
  /** The part that the words name and the shop lacks for the car; `isForOthers`: other engines of it have the part. */
  absent: z.object({ category, isForOthers: z.boolean() }).optional(),
  /** The only category with all words, or the only one with exactly this name (D8); null for none. */
  named: category.nullable(),
  /** Path below the edition to which the operator redirects the search; null for none. */
  redirect: z.string().nullable(),
  /** The corrected search; null if nothing was corrected. */
  corrected: spelling.nullable(),
  /** More products match than were read. `resultCount` and `filters` cover only the best ones. */
  isCut: z.boolean(),
});

/** A product in the suggestions, without price, so that a response is cached as long as the catalogue. */
export const productSuggestion = product.pick({ id: true, title: true, normNumber: true, articleNumber: true }).extend({
  /** Brand; with `normNumber`, its `seoName` makes the article's address. */
  brand: brand.pick({ id: true, name: true, seoName: true }),
  image,
});
/** Suggestions of the search box (D22). Every list begins with the best match. */
export const suggestions = z.object({
  /** Number of entries below, vehicles included. */
  results: z.number().int(),
  /** Universal goods; at most five. */
  universal: z.array(category),
  /** At most five categories with products for `vehicle`; empty without one. */
  vehicleSpecific: z.array(category),
  /** At most five other categories with products; empty with `vehicle`. */
  specific: z.array(category),
  /** At most six suggested products. */
  products: z.array(productSuggestion),
  /** At most four suggested universal products. */
  universalProducts: z.array(productSuggestion),
  /** Car of the answer: that of the words (`golf 7`), else that of the context, else null. */
  vehicle: vehicle.nullable(),
  /** At most twelve cars that the words name: manufacturers, series pages or models. */
  vehicles: z.array(vehicle),
  /** Filters made from words (D21), for the addresses of the categories; empty for none. */
  f: z.string(),
});

export type ProductSuggestion = z.output<typeof productSuggestion>;
export type Suggestions = z.output<typeof suggestions>;
export type BrandDetail = z.output<typeof brandDetail>;
export type PartNumberResult = z.output<typeof partNumberResult>;
export type FullTextResult = z.output<typeof fullTextResult>;
