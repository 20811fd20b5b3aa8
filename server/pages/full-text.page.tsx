import type { FullTextModel } from '../../views/models.js';
import { FullTextView } from '../../views/pages/full-text.view.js';
import { definePage, Redirect } from '../render/page.js';
import { homeCrumb } from './crumbs.js';
import { findText, popularCategories, termOf } from './find-text.js';
import { searchField } from './search-words.js';

/** What the words of `query` find. Without words there is nothing to show: home is the way. */
export const fullTextPage = definePage<FullTextModel>({
  name: 'full-text',
  async load(request) {
    const { url, t } = request;
    const query = termOf(request.query);
    if (query === '') throw new Redirect(303, url('home', {}));
    const exact = request.query.get('exact') === '1' ? ('1' as const) : undefined;
    const { result, vehicle, context } = await findText(request, query, exact);
    const field = searchField(context);
    const parameters = { query, ...field, exact };
    const address = url('fullText', parameters);
    const { corrected } = result;
    return {
      model: {
        query,
        result,
        vehicle,
        correction: corrected && {
          ...corrected,
          href: url('fullText', { query: corrected.term, ...field }),
          exactHref: corrected.hasExact ? url('fullText', { query, ...field, exact: '1' }) : null,
        },
        popular: result.results > 0 ? [] : await popularCategories(request),
      },
      crumbs: [homeCrumb(url, t), { label: t('search:text.title', { query }), href: address }],
      vehicle,
      address,
      alternate: (_, otherUrl) => otherUrl('fullText', parameters),
    };
  },
  view: (model) => <FullTextView model={model} />,
  // The words are the visitor's own.
  cache: 'private',
  head: ({ model: { query } }, { t }) => ({
    title: t('meta:fullText.title', { query }),
    description: t('meta:fullText.description'),
    isIndexed: false,
  }),
});
