import type { MenuModel } from '../../views/navigation-models.js';
import { MenuView } from '../../views/pages/menu.view.js';
import { definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';
import { menuItems } from './menu.js';
import { ownQuery } from './own-query.js';

/** The navigation for who has no script: the same steps as the overlay's, one page for each that is opened (D39). */
export const menuPage = definePage<MenuModel>({
  name: 'menu',
  async load(request) {
    const { url, t, query } = request;
    const canonical = url('menu', {});
    const items = await menuItems(request, query.get('open'), null);
    const open = items.find((item) => item.type === 'list' && item.body);
    return {
      model: { items },
      crumbs: [homeCrumb(url, t), { label: t('layout:menu.title'), href: canonical }],
      vehicle: null,
      address: ownQuery(canonical, { open: open?.type === 'list' ? open.id : undefined }),
      alternate: (_, otherUrl) => otherUrl('menu', {}),
    };
  },
  view: (model) => <MenuView model={model} />,
  cache: 'shared',
  query: ['open'],
  head: (_, { t }) => ({ title: t('layout:menu.title'), description: t('layout:menu.lead'), isIndexed: false }),
});
