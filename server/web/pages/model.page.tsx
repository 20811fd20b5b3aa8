import { exactVehicleName } from '../../../views/catalogue-names.js';
import type { ModelModel } from '../../../views/models.js';
import { ModelView } from '../../../views/pages/model.view.js';
import { ProblemError } from '../../contract/problem.js';
import { definePage } from '../render/page.js';
import { addQuery } from './add-query.js';
import { besideBrand, brandBeside, chosenOf, idOf, kbaTypeIdOf, kbaTypeParameter } from './catalogue-context.js';
import { vehicleCrumbs } from './crumbs.js';
import { hiddenOf, type LoadPicker, shownPart } from './picker.js';

export const createModelPage = (loadPicker: LoadPicker) =>
  definePage<ModelModel>({
    name: 'model',
    async load(request) {
      const { api, optional, url, t, match, query } = request;
      const id = idOf(match);
      const hidden = hiddenOf(query);
      const [vehicle, navigation, brand] = await Promise.all([
        api.call('model', { modelId: id }),
        optional('categories', (own) => own.call('navigation', { type: '3', id }), 1),
        brandBeside(request),
      ]);
      const { seriesPage } = vehicle;
      if (!seriesPage) throw new ProblemError('upstream', 'model without a series page');
      const fragment = shownPart(query, ['picker']);
      const picker = await loadPicker(request, chosenOf(vehicle), hidden, { isShown: fragment.show !== undefined });
      // The query's type of the model; a type of another model is ignored (D48).
      const kba = vehicle.model?.kbas.find(({ kbaId }) => kbaId === kbaTypeIdOf(query)) ?? null;
      const choice = { ...hidden, kbaTypeId: kba?.kbaId, ...fragment };
      return {
        model: { navigation, vehicle, kba, picker, isPicking: choice.show !== undefined },
        isFragment: choice.fragment !== undefined,
        crumbs: vehicleCrumbs(url, t, vehicle),
        vehicle,
        address: addQuery(besideBrand(url('model', { seriesPage, modelId: id }), brand), choice),
        canonical: url('model', { seriesPage, modelId: id }),
        alternate: (_, otherUrl) =>
          addQuery(besideBrand(otherUrl('model', { seriesPage, modelId: id }), brand), choice),
      };
    },
    view: (model) => <ModelView model={model} />,
    cache: 'shared',
    query: ['categoryId', 'brand', 'norm', kbaTypeParameter, 'show', 'fragment'],
    head: ({ model }, { t, format, match }) => {
      const vehicle = exactVehicleName(model.vehicle, format);
      return {
        title: t('meta:model.title', { vehicle }),
        description: t('meta:model.description', { vehicle }),
        isIndexed: !match.tail?.brandId && !model.kba && !model.isPicking,
      };
    },
  });
