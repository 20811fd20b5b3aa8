import type { ShopTextModel } from '../../../views/models.js';
import { ShopTextView } from '../../../views/pages/shop-text.view.js';
import { type AnyPage, definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

/** What a shop sells by. Every edition shows the same words in the shop's language, so that no search engine needs them. */
function shopTextPage(kind: ShopTextModel['kind']): AnyPage {
  const link = kind === 'terms' ? 'shopTerms' : 'shopPolicy';
  return definePage<ShopTextModel>({
    name: 'shop-text',
    async load({ api, url, t, match }) {
      const text = await api.call('shopText', { slug: match.params.shop ?? '', text: kind });
      const { name, slug } = text.shop;
      const address = url(link, { shop: slug });
      return {
        model: { text, kind },
        crumbs: [
          homeCrumb(url, t),
          { label: name, href: url('shop', { shop: slug }) },
          { label: kind === 'terms' ? t('shop:texts.terms') : t('shop:texts.policy'), href: address },
        ],
        vehicle: null,
        address,
        alternate: (_, otherUrl) => otherUrl(link, { shop: slug }),
      };
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
