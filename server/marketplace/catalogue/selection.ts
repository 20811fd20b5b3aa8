import type { Request } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { parseTail } from '../../contract/tail.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import type { Model } from '../generation/vehicle-index.js';
import { optionalModel, readCategory, readContext, type VehicleContext } from '../vehicles/context.js';
import { readings } from '../vehicles/key-numbers.js';

/** The subject of a listing. At least one of category and brand is set. */
export interface Selection {
  context: VehicleContext;
  category: Category | null;
  brandId: number | null;
}

/** @throws ProblemError `not_found` if the tail names no listing, or something that the catalogue lacks */
export function readSelection(generation: Generation, request: Request<'listing'>): Selection {
  const tail = parseTail(request.tail);
  if (!tail || (tail.categoryId === null && tail.brandId === null))
    throw new ProblemError('not_found', 'not a listing');
  const brandId = tail.brandId === null ? null : Number(tail.brandId);
  if (brandId !== null && !generation.brands.has(brandId)) throw new ProblemError('not_found', 'unknown brand');
  const category = tail.categoryId === null ? null : readCategory(generation, tail.categoryId);
  const requested = tail.type === null ? optionalModel(generation, request.modelId) : null;
  const context: VehicleContext = requested
    ? { type: 3, model: requested }
    : readContext(generation, tail.type, tail.id);
  const model = modelOfType(generation, context, request.kbaTypeId) ?? modelOfKeys(generation, context, request.hsntsn);
  return { context: model ? { type: 3, model } : context, category, brandId };
}

/** Returns the model of a national type number if it is within the context (D48). */
function modelOfType({ vehicles }: Generation, context: VehicleContext, kbaTypeId: string | undefined): Model | null {
  const model = kbaTypeId === undefined ? undefined : vehicles.modelOfKba(Number(kbaTypeId));
  return model && isWithin(model, context) ? model : null;
}

/** Returns the only model within the context that has the keys; null for several (D48). */
function modelOfKeys({ vehicles }: Generation, context: VehicleContext, keys: string | undefined): Model | null {
  if (keys === undefined || context.type === 3) return null;
  for (const reading of readings(keys)) {
    const numbers = new Set(vehicles.kbasByKeys(reading).map(({ model_number }) => model_number));
    if (numbers.size === 0) continue;
    const models = [...numbers].flatMap((number) => vehicles.modelsByNumber.get(number) ?? []);
    const inside = models.filter((model) => isWithin(model, context));
    return inside.length === 1 ? (inside[0] as Model) : null;
  }
  return null;
}

function isWithin(model: Model, context: VehicleContext): boolean {
  if (context.type === 1) return model.manufacturer_id === context.manufacturer.id;
  if (context.type === 2) return model.series_page_id === context.page.id;
  return context.type === null || model === context.model;
}
