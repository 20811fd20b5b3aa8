import type { ShopModel } from '../../../views/models.js';
import { ShopView } from '../../../views/pages/shop.view.js';
import { definePage } from '../render/page.js';
import { standing } from './crumbs.js';

export const shopPage = definePage<ShopModel>({
  name: 'shop',
  async load(request) {
    const shop = await request.api.call('shop', { slug: request.match.params.shop ?? '' });
    return { model: { shop }, ...standing(request, (to) => to('shop', { shop: shop.slug }), shop.name) };
  },
  view: (model) => <ShopView model={model} />,
  cache: 'shared',
  head: ({ model: { shop } }, { t }) => ({
    title: t('meta:shop.title', { shop: shop.name }),
    description: t('meta:shop.description', { shop: shop.name, city: shop.city }),
    isIndexed: true,
  }),
});
