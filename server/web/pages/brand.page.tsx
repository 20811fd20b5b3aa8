import type { BrandModel } from '../../../views/models.js';
import { BrandView } from '../../../views/pages/brand.view.js';
import { ProblemError } from '../../contract/problem.js';
import { definePage } from '../render/page.js';
import { homeCrumb } from './crumbs.js';

export const brandPage = definePage<BrandModel>({
  name: 'brand',
  async load({ api, url, t, match }) {
    const id = match.tail?.brandId;
    if (!id) throw new ProblemError('not_found');
    const detail = await api.call('brand', { id });
    const { brand } = detail;
    const address = url('brand', { brand });
    return {
      model: { detail },
      crumbs: [
        homeCrumb(url, t),
        { label: t('brand:all'), href: url('information', { page: 'brands' }) },
        { label: brand.name, href: address },
      ],
      vehicle: null,
      address,
      alternate: (_, otherUrl) => otherUrl('brand', { brand }),
    };
  },
  view: (model) => <BrandView model={model} />,
  cache: 'shared',
  head: ({ model: { detail } }, { t }) => {
    const brand = detail.brand.name;
    return {
      title: t('meta:brand.title', { brand }),
      description: t('meta:brand.description', { brand }),
      isIndexed: detail.products.length > 0,
    };
  },
});
