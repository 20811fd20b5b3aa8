import type { ManufacturerModel } from '../../../views/models.js';
import { ManufacturerView } from '../../../views/pages/manufacturer.view.js';
import { definePage } from '../render/page.js';
import { addQuery } from './add-query.js';
import { besideBrand, brandBeside, idOf } from './catalogue-context.js';
import { vehicleCrumbs } from './crumbs.js';
import { hiddenOf, type LoadPicker, nothingChosen } from './picker.js';

export const createManufacturerPage = (loadPicker: LoadPicker) =>
  definePage<ManufacturerModel>({
    name: 'manufacturer',
    async load(request) {
      const { api, optional, url, t, match, query } = request;
      const id = idOf(match);
      const hidden = hiddenOf(query);
      const [manufacturer, navigation, series, picker, brand] = await Promise.all([
        api.call('manufacturer', { id }),
        optional('categories', (own) => own.call('navigation', { type: '1', id }), 1),
        optional('series', (own) => own.call('manufacturerSeries', { id }), 1),
        loadPicker(request, { ...nothingChosen, manufacturerId: id }, hidden),
        brandBeside(request),
      ]);
      const vehicle = { manufacturer, seriesFamily: null, seriesPage: null, series: null, model: null };
      return {
        model: { navigation, manufacturer, series, picker },
        crumbs: vehicleCrumbs(url, t, vehicle),
        vehicle,
        address: addQuery(besideBrand(url('manufacturer', { manufacturer }), brand), hidden),
        canonical: url('manufacturer', { manufacturer }),
        alternate: (_, otherUrl) => addQuery(besideBrand(otherUrl('manufacturer', { manufacturer }), brand), hidden),
      };
    },
    view: (model) => <ManufacturerView model={model} />,
    cache: 'shared',
    query: ['categoryId', 'brand', 'norm'],
    head: ({ model }, { t, match }) => {
      const manufacturer = model.manufacturer.name;
      return {
        title: t('meta:manufacturer.title', { manufacturer }),
        description: t('meta:manufacturer.description', { manufacturer }),
        isIndexed: !match.tail?.brandId,
      };
    },
  });
