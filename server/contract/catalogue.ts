import { z } from 'zod';
import { decimalId, slug } from './ids.js';
import { languages } from './languages.js';
import { seriesPage, vehicle } from './vehicles.js';

const categoryCore = z.object({
  id: decimalId,
  urlId: decimalId,
  /** Stable number of a leaf (452 lamps, 463 oils); never part of an address (D50). Null above the leaves. */
  leafNumber: z.number().int().nullable(),
  title: z.string(),
  /** Slug in the language asked for. */
  seoAlias: slug,
  /** Name of the drawing without extension: `/api/Bilder/{imageFilename}.svg`. */
  imageFilename: z.string(),
  /** 1 = root. */
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
  /** Slug per language, for links to the same page in another edition (D60). */
  seoAliases: z.record(z.enum(languages), slug),
  seoText: z.string(),
  description: z.string(),
});
/** A category beside its siblings: how many products it has in the context asked for, and what is in it. */
export const categoryNode = category.extend({
  resultCount: z.number().int(),
  children: z.array(categoryReference),
});
/** A vehicle context that can be combined with the category on the page (D46). */
export const navigation = z.object({
  vehicle: vehicle.nullable(),
  category: categoryDetail.nullable(),
  /** From the root to the parent of `category`. */
  ancestors: z.array(category),
  /** Children of `category`; the roots where none is given; always those with results in the context first. */
  categories: z.array(categoryNode),
  /** The most popular leaves below this point, at most ten. */
  popular: z.array(categoryNode),
  /** Universal leaves; only filled where no category is given. */
  universal: z.array(categoryNode),
  /** Series pages of the manufacturer in context which have products in `category`; at most ten, popular first. */
  seriesPages: z.array(seriesPage),
});

export type Category = z.output<typeof category>;
export type CategoryReference = z.output<typeof categoryReference>;
export type CategoryDetail = z.output<typeof categoryDetail>;
export type CategoryNode = z.output<typeof categoryNode>;
export type Navigation = z.output<typeof navigation>;
