import type { Logger } from 'pino';
import { isFiltered } from '../../../views/components/listing-filter.js';
import { FullTextView } from '../../../views/pages/full-text.view.js';
import type { Photograph } from '../../../views/picture-widths.js';
import type { FullTextModel } from '../../../views/search-models.js';
import { filtersOf, pageNumber, sortOf } from '../api/listing-call.js';
import { readTypedKeys } from '../api/typed-keys.js';
import { RedirectError } from '../http/redirect-errors.js';
import { definePage, type PageProblem } from '../render/page.js';
import type { Texts } from '../texts/texts.js';
import { addQuery } from './add-query.js';
import { choosingIn } from './compare.page.js';
import { homeCrumb } from './crumbs.js';
import { filterListing, searchIn } from './filter-listing.js';
import { findText, isOtherCar, popularCategories, termOf } from './find-text.js';
import { helpFor } from './help-pages.js';
import { loadDrawings } from './load-drawings.js';
import { searchField } from './search-names.js';

interface Needs {
  texts: Texts;
  log: Pick<Logger, 'info'>;
  shopName: string;
  photograph: Photograph;
}

/** Results for the words of `query`. Without words the page redirects home. */
export const createFullTextPage = ({ texts, log, shopName, photograph }: Needs) =>
  definePage<FullTextModel, PageProblem>({
    name: 'full-text',
    async load(request, problem) {
      const { url, t } = request;
      const query = termOf(request.query);
      if (query === '') throw new RedirectError(303, url('home', {}));
      if (readTypedKeys(query, request.edition)?.fields.plate)
        throw new RedirectError(303, addQuery(url('search', {}), { query }));
      const exact = request.query.get('exact') === '1' ? ('1' as const) : undefined;
      const f = filtersOf(request.query, log);
      const sort = sortOf(request.query);
      const page = pageNumber(request.query);
      const { result, vehicle, context } = await findText(request, query, { f, sort, page, exact });
      const field = searchField(context);
      const parameters = { query, ...field, exact };
      const address = url('fullText', parameters);
      const choice = {
        f,
        sort: sort === 'popularity' ? undefined : sort,
        page: page > 1 ? String(page) : undefined,
      };
      const { corrected, reading } = result;
      const isRead = reading.f !== '';
      return {
        model: {
          query,
          isAsTyped: exact === '1',
          result,
          vehicle,
          context,
          problem,
          read: isRead
            ? addQuery(url('fullText', { query: reading.rest, ...field, exact }), { ...choice, f: f ?? reading.f })
            : addQuery(address, choice),
          isOtherCar: isOtherCar(context, result),
          help: helpFor(query, request.edition, shopName),
          spelling: corrected && {
            ...corrected,
            href: url('fullText', { query: corrected.term, ...field }),
            exactHref: corrected.hasExact ? url('fullText', { query, ...field, exact: '1' }) : null,
          },
          popular: result.results > 0 || isFiltered(result) ? [] : await popularCategories(request),
        },
        crumbs: [homeCrumb(url, t), { label: t('search:text.title', { query }), href: address }],
        vehicle,
        isFragment: request.query.has('fragment'),
        drawings: await loadDrawings(request, photograph, [...result.products, ...result.universalProducts]),
        address: addQuery(address, { ...choice, ...choosingIn(request.query) }),
        canonical: addQuery(address, { page: choice.page }),
        alternate: (_, otherUrl) => addQuery(otherUrl('fullText', parameters), choice),
      };
    },
    view: (model) => <FullTextView model={model} />,
    // The page shows the visitor's search text.
    cache: 'private',
    post: (visit) => filterListing(visit, searchIn(visit.request.body), texts),
    head: ({ model: { query, result } }, { t }) => {
      const title = t('meta:fullText.title', { query });
      return {
        title: result.page > 1 ? t('meta:page', { title, page: result.page }) : title,
        description: t('meta:fullText.description'),
        isIndexed: false,
      };
    },
  });
