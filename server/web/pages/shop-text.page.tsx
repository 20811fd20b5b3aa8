import type { ShopTextModel } from '../../../views/models.js';
import { ShopTextView } from '../../../views/pages/shop-text.view.js';
import { type AnyPage, definePage } from '../render/page.js';
import { breadcrumbsTo } from './crumbs.js';

/** The terms of a shop, in its own language in every edition. Search engines index one of these copies. */
function shopTextPage(kind: ShopTextModel['kind']): AnyPage {
  const link = kind === 'terms' ? 'shopTerms' : 'shopPolicy';
  return definePage<ShopTextModel>({
    name: 'shop-text',
    async load(request) {
      const { api, url, t, match } = request;
      const text = await api.call('shopText', { slug: match.params.shop ?? '', text: kind });
      const { name, slug } = text.shop;
      const label = kind === 'terms' ? t('shop:texts.terms') : t('shop:texts.policy');
      const shop = { label: name, href: url('shop', { shop: slug }) };
      return { model: { text, kind }, ...breadcrumbsTo(request, (to) => to(link, { shop: slug }), label, [shop]) };
    },
    view: (model) => <ShopTextView model={model} />,
    cache: 'shared',
    head: ({ model: { text } }, { t }) => {
      const shop = text.shop.name;
      return {
        title: kind === 'terms' ? t('shop:text.terms', { shop }) : t('shop:text.policy', { shop }),
        description: t('meta:shopText.description', { shop }),
        isIndexed: false,
      };
    },
  });
}
export const shopTermsPage = shopTextPage('terms');
export const shopPolicyPage = shopTextPage('policy');
