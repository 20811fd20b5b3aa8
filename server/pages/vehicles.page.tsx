import type { PickerModel, VehiclesModel } from '../../views/models.js';
import { VehiclesView } from '../../views/pages/vehicles.view.js';
import { decimalId, modelId as modelIdSchema, type Vehicle } from '../api/contract.js';
import { definePage, type PageRequest, Redirect } from '../render/page.js';
import { homeCrumb } from './crumbs.js';
import { ownQuery } from './own-query.js';
import { hiddenOf, loadPicker, nothingChosen } from './picker.js';

const valid = (schema: typeof decimalId, text: string | null): string | null =>
  text !== null && schema.safeParse(text).success ? text : null;

/** Not there, or not to be had, is no reason to fail: the next less exact choice is taken. */
const orNull = <T,>(loading: Promise<T>): Promise<T | null> =>
  loading.catch((error) => {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  });

/** Where a chosen model leads: back to the category or the article, else to the model's page (D10). */
async function modelTarget(
  { api, url }: PageRequest,
  modelId: string,
  hidden: PickerModel['hidden'],
): Promise<string | null> {
  const { categoryId, brand, norm } = hidden;
  const [vehicle, navigation] = await Promise.all([
    orNull(api.call('model', { modelId })),
    categoryId ? orNull(api.call('navigation', { type: '3', id: modelId, categoryId })) : null,
  ]);
  if (!vehicle?.seriesPage) return null;
  if (navigation?.category) {
    return url('modelCategory', { category: navigation.category, seriesPage: vehicle.seriesPage, modelId });
  }
  if (brand && norm) return url('article', { brand, number: norm, modelId });
  return url('model', { seriesPage: vehicle.seriesPage, modelId });
}

/** The page of a series that is named without its manufacturer: any of its models knows it. */
async function seriesPageOf({ api }: PageRequest, seriesId: string): Promise<Vehicle['seriesPage']> {
  const models = await orNull(api.call('seriesModels', { id: seriesId, limit: 1 }));
  const [first] = models ?? [];
  const vehicle = first ? await orNull(api.call('model', { modelId: first.id })) : null;
  return vehicle?.series?.id === seriesId ? vehicle.seriesPage : null;
}

/**
 * The picker's form without JavaScript leads here (D43). The most exact choice wins, unless a less exact one
 * contradicts it: then somebody has changed that one and not yet seen the new list.
 */
async function pickerTarget(request: PageRequest, hidden: PickerModel['hidden']): Promise<string | null> {
  const { api, url, query } = request;
  const manufacturerId = valid(decimalId, query.get('manufacturerId'));
  const seriesId = valid(decimalId, query.get('seriesId'));
  const modelId = valid(modelIdSchema, query.get('modelId'));
  if (modelId) {
    const vehicle = await orNull(api.call('model', { modelId }));
    const agrees =
      (!manufacturerId || vehicle?.manufacturer.id === manufacturerId) &&
      (!seriesId || vehicle?.series?.id === seriesId);
    const target = vehicle && agrees ? await modelTarget(request, modelId, hidden) : null;
    if (target) return target;
  }
  if (!manufacturerId) {
    const seriesPage = seriesId && (await seriesPageOf(request, seriesId));
    return seriesPage ? ownQuery(url('series', { seriesPage, seriesId }), hidden) : null;
  }
  const [manufacturer, all] = await Promise.all([
    orNull(api.call('manufacturer', { id: manufacturerId })),
    seriesId ? orNull(api.call('manufacturerSeries', { id: manufacturerId })) : null,
  ]);
  const series = all?.find(({ id }) => id === seriesId);
  if (series) return ownQuery(url('series', { seriesPage: series.seriesPage, seriesId: series.id }), hidden);
  return manufacturer && ownQuery(url('manufacturer', { manufacturer }), hidden);
}

export const vehiclesPage = definePage<VehiclesModel>({
  name: 'vehicles',
  async load(request) {
    const { api, url, t, query } = request;
    const hidden = hiddenOf(query);
    const target = await pickerTarget(request, hidden);
    if (target) throw new Redirect(303, target);
    const [navigation, picker] = await Promise.all([
      api.call('navigation', {}),
      loadPicker(request, nothingChosen, hidden),
    ]);
    const canonical = url('vehicles', {});
    const address = ownQuery(canonical, hidden);
    return {
      model: { navigation, manufacturers: picker.manufacturers.all, picker },
      crumbs: [homeCrumb(url, t), { label: t('meta:crumb.vehicles'), href: canonical }],
      vehicle: null,
      address,
      canonical,
      alternate: (_, otherUrl) => ownQuery(otherUrl('vehicles', {}), hidden),
    };
  },
  view: (model) => <VehiclesView model={model} />,
  cache: 'shared',
  query: ['categoryId', 'brand', 'norm', 'manufacturerId', 'seriesId', 'modelId'],
  head: (_, { t }) => ({
    title: t('meta:vehicles.title'),
    description: t('meta:vehicles.description'),
    isIndexed: true,
  }),
});
