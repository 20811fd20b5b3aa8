import type { PickerModel, VehicleLookup, VehiclesModel } from '../../../views/models.js';
import { VehiclesView } from '../../../views/pages/vehicles.view.js';
import { decimalId, modelId as modelIdSchema } from '../../contract/ids.js';
import type { Vehicle } from '../../contract/vehicles.js';
import { RedirectError } from '../http/redirect-errors.js';
import { definePage, type NoticePage, type PageRequest } from '../render/page.js';
import type { Edition } from '../routes/editions.js';
import { addQuery } from './add-query.js';
import { kbaTypeIdOf } from './catalogue-context.js';
import { vehicleTarget } from './chosen-vehicle.js';
import { breadcrumbsTo } from './crumbs.js';
import { findVehicle, type LookupNeeds } from './find-vehicle.js';
import { nullIfNotFound } from './null-if-not-found.js';
import { hiddenOf, type LoadPicker, nothingChosen, requireEntryPoint } from './picker.js';

const valid = (schema: typeof decimalId, text: string | null): string | null =>
  text !== null && schema.safeParse(text).success ? text : null;

/** Finds a series by one of its models if the query lacks the manufacturer. */
async function seriesPageOf({ api }: PageRequest, seriesId: string): Promise<Vehicle['seriesPage']> {
  const models = await nullIfNotFound(api.call('seriesModels', { id: seriesId, limit: 1 }));
  const [first] = models ?? [];
  const vehicle = first ? await nullIfNotFound(api.call('model', { modelId: first.id })) : null;
  return vehicle?.series?.id === seriesId ? vehicle.seriesPage : null;
}

/**
 * Returns the page for the picker's form without JavaScript (D43). The most exact choice wins, unless it contradicts a
 * less exact one. Then the visitor changed that one and has not seen the new list yet.
 */
async function pickerTarget(request: PageRequest, hidden: PickerModel['hidden']): Promise<string | null> {
  const { api, url, query } = request;
  const manufacturerId = valid(decimalId, query.get('manufacturerId'));
  const seriesId = valid(decimalId, query.get('seriesId'));
  const modelId = valid(modelIdSchema, query.get('modelId'));
  if (modelId) {
    const vehicle = await nullIfNotFound(api.call('model', { modelId }));
    const agrees =
      (!manufacturerId || vehicle?.manufacturer.id === manufacturerId) &&
      (!seriesId || vehicle?.series?.id === seriesId);
    const target = vehicle && agrees ? await vehicleTarget(request, vehicle, hidden, kbaTypeIdOf(query)) : null;
    if (target) return target;
  }
  if (!manufacturerId) {
    const seriesPage = seriesId && (await seriesPageOf(request, seriesId));
    return seriesPage ? addQuery(url('series', { seriesPage, seriesId }), hidden) : null;
  }
  const [manufacturer, all] = await Promise.all([
    nullIfNotFound(api.call('manufacturer', { id: manufacturerId })),
    seriesId ? nullIfNotFound(api.call('manufacturerSeries', { id: manufacturerId })) : null,
  ]);
  const series = all?.find(({ id }) => id === seriesId);
  if (series) return addQuery(url('series', { seriesPage: series.seriesPage, seriesId: series.id }), hidden);
  return manufacturer && addQuery(url('manufacturer', { manufacturer }), hidden);
}

async function load(loadPicker: LoadPicker, request: PageRequest, lookup: VehicleLookup | null) {
  const { optional, url, t, query } = request;
  const hidden = hiddenOf(query);
  const target = await pickerTarget(request, hidden);
  if (target) throw new RedirectError(303, target);
  const [navigation, picker] = await Promise.all([
    optional('categories', (api) => api.call('navigation', {}), 1),
    loadPicker(request, nothingChosen, hidden, { share: 1 }),
  ]);
  // The result of a lookup is shown even without both.
  if (!lookup) requireEntryPoint(navigation, picker);
  const canonical = url('vehicles', {});
  return {
    model: { navigation, manufacturers: picker.manufacturers.all, picker: { ...picker, lookup: lookup ?? undefined } },
    ...breadcrumbsTo(request, (to) => to('vehicles', {}), t('meta:crumb.vehicles')),
    address: addQuery(canonical, hidden),
    canonical,
    alternate: (_: Edition, otherUrl: PageRequest['url']) => addQuery(otherUrl('vehicles', {}), hidden),
  };
}

interface Needs extends LookupNeeds {
  loadPicker: LoadPicker;
}

export const createVehiclesPage = ({ loadPicker, ...lookup }: Needs): NoticePage<VehicleLookup> =>
  definePage<VehiclesModel, VehicleLookup>({
    name: 'vehicles',
    load: (request, found) => load(loadPicker, request, found),
    view: (model) => <VehiclesView model={model} />,
    cache: 'shared',
    query: ['categoryId', 'brand', 'norm', 'manufacturerId', 'seriesId', 'modelId', 'kbaTypeId'],
    head: ({ model }, { t }) => ({
      title: t('meta:vehicles.title'),
      description: t('meta:vehicles.description'),
      isIndexed: model.picker.lookup === undefined,
    }),
    post: (visit) => findVehicle(lookup, visit),
  });
