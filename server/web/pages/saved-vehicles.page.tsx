import type { SavedVehiclesModel } from '../../../views/models.js';
import { SavedVehiclesView } from '../../../views/pages/saved-vehicles.view.js';
import type { Vehicle } from '../../contract/vehicles.js';
import { type AnyPage, definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/** The visitor's saved vehicles, and the buttons of the account; null asks to log in first (D67). */
export const savedVehiclesPage = (vehicles: readonly Vehicle[] | null): AnyPage =>
  definePage<SavedVehiclesModel>({
    name: 'saved-vehicles',
    async load({ url, t }) {
      const address = url('savedVehicles', {});
      return {
        model: { vehicles, loginUrl: url('login', { redirectUrl: address }) },
        crumbs: [homeCrumb(url, t), { label: t('account:vehicles.title'), href: address }],
        vehicle: null,
        address,
        alternate: (_, otherUrl) => otherUrl('savedVehicles', {}),
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
