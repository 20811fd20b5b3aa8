import type { Brand } from '../../contract/articles.js';
import type { CategoryDetail } from '../../contract/catalogue.js';
import type { DirectoryEntries } from '../../contract/directory.js';
import { decimalId, modelId } from '../../contract/ids.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { PageRequest } from '../render/page.js';
import { nullIfNotFound } from './null-if-not-found.js';

type NamedCategory = DirectoryEntries<'categories'>[number];
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

async function entriesOf(
  { api }: PageRequest,
  kind: 'categories' | 'universal-categories',
): Promise<readonly NamedCategory[]> {
  const first = await api.call('directory', { kind });
  const rest = await Promise.all(
    Array.from({ length: first.pageCount - 1 }, (_, index) => api.call('directory', { kind, page: index + 2 })),
  );
  return [first, ...rest].flatMap((page) => (page.kind === kind ? page.entries : []));
}

/** Finds the category that a word of a part-number address names in the edition's language; null without one (D4). */
export async function categoryByName(request: PageRequest, name: string): Promise<CategoryDetail | null> {
  const { edition, api } = request;
  const [allCategories] = edition.pathNames.partNumberDefaults;
  if (isSame(name, allCategories)) return null;
  const { language } = edition;
  const all = await Promise.all([entriesOf(request, 'categories'), entriesOf(request, 'universal-categories')]);
  const named = all.flat().filter(({ seoAliases }) => isSame(seoAliases[language], name));
  const found = await Promise.all(named.map(({ urlId }) => api.call('navigation', { categoryId: urlId })));
  // Among categories with the same name, the broadest contains the others.
  return found.flatMap(({ category }) => category ?? []).sort((a, b) => a.level - b.level)[0] ?? null;
}

/** Finds the brand that a word of a part-number address names; null without one. */
export async function brandByName({ edition, api }: PageRequest, name: string): Promise<Brand | null> {
  const [, allManufacturers] = edition.pathNames.partNumberDefaults;
  if (isSame(name, allManufacturers)) return null;
  return (await api.call('brands', {})).find(({ slug }) => isSame(slug, name)) ?? null;
}

/** The vehicle of a search: the most exact of its three query fields with an id (specification 2). */
export interface SearchVehicle {
  type: '1' | '2' | '3';
  id: string;
}
export function searchVehicleOf(query: URLSearchParams): SearchVehicle | null {
  const fields = [
    ['3', 'modelId', modelId],
    ['2', 'vehicleSeriesGroupId', decimalId],
    ['1', 'vehicleManufacturerId', decimalId],
  ] as const;
  for (const [type, name, schema] of fields) {
    const value = query.get(name) ?? '';
    if (schema.safeParse(value).success) return { type, id: value };
  }
  return null;
}
/** Returns the known vehicle, and the one to search for: null if unknown (D48), unchecked if it cannot be read. */
export async function knownVehicle(
  { optional }: PageRequest,
  requested: SearchVehicle | null,
): Promise<{ vehicle: Vehicle | null; context: SearchVehicle | null }> {
  if (!requested) return { vehicle: null, context: null };
  const read = await optional('vehicle', async (api) => ({
    found: await nullIfNotFound(api.call('navigation', requested)),
  }));
  const vehicle = read?.found?.vehicle ?? null;
  return { vehicle, context: vehicle || !read ? requested : null };
}
/** Returns the query field that passes the vehicle on. */
export function searchField(vehicle: SearchVehicle | null): {
  modelId?: string;
  vehicleSeriesGroupId?: string;
  vehicleManufacturerId?: string;
} {
  if (!vehicle) return {};
  const { type, id } = vehicle;
  if (type === '3') return { modelId: id };
  return type === '2' ? { vehicleSeriesGroupId: id } : { vehicleManufacturerId: id };
}
