import type { Category } from '../server/contract/catalogue.js';
import type { Vehicle } from '../server/contract/vehicles.js';
import type { PageKind } from './link-rules.js';
import type { Url } from './links.js';

type LinkedCategory = Pick<Category, 'urlId' | 'seoAlias' | 'isUniversal'>;

/** Address of a category beside a vehicle, as far as one is named. */
export function categoryHref(url: Url, category: LinkedCategory, vehicle: Vehicle | null): string {
  if (vehicle?.model && vehicle.seriesPage) {
    return url('modelCategory', { category, seriesPage: vehicle.seriesPage, modelId: vehicle.model.id });
  }
  if (vehicle?.seriesPage) return url('seriesCategory', { category, seriesPage: vehicle.seriesPage });
  if (vehicle) return url('manufacturerCategory', { category, manufacturer: vehicle.manufacturer });
  return url(category.isUniversal ? 'universalCategory' : 'category', { category });
}

/** An address beside no vehicle, a make or a series, with places for the kept vehicle instead. */
export const ownAddress = (address: string): string => address.replace(/[^/]+\/[12]?-\d*-/, '{{slug}}/3-{{modelId}}-');

export function categoryKind(vehicle: Vehicle | null): PageKind {
  if (vehicle?.model) return 'modelCategory';
  if (vehicle?.seriesPage) return 'seriesCategory';
  return vehicle ? 'manufacturerCategory' : 'category';
}
