import type { ComponentsModel } from '../../../views/models.js';
import { ComponentsView } from '../../../views/pages/components.view.js';
import { definePage, NoRoute } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/** Every component and every island in every state, for who builds them; elsewhere than locally there is no such page. */
export const componentsPage = definePage<ComponentsModel>({
  name: 'components',
  async load({ environment, services: { assets }, url, t }) {
    if (environment !== 'local') throw new NoRoute();
    const address = url('components', {});
    return {
      model: { flags: assets.flags, axleDrawing: assets.drawing('front-axle') },
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
