import type { Locale } from '../../contract/locales.js';
import { ProblemError } from '../../contract/problem.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { Manufacturer, Model, SeriesPage } from '../generation/vehicle-index.js';
import { manufacturerVehicle, modelVehicle, pageVehicle, type VehicleWire } from './vehicle-wire.js';

/** The vehicle of a catalogue page. */
export type VehicleContext =
  | { type: null }
  | { type: 1; manufacturer: Manufacturer }
  | { type: 2; page: SeriesPage }
  | { type: 3; model: Model };

/** Returns the number of the model in context; empty for wider contexts. */
export const modelsOf = (context: VehicleContext): readonly number[] =>
  context.type === 3 ? [context.model.number] : [];

/** @throws ProblemError `not_found` for an unknown id */
export function readContext(generation: Generation, type: 1 | 2 | 3 | null, id: string | null): VehicleContext {
  const { vehicles } = generation;
  if (type === null || id === null) return { type: null };
  if (type === 1) {
    const manufacturer = vehicles.manufacturers.get(Number(id));
    if (manufacturer) return { type, manufacturer };
  } else if (type === 2) {
    const page = vehicles.pages.get(Number(id));
    if (page) return { type, page };
  } else {
    const model = vehicles.modelsById.get(id);
    if (model) return { type, model };
  }
  throw new ProblemError('not_found', 'unknown vehicle');
}

/** Reads `type` and `id` of a request. @throws ProblemError `invalid` if one of them is missing, `not_found` */
export function requestedContext(
  generation: Generation,
  { type, id }: { type?: string | undefined; id?: string | undefined },
): VehicleContext {
  if ((type === undefined) !== (id === undefined)) {
    const facts = { parameter: type === undefined ? 'type' : 'id', missing: true } as const;
    throw new ProblemError('invalid', 'type and id go together', facts);
  }
  return readContext(generation, type === undefined ? null : (Number(type) as 1 | 2 | 3), id ?? null);
}

/** @throws ProblemError `not_found` for an unknown id */
export function readCategory(generation: Generation, id: string): Category {
  const category = generation.categories.all.get(Number(id));
  if (!category) throw new ProblemError('not_found', 'unknown category');
  return category;
}

/** Returns the model of a query; an unknown one is ignored (D48). */
export function optionalModel(generation: Generation, modelId: string | undefined): Model | null {
  return (modelId !== undefined && generation.vehicles.model(modelId)) || null;
}

export function modelContext(generation: Generation, modelId: string | undefined): VehicleContext {
  const model = optionalModel(generation, modelId);
  return model ? { type: 3, model } : { type: null };
}

export function contextVehicle(generation: Generation, context: VehicleContext, locale: Locale): VehicleWire | null {
  if (context.type === 1) return manufacturerVehicle(context.manufacturer, locale);
  if (context.type === 2) return pageVehicle(generation.vehicles, context.page, locale);
  if (context.type === 3) return modelVehicle(generation.vehicles, context.model, locale);
  return null;
}
