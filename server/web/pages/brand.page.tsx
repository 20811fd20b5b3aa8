import type { BrandModel } from '../../../views/models.js';
import { BrandView } from '../../../views/pages/brand.view.js';
import { ProblemError } from '../../contract/problem.js';
import { definePage } from '../render/page.js';
import { addQuery } from './add-query.js';
import { choosingIn, choosingParameters } from './compare.page.js';
import { breadcrumbsTo } from './crumbs.js';

export const brandPage = definePage<BrandModel>({
  name: 'brand',
  async load(request) {
    const { api, url, t, match, query } = request;
    const id = match.tail?.brandId;
    if (!id) throw new ProblemError('not_found');
    const detail = await api.call('brand', { id });
    const { brand } = detail;
    const all = { label: t('brand:all'), href: url('information', { page: 'brands' }) };
    const at = breadcrumbsTo(request, (to) => to('brand', { brand }), brand.name, [all]);
    return {
      model: { detail },
      ...at,
      address: addQuery(at.address, choosingIn(query)),
      canonical: at.address,
      isFragment: query.has('fragment'),
    };
  },
  view: (model) => <BrandView model={model} />,
  cache: 'shared',
  query: choosingParameters,
  head: ({ model: { detail } }, { t }) => {
    const brand = detail.brand.name;
    return {
      title: t('meta:brand.title', { brand }),
      description: t('meta:brand.description', { brand }),
      isIndexed: detail.products.length > 0,
    };
  },
});
