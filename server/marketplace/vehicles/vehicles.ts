import type { Locale } from '../../contract/locales.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { topManufacturers } from '../../contract/top-manufacturers.js';
import { collator, editionCountry } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { Manufacturer, Series } from '../generation/vehicle-index.js';
import { readCategory } from './context.js';
import { manufacturerWire, modelVehicle, modelWire, pageVehicle, type SeriesWire, seriesWire } from './vehicle-wire.js';

interface Limits {
  limit?: number;
  exclude?: string;
}
interface Listed {
  id: number | string;
  popularity: Readonly<Record<string, number>>;
}

/**
 * Omits `exclude`, then keeps the `limit` most popular in the edition's country (D49); the caller sorts.
 * @param place rank among preferred rows; -1 = not preferred
 */
function limited<Row extends Listed>(
  rows: readonly Row[],
  { limit = Number.POSITIVE_INFINITY, exclude }: Limits,
  locale: Locale,
  place: (row: Row) => number = () => -1,
): Row[] {
  const excluded = new Set(exclude?.split(','));
  const kept = rows.filter((row) => !excluded.has(String(row.id)));
  if (kept.length <= limit) return kept;
  const country = editionCountry(locale);
  const rank = (row: Row): number => (place(row) < 0 ? Number.POSITIVE_INFINITY : place(row));
  kept.sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? (b.popularity[country] ?? 0) - (a.popularity[country] ?? 0) : first - second;
  });
  return kept.slice(0, limit);
}

/**
 * Lists manufacturers by name (D49). `limit` prefers the edition's ten; `categoryId` keeps those with products in it.
 */
export async function listManufacturers(
  generation: Generation,
  request: Request<'manufacturers'>,
): Promise<Wire<'manufacturers'>> {
  let rows = [...generation.vehicles.manufacturers.values()];
  if (request.categoryId !== undefined) {
    const fitting = await manufacturersIn(generation, request.categoryId);
    if (fitting) rows = rows.filter((row) => fitting.has(row.id));
  }
  const compare = collator(request.locale).compare;
  const first = topManufacturers[request.locale];
  return limited(rows, request, request.locale, ({ seo_name }) => first.indexOf(seo_name))
    .sort((a, b) => compare(a.name, b.name))
    .map((row) => manufacturerWire(row, request.locale));
}

/** Returns the manufacturers with products in a category; null = all, because universal goods are for every car. */
async function manufacturersIn(generation: Generation, categoryId: string): Promise<Set<number> | null> {
  const category = readCategory(generation, categoryId);
  if (category.leaves.some((leaf) => leaf.is_universal)) return null;
  const leaves = category.leaves.map((leaf) => leaf.id);
  const rows = await generation.db
    .selectFrom('manufacturer')
    .select('manufacturer.id')
    .where((expression) =>
      expression.exists(
        expression
          .selectFrom('fitment_manufacturer')
          .select('product_id')
          .whereRef('fitment_manufacturer.manufacturer_id', '=', 'manufacturer.id')
          .where('category_id', 'in', leaves),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.id));
}

function manufacturerOf(generation: Generation, id: string): Manufacturer {
  const row = generation.vehicles.manufacturers.get(Number(id));
  if (!row) throw new ProblemError('not_found', 'unknown manufacturer');
  return row;
}

export function getManufacturer(generation: Generation, request: Request<'manufacturer'>): Wire<'manufacturer'> {
  return manufacturerWire(manufacturerOf(generation, request.id), request.locale);
}

/** Sorts series by the names shown. */
function sortedSeries({ vehicles }: Generation, rows: readonly Series[], locale: Locale): [Series, SeriesWire][] {
  const compare = collator(locale).compare;
  return rows
    .map((row): [Series, SeriesWire] => [row, seriesWire(vehicles, row, locale)])
    .sort(
      ([a, first], [b, second]) =>
        compare(first.name, second.name) || (a.year_start ?? 0) - (b.year_start ?? 0) || a.id - b.id,
    );
}

/** Lists the series of a manufacturer by name (D49). */
export function listSeries(generation: Generation, request: Request<'manufacturerSeries'>): Wire<'manufacturerSeries'> {
  const manufacturer = manufacturerOf(generation, request.id);
  const rows = limited(generation.vehicles.seriesOf(manufacturer), request, request.locale);
  return sortedSeries(generation, rows, request.locale).map(([, wire]) => wire);
}

function modelsOf(generation: Generation, series: Series, limits: Limits, locale: Locale): Wire<'seriesModels'> {
  const compare = collator(locale).compare;
  return limited(generation.vehicles.modelsOf(series), limits, locale)
    .sort(
      (a, b) =>
        compare(a.name, b.name) || a.kw - b.kw || (a.year_start ?? 0) - (b.year_start ?? 0) || a.number - b.number,
    )
    .map((row) => modelWire(generation.vehicles, row, locale));
}

/** Lists the models of a series by name, then power (D49). */
export function listModels(generation: Generation, request: Request<'seriesModels'>): Wire<'seriesModels'> {
  const series = generation.vehicles.series.get(Number(request.id));
  if (!series) throw new ProblemError('not_found', 'unknown series');
  return modelsOf(generation, series, request, request.locale);
}

/** Returns a series page with all its series and their models. */
export function getSeriesPage(generation: Generation, request: Request<'seriesPage'>): Wire<'seriesPage'> {
  const { vehicles } = generation;
  const page = vehicles.pages.get(Number(request.id));
  if (!page) throw new ProblemError('not_found', 'unknown series page');
  const seriesList = sortedSeries(generation, vehicles.seriesOn(page), request.locale).map(([row, wire]) => ({
    ...wire,
    models: modelsOf(generation, row, {}, request.locale),
  }));
  return { ...pageVehicle(vehicles, page, request.locale), seriesList };
}

export function getModel(generation: Generation, request: Request<'model'>): Wire<'model'> {
  const row = generation.vehicles.modelsById.get(request.modelId);
  if (!row) throw new ProblemError('not_found', 'unknown model');
  return modelVehicle(generation.vehicles, row, request.locale);
}

/** Returns the model of a national type number (D48). */
export function getModelOfKba(generation: Generation, request: Request<'kbaModel'>): Wire<'kbaModel'> {
  const row = generation.vehicles.modelOfKba(Number(request.kbaTypeId));
  if (!row) throw new ProblemError('not_found', 'unknown type number');
  return modelVehicle(generation.vehicles, row, request.locale);
}
