import type { Category } from '../server/contract/catalogue.js';
import type { Vehicle } from '../server/contract/vehicles.js';
import type { PageKind } from './link-rules.js';
import type { Url } from './links.js';
import { withQuery } from './with-query.js';

type LinkedCategory = Pick<Category, 'urlId' | 'seoAlias' | 'isUniversal'>;

/** Returns the address of a category in the context of a vehicle, if any. */
export function categoryHref(url: Url, category: LinkedCategory, vehicle: Vehicle | null): string {
  if (vehicle?.model && vehicle.seriesPage) {
    return url('modelCategory', { category, seriesPage: vehicle.seriesPage, modelId: vehicle.model.id });
  }
  if (vehicle?.seriesPage) return url('seriesCategory', { category, seriesPage: vehicle.seriesPage });
  if (vehicle) return url('manufacturerCategory', { category, manufacturer: vehicle.manufacturer });
  return url(category.isUniversal ? 'universalCategory' : 'category', { category });
}

/** Returns the page of a vehicle, as exactly as it is known. */
export function vehicleHref(url: Url, { manufacturer, seriesPage, model }: Vehicle): string {
  if (model && seriesPage) return url('model', { seriesPage, modelId: model.id });
  return seriesPage ? url('series', { seriesPage }) : url('manufacturer', { manufacturer });
}

/** Turns the address of a page into a template for the vehicle on the device, with the filters that every vehicle has. */
export const ownPage = (path: string): string =>
  ownAddress(withQuery(path, { page: undefined, answers: undefined, kbaTypeId: undefined }));

/** Turns an address beside any vehicle, or none, into a template for the vehicle on the device. */
export const ownAddress = (address: string): string =>
  address.replace(/[^/]+\/[123]?-\w*-/, '{{slug}}/3-{{modelId}}-').replace(/\bmodelId=\w+/, 'modelId={{modelId}}');

export function categoryKind(vehicle: Vehicle | null): PageKind {
  if (vehicle?.model) return 'modelCategory';
  if (vehicle?.seriesPage) return 'seriesCategory';
  return vehicle ? 'manufacturerCategory' : 'category';
}
