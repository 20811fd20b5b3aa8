import type { RequestHandler } from 'express';
import { categoryHref } from '../../../../views/catalogue-links.js';
import { displayTitle, vehicleName } from '../../../../views/catalogue-names.js';
import type { Url } from '../../../../views/links.js';
import { type Photograph, pictureIn } from '../../../../views/picture-widths.js';
import type { Category } from '../../../contract/catalogue.js';
import type { ProductSuggestion, Suggestions } from '../../../contract/search.js';
import type { Vehicle } from '../../../contract/vehicles.js';
import { beginCall } from '../../http/forms.js';
import { localPath } from '../../routes/paths.js';
import type { Routes } from '../../routes/routes.js';
import type { Client } from '../client.js';

interface Needs {
  client: Client;
  routes: Routes;
  photograph: Photograph;
}

function vehicleHref(url: Url, { manufacturer, seriesPage, model }: Vehicle): string {
  if (model && seriesPage) return url('model', { seriesPage, modelId: model.id });
  return seriesPage ? url('series', { seriesPage }) : url('manufacturer', { manufacturer });
}

/** Adds words, address and picture to each entry of the response: only the route table makes links. */
function withLinks(found: Suggestions, url: Url, photograph: Photograph): object {
  const { vehicle } = found;
  const modelId = vehicle?.model?.id;
  const filtered = found.f ? `?f=${found.f}` : '';
  // The generations of a family have no address in common: the words are searched for.
  const [first] = found.vehicles;
  const family = found.vehicles.length > 1 && first?.seriesPage ? (first.seriesFamily?.name ?? null) : null;
  const category = (beside: Vehicle | null) => (entry: Category) => ({
    ...entry,
    label: displayTitle(entry),
    href:
      family && beside
        ? url('fullText', { query: `${family} ${entry.title}` })
        : categoryHref(url, entry, beside) + (entry.isLeaf ? filtered : ''),
  });
  const product = (entry: ProductSuggestion) => ({
    ...entry,
    image: { ...entry.image, url: pictureIn(photograph, entry.image, 160) },
    href: url('article', { brand: entry.brand.seoName, number: entry.normNumber, modelId }),
  });
  const car = (entry: Vehicle) => ({ ...entry, label: vehicleName(entry), href: vehicleHref(url, entry) });
  return {
    ...found,
    vehicleSpecific: found.vehicleSpecific.map(category(vehicle)),
    universal: found.universal.map(category(null)),
    specific: found.specific.map(category(null)),
    products: found.products.map(product),
    universalProducts: found.universalProducts.map(product),
    vehicle: vehicle && car(vehicle),
    vehicles: found.vehicles.map(car),
  };
}

/** What the search box offers while somebody types (D22). What is typed stays out of every cache of the browser. */
export function suggest({ client, routes, photograph }: Needs): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const { query, audience, edition, prefix } = beginCall(routes, request, 'api.suggestions');
    const found = await client.for(audience).call('suggestions', {
      query: query.get('query') ?? '',
      vehicleManufacturerId: query.get('vehicleManufacturerId') || undefined,
      vehicleSeriesGroupId: query.get('vehicleSeriesGroupId') || undefined,
      vehicleModelId: query.get('vehicleModelId') || undefined,
    });
    const url: Url = (name, parameters, page) => prefix + localPath(edition, name, parameters, page);
    response.json(withLinks(found, url, photograph));
  };
}
