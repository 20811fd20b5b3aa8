import type { MenuModel } from '../../../views/navigation-models.js';
import { MenuView } from '../../../views/pages/menu.view.js';
import { definePage } from '../render/page.js';
import { addQuery } from './add-query.js';
import { breadcrumbsTo } from './crumbs.js';
import { menuItems, menuLinks } from './menu.js';

/** The navigation without script: each opened step is a page (D39). */
export const menuPage = definePage<MenuModel>({
  name: 'menu',
  async load(request) {
    const { url, t, query, optional } = request;
    const canonical = url('menu', {});
    const wanted = query.get('open');
    // If a step fails to open, the page shows the others.
    const whole = await optional('menu', () => menuItems(request, wanted, null));
    const read = whole ?? (wanted === null ? null : await optional('menu', () => menuItems(request, null, null)));
    const items = read ?? menuLinks(request);
    const open = items.find((item) => item.type === 'list' && item.body);
    return {
      model: { items, isCut: whole === null },
      ...breadcrumbsTo(request, (to) => to('menu', {}), t('layout:menu.title')),
      address: addQuery(canonical, {
        open: open?.type === 'list' ? open.id : whole === null && wanted !== null ? wanted : undefined,
      }),
    };
  },
  view: (model) => <MenuView model={model} />,
  cache: 'shared',
  query: ['open'],
  head: (_, { t }) => ({ title: t('layout:menu.title'), description: t('layout:menu.lead'), isIndexed: false }),
});
