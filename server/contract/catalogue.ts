import { z } from 'zod';
import { decimalId, slug } from './ids.js';
import { languages } from './languages.js';
import { model, seriesPage, vehicle } from './vehicles.js';

const categoryCore = z.object({
  id: decimalId,
  urlId: decimalId,
  /** Stable number of a leaf (452 lamps, 463 oils), never in addresses (D50). Null above the leaves. */
  leafNumber: z.number().int().nullable(),
  title: z.string(),
  /** Slug in the requested language. */
  seoAlias: slug,
  /** Name of the drawing without extension: `/api/Bilder/{imageFilename}.svg`. */
  imageFilename: z.string(),
  /** 1 is the root. */
  level: z.number().int(),
  isUniversal: z.boolean(),
  isLeaf: z.boolean(),
  popularity: z.number().int(),
});
export const categoryReference = categoryCore.pick({ id: true, title: true, seoAlias: true });
export const category = categoryCore.extend({
  parent: categoryReference.nullable(),
  topParent: categoryReference.nullable(),
});
export const categoryDetail = category.extend({
  /** Slugs for links to the same page in other editions (D60). */
  seoAliases: z.record(z.enum(languages), slug),
  seoText: z.string(),
  description: z.string(),
});
/** A category with its number of products in the requested context, and its children. */
export const categoryNode = category.extend({
  resultCount: z.number().int(),
  children: z.array(categoryReference),
});
/** Vehicle contexts that combine with the category of a page (D46). */
export const navigation = z.object({
  vehicle: vehicle.nullable(),
  category: categoryDetail.nullable(),
  /** Ancestors from the root to the parent of `category`. */
  ancestors: z.array(category),
  /** Children of `category`, else the roots; those with products in the context first. */
  categories: z.array(categoryNode),
  /** At most ten of the most popular leaves below this point. */
  popular: z.array(categoryNode),
  /** Universal leaves; empty if a category is given. */
  universal: z.array(categoryNode),
  /** At most ten series pages of the manufacturer with products in `category`, popular first. */
  seriesPages: z.array(seriesPage),
  /** Models of the series page with products in `category`, by name. */
  models: z.array(model.pick({ id: true, fullName: true, kw: true, ps: true })),
});

export type Category = z.output<typeof category>;
export type CategoryReference = z.output<typeof categoryReference>;
export type CategoryDetail = z.output<typeof categoryDetail>;
export type CategoryNode = z.output<typeof categoryNode>;
export type Navigation = z.output<typeof navigation>;
