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

/** The id of a vehicle page; the route table gives such a page only with one. */
export function idOf({ tail }: RouteMatch): string {
  if (!tail?.id) throw new ProblemError('not_found');
  return tail.id;
}

/** The brand that an address names besides; null where it names none. @throws ProblemError `not_found` if unknown. */
export async function brandOf({ api, match }: PageRequest): Promise<Brand | null> {
  const id = match.tail?.brandId ?? null;
  if (id === null) return null;
  const brand = (await api.call('brands', {})).find((each) => each.id === id);
  if (!brand) throw new ProblemError('not_found', 'unknown brand');
  return brand;
}

/** The brand beside a vehicle: its id alone, believed where brands cannot be read. @throws ProblemError `not_found` */
export async function brandBeside({ optional, match }: PageRequest): Promise<Pick<Brand, 'id'> | null> {
  const id = match.tail?.brandId;
  if (!id) return null;
  const brands = await optional('brand', (api) => api.call('brands', {}));
  if (brands?.every((each) => each.id !== id)) throw new ProblemError('not_found', 'unknown brand');
  return { id };
}

/** The address of a page with a vehicle, with a brand after its tail; the canonical one has none (D47). */
export function besideBrand(address: string, brand: { id: string } | null): string {
  if (!brand) return address;
  const [path = '', query] = address.split('?');
  return `${path}-${brand.id}${query ? `?${query}` : ''}`;
}

/** What the picker shows as chosen for a vehicle. */
export function chosenOf(vehicle: Vehicle | null): PickerModel['chosen'] {
  return {
    manufacturerId: vehicle?.manufacturer.id ?? null,
    seriesId: vehicle?.series?.id ?? null,
    modelId: vehicle?.model?.id ?? null,
  };
}

/** Whether a model's vehicle lies inside the vehicle that the address names. */
function isWithin({ manufacturer, seriesPage, model }: Vehicle, { type, id }: Tail): boolean {
  if (type === null) return true;
  if (type === 1) return manufacturer.id === id;
  return type === 2 ? seriesPage?.id === id : model?.id === id;
}

/** A national vehicle type number of the query, where it has the shape of one (D48). */
export function kbaTypeIdOf(query: URLSearchParams): string | undefined {
  const kbaTypeId = query.get('kbaTypeId');
  return kbaTypeId !== null && decimalId.safeParse(kbaTypeId).success ? kbaTypeId : undefined;
}

/** Parameters of a page's address that mean something in their own shape only. */
export const kbaTypeParameter: Parameter = {
  name: 'kbaTypeId',
  spelling: (kbaTypeId) => (decimalId.safeParse(kbaTypeId).success ? kbaTypeId : ''),
};
export const modelParameter: Parameter = {
  name: 'modelId',
  spelling: (modelId) => (modelIdSchema.safeParse(modelId).success ? modelId : ''),
};

/** Answers to fit conditions of the car; without a model they mean nothing. */
export const answersParameter: Parameter = {
  name: 'answers',
  formerName: 'told',
  spelling: (answers) => spellAnswers(readAnswers(answers)),
};

/** Pieces that a page tells prices for (D74), 1 to 99. */
export const quantityParameter: Parameter = {
  name: 'quantity',
  spelling: (quantity) => (/^[1-9]\d?$/.test(quantity) ? quantity : ''),
};

/** The context of a page's data: its address, made exact by the `kbaTypeId` of a model inside it (D48). */
export async function contextOf({ api, query }: PageRequest, tail: Tail): Promise<Tail> {
  const kbaTypeId = kbaTypeIdOf(query);
  if (!kbaTypeId) return tail;
  const vehicle = await nullIfNotFound(api.call('kbaModel', { kbaTypeId }));
  return vehicle?.model && isWithin(vehicle, tail) ? { ...tail, type: 3, id: vehicle.model.id } : tail;
}

/** The vehicle as exact as the address names it, of one that may be more exact. */
export function asNamed(vehicle: Vehicle | null, { type }: Tail): Vehicle | null {
  if (!vehicle || type === null) return null;
  if (type === 3) return vehicle;
  const broad = { ...vehicle, series: null, model: null };
  return type === 2 ? broad : { ...broad, seriesFamily: null, seriesPage: null };
}
