import { sql } from 'kysely';
import type { Language } from '../../contract/languages.js';
import type { Locale } from '../../contract/locales.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { editionCountry, languageOf } from '../catalogue-texts/texts.js';
import { idList, idsOf } from '../files/node-sqlite.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { Manufacturer, SeriesPage } from '../generation/vehicle-index.js';
import { type DependsOn, showsCategories } from '../http/handler.js';
import { contextVehicle, readCategory, requestedContext } from '../vehicles/context.js';
import { modelWire, seriesPageWire } from '../vehicles/vehicle-wire.js';
import { resultCounts } from './result-counts.js';

type NavigationWire = Wire<'navigation'>;
const longestTopList = 10;
const shownChildren = 4;

export const byPopularity = (a: Category, b: Category): number => b.popularity - a.popularity || a.id - b.id;

/** Returns the links of a catalogue page: categories above and below, and popular ones, with counts for the vehicle. */
export async function navigate(
  generation: Generation,
  request: Request<'navigation'>,
  dependsOn: DependsOn,
): Promise<NavigationWire> {
  const { categories } = generation;
  const language = languageOf(request.locale);
  const context = requestedContext(generation, request);
  const category = request.categoryId === undefined ? null : readCategory(generation, request.categoryId);
  const counts = await resultCounts(generation, context);
  const node = (entry: Category) => categoryNode(generation, entry, counts, language);
  const hasResults = (entry: Category) => counts.has(entry.id);
  const below = category ? category.children : categories.roots;
  const leaves = category ? category.leaves.filter((leaf) => leaf !== category) : categories.leaves;
  const ancestors = category ? categories.ancestors(category) : [];
  const popular = leaves.filter(hasResults).sort(byPopularity).slice(0, longestTopList);
  const universal = category ? [] : categories.leaves.filter((leaf) => leaf.is_universal);
  const named = [...(category ? [category] : []), ...ancestors, ...below, ...popular, ...universal];
  showsCategories(dependsOn, idsOf([...named, ...named.flatMap((each) => each.children)]));
  return {
    vehicle: contextVehicle(generation, context, request.locale),
    category: category && (await categories.detail(category, language)),
    ancestors: ancestors.map((entry) => categories.wire(entry, language)),
    categories: [...below.filter(hasResults), ...below.filter((entry) => !hasResults(entry))].map(node),
    popular: popular.map(node),
    universal: universal.map(node),
    seriesPages:
      context.type === 1 ? await seriesPages(generation, context.manufacturer, category, request.locale) : [],
    models: context.type === 2 && category ? await models(generation, context.page, category, request.locale) : [],
  };
}

/** Returns a category with its count and its first children with products. */
export function categoryNode(
  generation: Generation,
  entry: Category,
  counts: ReadonlyMap<number, number>,
  language: Language,
): NavigationWire['categories'][number] {
  const children = entry.children
    .filter((child) => counts.has(child.id))
    .sort(byPopularity)
    .slice(0, shownChildren);
  return {
    ...generation.categories.wire(entry, language),
    resultCount: counts.get(entry.id) ?? 0,
    children: children.map((child) => generation.categories.reference(child, language)),
  };
}

/** Returns the manufacturer's most popular series pages with products in the category, or with any. */
async function seriesPages(
  generation: Generation,
  manufacturer: Manufacturer,
  category: Category | null,
  locale: Locale,
): Promise<NavigationWire['seriesPages']> {
  const { vehicles, db } = generation;
  const country = editionCountry(locale);
  const leaves = category?.leaves.map((leaf) => leaf.id);
  const rows = await db
    .selectFrom('series_page')
    .select('series_page.id')
    .where('series_page.manufacturer_id', '=', manufacturer.id)
    .where((expression) =>
      expression.exists(
        expression
          .selectFrom('fitment_series_page')
          .select('product_id')
          .whereRef('fitment_series_page.series_page_id', '=', 'series_page.id')
          .$if(leaves !== undefined, (query) => query.where('category_id', 'in', leaves ?? [])),
      ),
    )
    .execute();
  const withResults = new Set(rows.map((row) => row.id));
  const ranked = vehicles
    .pagesOf(manufacturer)
    .filter((page) => withResults.has(page.id))
    .map((page) => {
      const popularity = vehicles.seriesOn(page).reduce((sum, series) => sum + (series.popularity[country] ?? 0), 0);
      return { page, popularity };
    });
  ranked.sort((a, b) => b.popularity - a.popularity || a.page.id - b.page.id);
  return ranked.slice(0, longestTopList).map(({ page }) => seriesPageWire(page, locale));
}

/** Returns the models of a series page that products of the category fit, by name. */
async function models(
  generation: Generation,
  page: SeriesPage,
  category: Category,
  locale: Locale,
): Promise<NavigationWire['models']> {
  const { vehicles, db } = generation;
  const all = vehicles.seriesOn(page).flatMap((series) => vehicles.modelsOf(series));
  const leaves = category.leaves.map((leaf) => leaf.id);
  const { rows } = await sql<{ number: number }>`select distinct model_number as number from fitment
    where model_number in ${idList(all.map(({ number }) => number))} and category_id in ${idList(leaves)}`.execute(db);
  const withResults = new Set(rows.map(({ number }) => number));
  return all
    .filter(({ number }) => withResults.has(number))
    .map((row) => modelWire(vehicles, row, locale))
    .map(({ id, fullName, kw, ps }) => ({ id, fullName, kw, ps }))
    .sort((a, b) => a.fullName.localeCompare(b.fullName, locale, { numeric: true }) || a.kw - b.kw);
}
