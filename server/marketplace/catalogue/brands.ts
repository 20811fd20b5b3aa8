import { sql } from 'kysely';
import type { z } from 'zod';
import type { brand } from '../../contract/articles.js';
import type { Language } from '../../contract/languages.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { collator, languageOf, parseTexts, textIn } from '../catalogue-texts/texts.js';
import { idsOf } from '../files/node-sqlite.js';
import type { Generation } from '../generation/generation.js';
import { type DependsOn, showsCategories } from '../http/handler.js';
import { byPopularity, categoryNode } from './navigation.js';
import { productList, readProducts } from './product-list.js';

type Brand = Generation['brands'] extends ReadonlyMap<number, infer Row> ? Row : never;
const longestProducts = 12;

function brandWire(row: Brand, language: Language): z.input<typeof brand> {
  return {
    id: String(row.id),
    name: row.name,
    slug: row.slug,
    seoName: row.seo_name,
    logo: null,
    description: textIn(parseTexts(row.description), language),
    articleCount: row.article_count,
  };
}

/** Returns all brands by name. */
export function listBrands(generation: Generation, { locale }: Request<'brands'>): Wire<'brands'> {
  const compare = collator(locale).compare;
  const language = languageOf(locale);
  return [...generation.brands.values()]
    .sort((a, b) => compare(a.name, b.name) || a.id - b.id)
    .map((row) => brandWire(row, language));
}

/** Returns a brand with its categories and popular products. @throws ProblemError `not_found` for an unknown brand */
export async function getBrand(
  generation: Generation,
  request: Request<'brand'>,
  dependsOn: DependsOn,
): Promise<Wire<'brand'>> {
  const row = generation.brands.get(Number(request.id));
  if (!row) throw new ProblemError('not_found', 'unknown brand');
  const { db, categories } = generation;
  const language = languageOf(request.locale);
  const counted = await db
    .selectFrom('product')
    .select(['category_id', sql<number>`count(*)`.as('count')])
    .where('brand_id', '=', row.id)
    .groupBy('category_id')
    .execute();
  const counts = new Map(counted.map(({ category_id, count }) => [category_id, count]));
  const popular = await db
    .selectFrom('product')
    .select('id')
    .where('brand_id', '=', row.id)
    .orderBy('popularity', 'desc')
    .orderBy('id')
    .limit(longestProducts)
    .execute();
  const shown = idsOf(popular);
  dependsOn('best', shown);
  const products = await readProducts(generation, shown);
  const leaves = categories.leaves.filter((leaf) => counts.has(leaf.id)).sort(byPopularity);
  showsCategories(dependsOn, idsOf(leaves));
  return {
    brand: brandWire(row, language),
    categories: leaves.map((leaf) => categoryNode(generation, leaf, counts, language)),
    products: await productList(generation, products, { language, country: request.country, model: null }, dependsOn),
  };
}
