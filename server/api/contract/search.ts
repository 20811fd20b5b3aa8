import { z } from 'zod';
import { brand, product } from './articles.js';
import { category, categoryNode } from './catalogue.js';

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
  .regex(/[\p{L}\p{N}]/u);

export const brands = z.array(brand);
/** A brand with the leaves it has products in, popular first, and its most popular products, at most twelve. */
export const brandDetail = z.object({ brand, categories: z.array(categoryNode), products: z.array(product) });

/** What a part number stands for: an article's own number or EAN, a car maker's number, the start of longer numbers. */
export const partNumberResult = z.object({
  number: z.string(),
  exact: z.array(product),
  /** By car maker; `number` as that maker writes it. */
  crossReferences: z.array(z.object({ manufacturer: z.string(), number: z.string(), products: z.array(product) })),
  similar: z.array(product),
});

/** Everything that a search found; categories best match first, then popularity. */
export const fullTextResult = z.object({
  /** Number of categories and products listed below. */
  results: z.number().int(),
  /** Categories with products for the vehicle in context; empty without one. */
  vehicleSpecific: z.array(category),
  /** Categories of goods that fit every car. */
  universal: z.array(category),
  /** Other categories with products; empty where a vehicle is given. */
  specific: z.array(category),
  products: z.array(product),
  universalProducts: z.array(product),
});

export type BrandDetail = z.output<typeof brandDetail>;
export type PartNumberResult = z.output<typeof partNumberResult>;
export type FullTextResult = z.output<typeof fullTextResult>;
