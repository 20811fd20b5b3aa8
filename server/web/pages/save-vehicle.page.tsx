import type { SaveVehicleModel } from '../../../views/models.js';
import { SaveVehicleView } from '../../../views/pages/save-vehicle.view.js';
import { type AnyPage, definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/**
 * The page of a vehicle that is to be saved: asks whether it is meant, says why it was refused, or where to log in.
 *
 * @param message why it was refused; null for a question.
 */
export const saveVehiclePage = (state: SaveVehicleModel['state'], message: string | null): AnyPage =>
  definePage<SaveVehicleModel>({
    name: 'save-vehicle',
    async load({ url, t, api, match }) {
      const modelId = match.params.modelId ?? '';
      const vehicle = await api.call('model', { modelId });
      const address = url('saveVehicle', { modelId });
      return {
        model: { state, message, vehicle, action: address, loginUrl: url('login', { redirectUrl: address }) },
        crumbs: [homeCrumb(url, t), { label: t('account:save.title'), href: address }],
        vehicle: null,
        address,
        alternate: (_, otherUrl) => otherUrl('saveVehicle', { modelId }),
      };
    },
    view: (model) => <SaveVehicleView model={model} />,
    cache: 'private',
    head: (_, { t }) => ({
      title: t('account:save.title'),
      description: t('account:vehicles.description'),
      isIndexed: false,
    }),
  });
