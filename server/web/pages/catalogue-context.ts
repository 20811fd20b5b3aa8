import { readAnswers, spellAnswers } from '../../../views/condition-answers.js';
import type { PickerModel } from '../../../views/models.js';
import type { Brand } from '../../contract/articles.js';
import { decimalId, modelId as modelIdSchema } from '../../contract/ids.js';
import { ProblemError } from '../../contract/problem.js';
import type { Tail } from '../../contract/tail.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { Parameter } from '../cache/page-key.js';
import type { PageRequest } from '../render/page.js';
import type { RouteMatch } from '../routes/route-table.js';
import { nullIfNotFound } from './null-if-not-found.js';

/** Returns the id of a vehicle page. The route table matches such a page only with an id. */
export function idOf({ tail }: RouteMatch): string {
  if (!tail?.id) throw new ProblemError('not_found');
  return tail.id;
}

/** Returns the brand that an address also names; null without one. @throws ProblemError `not_found` if unknown */
export async function brandOf({ api, match }: PageRequest): Promise<Brand | null> {
  const id = match.tail?.brandId ?? null;
  if (id === null) return null;
  const brand = (await api.call('brands', {})).find((each) => each.id === id);
  if (!brand) throw new ProblemError('not_found', 'unknown brand');
  return brand;
}

/** Returns the brand beside a vehicle, unchecked if brands cannot be read. @throws ProblemError `not_found` */
export async function brandBeside({ optional, match }: PageRequest): Promise<Pick<Brand, 'id'> | null> {
  const id = match.tail?.brandId;
  if (!id) return null;
  const brands = await optional('brand', (api) => api.call('brands', {}));
  if (brands?.every((each) => each.id !== id)) throw new ProblemError('not_found', 'unknown brand');
  return { id };
}

/** Appends a brand to the address of a page with a vehicle. Canonical addresses have none (D47). */
export function besideBrand(address: string, brand: { id: string } | null): string {
  if (!brand) return address;
  const [path = '', query] = address.split('?');
  return `${path}-${brand.id}${query ? `?${query}` : ''}`;
}

/** Returns the choices that the picker shows for a vehicle. */
export function chosenOf(vehicle: Vehicle | null): PickerModel['chosen'] {
  return {
    manufacturerId: vehicle?.manufacturer.id ?? null,
    seriesId: vehicle?.series?.id ?? null,
    modelId: vehicle?.model?.id ?? null,
  };
}

/** Whether a vehicle belongs to the make, series or model that the address names. */
function isWithin({ manufacturer, seriesPage, model }: Vehicle, { type, id }: Tail): boolean {
  if (type === null) return true;
  if (type === 1) return manufacturer.id === id;
  return type === 2 ? seriesPage?.id === id : model?.id === id;
}

/** Returns the national vehicle type number of the query, if it is well-formed (D48). */
export function kbaTypeIdOf(query: URLSearchParams): string | undefined {
  const kbaTypeId = query.get('kbaTypeId');
  return kbaTypeId !== null && decimalId.safeParse(kbaTypeId).success ? kbaTypeId : undefined;
}

/** Query parameters of pages; malformed values are dropped. */
export const kbaTypeParameter: Parameter = {
  name: 'kbaTypeId',
  spelling: (kbaTypeId) => (decimalId.safeParse(kbaTypeId).success ? kbaTypeId : ''),
};
export const modelParameter: Parameter = {
  name: 'modelId',
  spelling: (modelId) => (modelIdSchema.safeParse(modelId).success ? modelId : ''),
};

/** Answers to fit conditions; ignored without a model. */
export const answersParameter: Parameter = {
  name: 'answers',
  spelling: (answers) => spellAnswers(readAnswers(answers)),
};

/** Pieces that a page shows prices for (D74), 1 to 99. */
export const quantityParameter: Parameter = {
  name: 'quantity',
  spelling: (quantity) => (/^[1-9]\d?$/.test(quantity) ? quantity : ''),
};

/** Returns the vehicle of a page's data: that of its address, or the model of the query's `kbaTypeId` in it (D48). */
export async function contextOf({ api, query }: PageRequest, tail: Tail): Promise<Tail> {
  const kbaTypeId = kbaTypeIdOf(query);
  if (!kbaTypeId) return tail;
  const vehicle = await nullIfNotFound(api.call('kbaModel', { kbaTypeId }));
  return vehicle?.model && isWithin(vehicle, tail) ? { ...tail, type: 3, id: vehicle.model.id } : tail;
}

/** Reduces a vehicle to the level that the address names, such as its series. */
export function asNamed(vehicle: Vehicle | null, { type }: Tail): Vehicle | null {
  if (!vehicle || type === null) return null;
  if (type === 3) return vehicle;
  const broad = { ...vehicle, series: null, model: null };
  return type === 2 ? broad : { ...broad, seriesFamily: null, seriesPage: null };
}
