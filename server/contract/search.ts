import { z } from 'zod';
import { brand, image, listing, product } from './articles.js';
import { category, categoryNode } from './catalogue.js';
import { decimalId, modelId } from './ids.js';
import { vehicle } from './vehicles.js';

/** How part numbers are compared: upper case, only A–Z and 0–9. */
export function normaliseNumber(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
/** A part number as people write it, read as it is compared. */
export const writtenNumber = z
  .string()
  .max(80)
  .transform(normaliseNumber)
  .pipe(z.string().regex(/^[A-Z0-9]{1,40}$/));
/** Words to search for; at least one letter or digit. */
export const searchTerm = z
  .string()
  .trim()
  .max(200)
  .regex(/[\p{L}\p{N}]/u)
  .meta({ examples: ['Bremsscheibe'] });
/** Characters of a suggestion's query that are read; what is longer is cut. */
const longestQuery = 100;
/**
 * Content of the search box in one spelling, so that equal searches share a cache entry: lower case, single spaces, no
 * controls. It may be empty, which finds nothing; no text is refused.
 */
export const suggestionQuery = z
  .string()
  .transform((text) => {
    const plain = text
      .slice(0, 4 * longestQuery)
      .normalize('NFC')
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim();
    return [...plain.toLowerCase()].slice(0, longestQuery).join('').trim();
  })
  .default('');
/** The vehicle in context: the narrowest of the three counts; an unknown one is ignored (D48). */
export const suggestionContext = {
  vehicleManufacturerId: decimalId.optional(),
  vehicleSeriesGroupId: decimalId.optional(),
  vehicleModelId: modelId.optional(),
  /** As listings call it. */
  modelId: modelId.optional(),
};

export const brands = z.array(brand);
/** A brand with the leaves it has products in, popular first, and its most popular products, at most twelve. */
export const brandDetail = z.object({ brand, categories: z.array(categoryNode), products: z.array(product) });

/** Meaning of a part number: an article's own number or EAN, a car maker's number, the start of longer numbers. */
export const partNumberResult = z.object({
  number: z.string(),
  exact: z.array(product),
  /** By car maker; `number` as that maker writes it. */
  crossReferences: z.array(z.object({ manufacturer: z.string(), number: z.string(), products: z.array(product) })),
  similar: z.array(product),
});

/** Mistakes that were mended, as nothing was found with them. */
const spelling = z.object({
  /** Words used instead, in the catalogue's spelling. */
  term: z.string(),
  words: z.array(z.object({ from: z.string(), to: z.string() })).min(1),
  /** Something is found without the changed spelling as well, by the words that have no mistake. */
  hasExact: z.boolean(),
});

/**
 * A note for the reader of a search. `unknown`: a word that was left out; `unsold`: a brand that is not sold;
 * `missing`: a measure, place or brand that these parts do not have; `nearest`: `values` in its place; `car`: said of a
 * car, but true of none that is named; `language`: `text` is the code of the language that was understood; `symptom`:
 * the categories are where to look; `similar`: `values` are numbers like the one that was written.
 */
const readingNote = z.object({
  kind: z.enum(['unknown', 'unsold', 'missing', 'nearest', 'car', 'language', 'symptom', 'similar']),
  /** As it was written. */
  text: z.string(),
  values: z.array(z.string()),
});
/** How the words were read. */
const reading = z.object({
  /** Filters that words became (D21), as they are set in `filters`; empty for none. */
  f: z.string(),
  /** The term without these words: asked with `f` it finds the same. */
  rest: z.string(),
  /** The term without the words that name a car; null where it names none. */
  withoutCar: z.string().nullable(),
  /** The order that the words ask for. */
  sort: z.enum(['price']).nullable(),
  notes: z.array(readingNote),
});

/**
 * Everything that a search found; categories best match first, then popularity. Filters, order and pages are those of
 * the products; all products of the categories that the words mean are looked at. `popularity` orders them by how well
 * they answer.
 */
export const fullTextResult = listing.omit({ isUniversal: true, spareParts: true }).extend({
  /** Number of categories and products listed below. */
  results: z.number().int(),
  /** Categories with products for the vehicle in context; empty without one. */
  vehicleSpecific: z.array(category),
  /** Categories of universal goods. */
  universal: z.array(category),
  /** Other categories with products; empty where a vehicle is given. */
  specific: z.array(category),
  /** This page of the products for cars. */
  products: z.array(product),
  /** This page of the universal ones; at most eight beside others. */
  universalProducts: z.array(product),
  /** The car that the answer is about: the one that the words name, else the one in context, else null. */
  vehicle: vehicle.nullable(),
  /** Of which of these one is meant: generations of a family, or engines of one generation. */
  choices: z.array(vehicle),
  reading,
  /**
   * The one category that the words name: the only one with all of them, or the only one that is called just so (D8).
   */
  named: category.nullable(),
  /**
   * Path of the shop, without the part that names the edition, that the operator has the words lead to; null = none.
   */
  redirect: z.string().nullable(),
  /** Null where the words were searched for as they stand. */
  corrected: spelling.nullable(),
  /**
   * More products have the words or begin with the number than were read: `resultCount` and `filters` are of the best
   * alone.
   */
  isCut: z.boolean(),
});

/** A product in the list below the search box; no price, so that a response lasts as long as the catalogue. */
export const productSuggestion = product.pick({ id: true, title: true, normNumber: true, articleNumber: true }).extend({
  /** Its `seoName` and the product's `normNumber` make the article's address. */
  brand: brand.pick({ id: true, name: true, seoName: true }),
  image,
});
/** Suggestions of the search box (D22); every list best match first. */
export const suggestions = z.object({
  /** Number of entries below, vehicles among them. */
  results: z.number().int(),
  /** Universal goods; at most five. */
  universal: z.array(category),
  /** Categories with products for `vehicle`; at most five, empty where `vehicle` is null. */
  vehicleSpecific: z.array(category),
  /** Other categories with products; at most five, empty where `vehicle` is given. */
  specific: z.array(category),
  /** At most six. */
  products: z.array(productSuggestion),
  /** At most four. */
  universalProducts: z.array(productSuggestion),
  /** The car that the answer is about: the one that the words name (`golf 7`), else the one in context, else null. */
  vehicle: vehicle.nullable(),
  /** Cars that the words name, at most twelve: manufacturers, series pages or models. */
  vehicles: z.array(vehicle),
  /** Filters that words became (D21), for the addresses of the categories; empty for none. */
  f: z.string(),
});

export type ProductSuggestion = z.output<typeof productSuggestion>;
export type Suggestions = z.output<typeof suggestions>;
export type BrandDetail = z.output<typeof brandDetail>;
export type PartNumberResult = z.output<typeof partNumberResult>;
export type FullTextResult = z.output<typeof fullTextResult>;
