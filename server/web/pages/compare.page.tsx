import { readAnswers, withAnswers } from '../../../views/condition-answers.js';
import type { CompareModel } from '../../../views/models.js';
import { CompareView } from '../../../views/pages/compare.view.js';
import { maxCompared } from '../../contract/articles.js';
import { decimalId, modelId as modelIdSchema } from '../../contract/ids.js';
import type { Parameter } from '../cache/page-key.js';
import { field } from '../http/audience.js';
import { definePage } from '../render/page.js';
import { answersParameter, modelParameter } from './catalogue-context.js';
import { breadcrumbsTo } from './crumbs.js';

/** Reads more products than fit side by side, so that the page can say which it leaves out. */
const mostRead = 20;

/** Returns the ids of products in a text, each once. Ignores anything else. */
const idsIn = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => text.split(/[.,]/)))]
    .filter((text) => decimalId.safeParse(text).success)
    .slice(0, mostRead);

/** The compared products, or those to be compared, in a canonical order. */
export const comparedParameter: Parameter = { name: 'ids', spelling: (ids) => idsIn([ids]).join('.') };
export const comparedIn = (query: URLSearchParams): string[] => idsIn([query.get('ids') ?? '']);

/** Returns the selection of a list as query parameters. */
export const choosingIn = (query: URLSearchParams): Readonly<Record<string, string | undefined>> =>
  query.get('show') === 'compare' ? { show: 'compare', ids: comparedIn(query).join('.') } : {};
/** Query parameters of pages that have a selection or fragments and no others. */
export const choosingParameters: readonly Parameter[] = ['show', 'fragment', comparedParameter];

/** Products side by side. The address has the whole state, so that visitors can share it. A list's form opens it. */
export const comparePage = definePage<CompareModel>({
  name: 'compare',
  async load(request) {
    const { api, t, query } = request;
    const asked = comparedIn(query);
    const ids = asked.slice(0, maxCompared);
    const modelId = query.get('modelId') ?? undefined;
    const comparison =
      ids.length > 0
        ? await api.call('comparison', { ids: ids.join(), modelId })
        : { products: [], category: null, vehicle: null };
    const answers = query.get('answers');
    const products = comparison.products.map((each) => ({ ...each, fit: withAnswers(each.fit, readAnswers(answers)) }));
    const known = {
      ids: comparison.products.map(({ id }) => id),
      modelId: comparison.vehicle?.model?.id,
    };
    return {
      model: { comparison: { ...comparison, products }, isCut: asked.length > ids.length },
      ...breadcrumbsTo(request, (to) => to('compare', known), t('compare:title')),
      vehicle: comparison.vehicle,
    };
  },
  async post({ request, url }) {
    const sent: unknown = request.body?.ids;
    const ids = idsIn((Array.isArray(sent) ? sent : [sent]).filter((each) => typeof each === 'string'));
    const modelId = modelIdSchema.safeParse(field(request.body, 'modelId'));
    return { location: url('compare', { ids, modelId: modelId.data }), status: 303 };
  },
  view: (model) => <CompareView model={model} />,
  cache: 'shared',
  query: [comparedParameter, modelParameter, answersParameter],
  head: (_, { t }) => ({
    title: t('meta:compare.title'),
    description: t('meta:compare.description'),
    isIndexed: false,
  }),
});
