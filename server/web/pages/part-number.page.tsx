import { PartNumberView } from '../../../views/pages/part-number.view.js';
import type { Photograph } from '../../../views/picture-widths.js';
import type { PartNumberModel } from '../../../views/search-models.js';
import { ProblemError } from '../../contract/problem.js';
import { normaliseNumber, writtenNumber } from '../../contract/search.js';
import { definePage } from '../render/page.js';
import { addQuery } from './add-query.js';
import { choosingIn, choosingParameters } from './compare.page.js';
import { homeCrumb } from './crumbs.js';
import { popularCategories } from './find-text.js';
import { loadDrawings } from './load-drawings.js';
import { brandByName, categoryByName, knownVehicle, searchVehicleOf } from './search-names.js';

/**
 * Search results for a part number. If the address names a category or a brand, they narrow the search. Other words
 * redirect to the unrestricted search (D4). A number without a hit is a 404 with a search form (D58).
 */
export const createPartNumberPage = ({ photograph }: { photograph: Photograph }) =>
  definePage<PartNumberModel>({
    name: 'part-number',
    async load(request) {
      const { api, url, t, match, query } = request;
      const { category: categoryName = '', manufacturer: brandName = '', number: written = '' } = match.params;
      if (!writtenNumber.safeParse(written).success) throw new ProblemError('not_found', 'no part number');
      const number = normaliseNumber(written);
      const requested = searchVehicleOf(query);
      const [category, brand, { vehicle, context }] = await Promise.all([
        categoryByName(request, categoryName),
        brandByName(request, brandName),
        knownVehicle(request, requested?.type === '3' ? requested : null),
      ]);
      const modelId = context?.id;
      const result = await api.call('partNumber', {
        number,
        categoryId: category?.urlId,
        brandId: brand?.id,
        modelId,
      });
      const found = [...result.exact, ...result.crossReferences.flatMap(({ products }) => products), ...result.similar];
      const isFound = found.length > 0;
      const parameters = { number, category: category?.seoAlias, manufacturer: brand?.slug };
      const address = url('partNumber', { ...parameters, modelId });
      return {
        model: {
          result,
          filters: [category?.title, brand?.name].filter((name) => name !== undefined),
          modelId,
          popular: isFound ? [] : await popularCategories(request),
        },
        crumbs: [homeCrumb(url, t), { label: number, href: address }],
        vehicle,
        address: addQuery(address, choosingIn(query)),
        isFragment: query.has('fragment'),
        drawings: await loadDrawings(request, photograph, found),
        status: isFound ? 200 : 404,
        alternate: (other, otherUrl) =>
          otherUrl('partNumber', { ...parameters, category: category?.seoAliases[other.language], modelId }),
      };
    },
    view: (model) => <PartNumberView model={model} />,
    cache: 'shared',
    query: ['vehicleManufacturerId', 'vehicleSeriesGroupId', 'modelId', ...choosingParameters],
    head: ({ model: { result } }, { t }) => ({
      title: t('meta:partNumber.title', { number: result.number }),
      description: t('meta:partNumber.description', { number: result.number }),
      isIndexed: false,
    }),
  });
