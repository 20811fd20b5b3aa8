import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { collator, languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { Manufacturer, Series, SeriesPage } from '../generation/vehicle-index.js';
import { optionalModel } from '../vehicles/context.js';
import { fullModelName, marketName, seriesNameIn } from '../vehicles/series-name.js';
import { horsePower } from '../vehicles/vehicle-wire.js';
import { noteTexts } from './fit.js';

type FittingWire = Wire<'fittingVehicles'>;

/** @throws ProblemError `not_found` for an unknown product */
export async function requireProduct(db: Generation['db'], id: number): Promise<void> {
  const row = await db.selectFrom('product').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw new ProblemError('not_found', 'unknown product');
}

/** Returns the production years; empty if unknown, open if still built. */
function yearSpan(start: number | null, end: number | null): string {
  if (start === null && end === null) return '';
  return start === end ? String(start) : `${start ?? ''}–${end ?? ''}`;
}

/**
 * Returns the cars that an article fits, by manufacturer and series (D19). The car of `modelId` and its series come
 * first.
 */
export async function listFittingVehicles(
  generation: Generation,
  request: Request<'fittingVehicles'>,
): Promise<FittingWire> {
  const { vehicles, db } = generation;
  const productId = Number(request.id);
  const rows = await db
    .selectFrom('product_model')
    .select(['model_number', 'note_id'])
    .where('product_id', '=', productId)
    .execute();
  if (rows.length === 0) await requireProduct(generation.db, productId);
  const language = languageOf(request.locale);
  const first = optionalModel(generation, request.modelId);
  const compare = collator(request.locale).compare;
  const known = vehicles.modelsNumbered(rows.map((row) => row.model_number));
  const fitting = rows.flatMap(({ model_number, note_id }) => {
    const model = known.get(model_number);
    return model ? [{ model, noteId: note_id }] : [];
  });
  const groups = Map.groupBy(fitting, ({ model }) => model.series_id);
  const entries = [...groups].map(([seriesId, models]) => {
    const series = vehicles.series.get(seriesId) as Series;
    const manufacturer = vehicles.manufacturers.get(series.manufacturer_id) as Manufacturer;
    return { series, name: seriesNameIn(series.name, language), manufacturer, models };
  });
  entries.sort(
    (a, b) =>
      Number(b.series.id === first?.series_id) - Number(a.series.id === first?.series_id) ||
      compare(a.manufacturer.name, b.manufacturer.name) ||
      compare(a.name, b.name) ||
      a.series.id - b.series.id,
  );
  return entries.map(({ series, name, manufacturer, models }) => ({
    manufacturer: { id: String(manufacturer.id), name: manufacturer.name, seoName: manufacturer.seo_name },
    series: {
      id: String(series.id),
      name,
      // Series have no page of their own; the slug is that of their series page.
      slug: (vehicles.pages.get(series.series_page_id) as SeriesPage).slug,
      seriesPageId: String(series.series_page_id),
    },
    models: models
      .sort(
        (a, b) =>
          Number(b.model.id === first?.id) - Number(a.model.id === first?.id) ||
          compare(a.model.name, b.model.name) ||
          a.model.kw - b.model.kw ||
          a.model.number - b.model.number,
      )
      .map(({ model, noteId }) => ({
        id: model.id,
        fullName: fullModelName(manufacturer.name, name, marketName(model.name, language)),
        name: marketName(model.name, language),
        kw: model.kw,
        ps: horsePower(model.kw),
        years: yearSpan(model.year_start, model.year_end),
        fitNotes: noteTexts(generation, noteId, language),
      })),
  }));
}

/** Returns original-equipment numbers by car maker (D19). The maker of the car of `modelId` comes first. */
export async function listOeNumbers(generation: Generation, request: Request<'oeNumbers'>): Promise<Wire<'oeNumbers'>> {
  const productId = Number(request.id);
  const rows = await generation.db
    .selectFrom('oe_number')
    .select(['manufacturer_id', 'number'])
    .where('product_id', '=', productId)
    .orderBy('number')
    .execute();
  if (rows.length === 0) await requireProduct(generation.db, productId);
  const compare = collator(request.locale).compare;
  const { manufacturers, series } = generation.vehicles;
  const model = optionalModel(generation, request.modelId);
  const first = manufacturers.get((model && series.get(model.series_id)?.manufacturer_id) ?? 0)?.name;
  const groups = Map.groupBy(rows, (row) => manufacturers.get(row.manufacturer_id)?.name ?? '');
  return [...groups]
    .map(([manufacturer, numbers]) => ({ manufacturer, numbers: numbers.map((row) => row.number) }))
    .sort(
      (a, b) =>
        Number(b.manufacturer === first) - Number(a.manufacturer === first) || compare(a.manufacturer, b.manufacturer),
    );
}
