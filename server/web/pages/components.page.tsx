import type { ComponentsModel } from '../../../views/models.js';
import { ComponentsView } from '../../../views/pages/components.view.js';
import { NoRouteError } from '../http/redirects.js';
import { definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/**
 * Every component and every island in every state, for anyone who builds them; elsewhere than locally there is no such
 * page.
 */
export const createComponentsPage = ({ flags, axleDrawing }: ComponentsModel) =>
  definePage<ComponentsModel>({
    name: 'components',
    async load({ environment, url, t }) {
      if (environment !== 'local') throw new NoRouteError();
      const address = url('components', {});
      return {
        model: { flags, axleDrawing },
        crumbs: [homeCrumb(url, t), { label: '_components', href: address }],
        vehicle: null,
        address,
        alternate: (_, otherUrl) => otherUrl('components', {}),
      };
    },
    view: (model) => <ComponentsView model={model} />,
    cache: 'shared',
    head: (_, { t }) => ({ title: '_components', description: t('meta:home.description'), isIndexed: false }),
  });
