import type { ShopModel } from '../../../views/models.js';
import { ShopView } from '../../../views/pages/shop.view.js';
import { definePage } from '../render/page.js';
import { addQuery } from './add-query.js';
import { choosingIn, choosingParameters } from './compare.page.js';
import { breadcrumbsTo } from './crumbs.js';

export const shopPage = definePage<ShopModel>({
  name: 'shop',
  async load(request) {
    const shop = await request.api.call('shop', { slug: request.match.params.shop ?? '' });
    const at = breadcrumbsTo(request, (to) => to('shop', { shop: shop.slug }), shop.name);
    return {
      model: { shop },
      ...at,
      address: addQuery(at.address, choosingIn(request.query)),
      canonical: at.address,
      isFragment: request.query.has('fragment'),
    };
  },
  view: (model) => <ShopView model={model} />,
  cache: 'shared',
  query: choosingParameters,
  head: ({ model: { shop } }, { t }) => ({
    title: t('meta:shop.title', { shop: shop.name }),
    description: t('meta:shop.description', { shop: shop.name, city: shop.city }),
    isIndexed: true,
  }),
});
