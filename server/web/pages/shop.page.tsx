import type { ShopModel } from '../../../views/models.js';
import { ShopView } from '../../../views/pages/shop.view.js';
import { definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

export const shopPage = definePage<ShopModel>({
  name: 'shop',
  async load({ api, url, t, match }) {
    const shop = await api.call('shop', { slug: match.params.shop ?? '' });
    const address = url('shop', { shop: shop.slug });
    return {
      model: { shop },
      crumbs: [homeCrumb(url, t), { label: shop.name, href: address }],
      vehicle: null,
      address,
      alternate: (_, otherUrl) => otherUrl('shop', { shop: shop.slug }),
    };
  },
  view: (model) => <ShopView model={model} />,
  cache: 'shared',
  head: ({ model: { shop } }, { t }) => ({
    title: t('meta:shop.title', { shop: shop.name }),
    description: t('meta:shop.description', { shop: shop.name, city: shop.city }),
    isIndexed: true,
  }),
});
