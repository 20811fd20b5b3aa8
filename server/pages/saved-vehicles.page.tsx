import type { SavedVehiclesModel } from '../../views/models.js';
import { SavedVehiclesView } from '../../views/pages/saved-vehicles.view.js';
import { definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/** The list of saved vehicles, and the link that saves one: both ask to log in first (D67). */
export const savedVehiclesPage = definePage<SavedVehiclesModel>({
  name: 'saved-vehicles',
  async load({ url, t, api, match }) {
    const modelId = match.params.modelId ?? null;
    const vehicle = modelId === null ? null : await api.call('model', { modelId });
    const address = modelId === null ? url('savedVehicles', {}) : url('saveVehicle', { modelId });
    return {
      model: { vehicle, loginUrl: url('login', { redirectUrl: address }) },
      crumbs: [homeCrumb(url, t), { label: t('account:vehicles.title'), href: address }],
      vehicle: null,
      address,
      alternate: (_, otherUrl) =>
        modelId === null ? otherUrl('savedVehicles', {}) : otherUrl('saveVehicle', { modelId }),
    };
  },
  view: (model) => <SavedVehiclesView model={model} />,
  cache: 'private',
  head: (_, { t }) => ({
    title: t('account:vehicles.title'),
    description: t('account:vehicles.description'),
    isIndexed: false,
  }),
});
