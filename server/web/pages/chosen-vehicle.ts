import type { PickerModel } from '../../../views/models.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { PageRequest } from '../render/page.js';
import { addQuery } from './add-query.js';
import { nullIfNotFound } from './null-if-not-found.js';

/**
 * Returns the page after the choice of a model: the category or article that the visitor came from, or the model's page
 * (D10). The address has the national type number only if the model has several (D48).
 */
export async function vehicleTarget(
  { api, url }: PageRequest,
  { seriesPage, model }: Vehicle,
  hidden: PickerModel['hidden'],
  kbaTypeId: string | null | undefined,
): Promise<string | null> {
  if (!seriesPage || !model) return null;
  const modelId = model.id;
  const { categoryId, brand, norm } = hidden;
  if (brand && norm) return url('article', { brand, number: norm, modelId });
  const matters = model.kbas.length > 1 && model.kbas.some(({ kbaId }) => kbaId === kbaTypeId);
  const type = { kbaTypeId: matters && kbaTypeId ? kbaTypeId : undefined };
  const navigation = categoryId
    ? await nullIfNotFound(api.call('navigation', { type: '3', id: modelId, categoryId }))
    : null;
  const category = navigation?.category;
  const address = category
    ? url('modelCategory', { category, seriesPage, modelId })
    : url('model', { seriesPage, modelId });
  return addQuery(address, type);
}
