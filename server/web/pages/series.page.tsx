import { vehicleName } from '../../../views/catalogue-names.js';
import type { SeriesModel } from '../../../views/models.js';
import { SeriesView } from '../../../views/pages/series.view.js';
import { definePage } from '../render/page.js';
import { addQuery } from './add-query.js';
import { besideBrand, brandBeside, idOf } from './catalogue-context.js';
import { vehicleCrumbs } from './crumbs.js';
import { hiddenOf, type LoadPicker } from './picker.js';

export const createSeriesPage = (loadPicker: LoadPicker) =>
  definePage<SeriesModel>({
    name: 'series',
    async load(request) {
      const { api, optional, url, t, match, query } = request;
      const id = idOf(match);
      const hidden = hiddenOf(query);
      const choiceOf = ({ seriesList }: Pick<SeriesModel['detail'], 'seriesList'>) => {
        const requested = seriesList.find((series) => series.id === query.get('seriesId'));
        // If the page has only one series, the visitor need not choose.
        return { requested, chosen: requested ?? (seriesList.length === 1 ? seriesList[0] : undefined) };
      };
      const reading = api.call('seriesPage', { id });
      const [detail, navigation, brand, picker] = await Promise.all([
        reading,
        optional('categories', (own) => own.call('navigation', { type: '2', id }), 1),
        brandBeside(request),
        // Slow categories must not use up the picker's time.
        reading.then((known) =>
          loadPicker(
            request,
            { manufacturerId: known.manufacturer.id, seriesId: choiceOf(known).chosen?.id ?? null, modelId: null },
            hidden,
          ),
        ),
      ]);
      const page = detail.seriesPage ?? { id, slug: '', name: '' };
      const { requested } = choiceOf(detail);
      return {
        model: { navigation, detail, picker },
        crumbs: vehicleCrumbs(url, t, { ...detail, model: null }),
        vehicle: { ...detail, series: null, model: null },
        address: addQuery(besideBrand(url('series', { seriesPage: page, seriesId: requested?.id }), brand), hidden),
        canonical: url('series', { seriesPage: page }),
        alternate: (_, otherUrl) =>
          addQuery(besideBrand(otherUrl('series', { seriesPage: page, seriesId: requested?.id }), brand), hidden),
      };
    },
    view: (model) => <SeriesView model={model} />,
    cache: 'shared',
    query: ['seriesId', 'categoryId', 'brand', 'norm'],
    head: ({ model }, { t, match }) => {
      const vehicle = vehicleName({ ...model.detail, model: null });
      return {
        title: t('meta:series.title', { vehicle }),
        description: t('meta:series.description', { vehicle }),
        isIndexed: !match.tail?.brandId,
      };
    },
  });
