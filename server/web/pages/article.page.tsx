import { categoryHref } from '../../../views/catalogue-links.js';
import { shownDocuments } from '../../../views/components/article/documents.js';
import { type ConditionAnswers, readAnswers, withAnswers } from '../../../views/condition-answers.js';
import { articleParts } from '../../../views/links.js';
import type { ArticleModel, DataReportModel } from '../../../views/models.js';
import { ArticleView } from '../../../views/pages/article.view.js';
import { type Photograph, pictureIn } from '../../../views/picture-widths.js';
import { type Clock, timestampOf } from '../../clock/clock.js';
import type { Article, Image } from '../../contract/articles.js';
import { type ConsentSettings, consentHostOf } from '../consent/consent.js';
import { queryOf } from '../http/audience.js';
import { RedirectError } from '../http/redirect-errors.js';
import { definePage, type PageProblem } from '../render/page.js';
import { product as productThing } from '../search-engines/structured-data.js';
import { addQuery } from './add-query.js';
import { answersParameter, chosenOf, modelParameter, quantityParameter } from './catalogue-context.js';
import { vehicleCrumbs } from './crumbs.js';
import { loadDrawings } from './load-drawings.js';
import type { LoadPicker } from './picker.js';
import { createReportDataError, emptyReport } from './report-data-error.js';

interface Needs {
  loadPicker: LoadPicker;
  photograph: Photograph;
  env: Pick<ConsentSettings, 'CONSENT_HOSTS'>;
  clock: Clock;
}

/** Notices for one visitor: the refusal of a cart form, or the receipt of a report. */
export interface ArticleNotice {
  problem?: PageProblem;
  report?: DataReportModel;
}

/** Applies the answers to fit conditions to the part and its related parts. */
function answeredArticle(article: Article, answers: ConditionAnswers): Article {
  if (answers.size === 0) return article;
  return {
    ...article,
    product: { ...article.product, fit: withAnswers(article.product.fit, answers) },
    related: article.related.map((each) => ({ ...each, fit: withAnswers(each.fit, answers) })),
  };
}

export const createArticlePage = ({ loadPicker, photograph, env, clock }: Needs) => {
  const reportDataError = createReportDataError(clock);
  return definePage<ArticleModel, ArticleNotice>({
    name: 'article',
    async load(request, notice) {
      const { api, optional, url, t, match, query, edition } = request;
      const { brand = '', number = '' } = match.params;
      const modelId = query.get('modelId') ?? undefined;
      const answers = query.get('answers') ?? undefined;
      const article = answeredArticle(await api.call('article', { brand, number, modelId }), readAnswers(answers));
      const { product, category, ancestors, vehicle } = article;
      const known = vehicle?.model?.id;
      const path = { brand: product.manufacturer.seoName, number: product.normNumber };
      const show = articleParts.find((fragment) => fragment === query.get('show'));
      const { id, usualPieces } = product;
      const pieces = Number(query.get('quantity') ?? usualPieces);
      // The canonical address of the usual quantity has no parameter.
      if (query.has('quantity') && pieces === usualPieces) {
        const articleId = query.get('articleId') ?? undefined;
        const fragment = query.get('fragment') ?? undefined;
        throw new RedirectError(
          301,
          addQuery(url('article', { ...path, articleId, modelId: known, show }), { fragment }),
        );
      }
      const [offers, prices, fittingVehicles, oeNumbers, picker, drawings] = await Promise.all([
        optional('offers', (own) => own.call('offers', { sparePartId: id, quantity: pieces }), 1),
        show === 'prices' ? optional('priceHistory', (own) => own.call('priceHistory', { id })) : null,
        optional('fittingVehicles', (own) => own.call('fittingVehicles', { id, modelId: known })),
        optional('oeNumbers', (own) => own.call('oeNumbers', { id })),
        loadPicker(
          request,
          chosenOf(vehicle),
          { brand: path.brand, norm: path.number },
          { isShown: show === 'picker' && !product.isUniversal },
        ),
        loadDrawings(request, photograph, [{ smallImages: product.images }]),
      ]);
      const requested = query.get('articleId');
      const highlighted = offers ? (offers.offers.find((offer) => offer.id === requested)?.id ?? null) : requested;
      const documents = shownDocuments(product.documents, edition.language).map((document) => {
        return { ...document, consentHost: consentHostOf(env, document.url) };
      });
      const quantity = pieces === usualPieces ? undefined : pieces;
      const withChoice = { ...path, quantity, articleId: highlighted ?? undefined, modelId: known };
      return {
        model: {
          article,
          offers,
          pieces,
          prices: prices && { steps: prices.steps, today: timestampOf(clock).slice(0, 10) },
          fittingVehicles,
          oeNumbers,
          picker,
          highlightedOfferId: highlighted,
          show: show ?? null,
          documents,
          answers: answers ?? null,
          problem: notice?.problem ? { code: notice.problem.code, message: notice.problem.message } : null,
          report: notice?.report ?? emptyReport,
        },
        crumbs: [
          ...vehicleCrumbs(url, t, vehicle),
          ...[...ancestors, category].map((step) => ({ label: step.title, href: categoryHref(url, step, vehicle) })),
          { label: `${product.manufacturer.name} ${product.articleNumber}`, href: url('article', withChoice) },
        ],
        vehicle,
        address: addQuery(url('article', { ...withChoice, show }), {
          answers,
          fragment: query.get('fragment') ?? undefined,
        }),
        isFragment: query.has('fragment'),
        drawings,
        choices: offers?.offers.map((offer) => offer.id) ?? [],
        embeds: documents.filter(({ consentHost }) => consentHost !== null).map((document) => document.url),
        canonical: url('article', path),
        alternate: (_, otherUrl) => otherUrl('article', { ...withChoice, show }),
      };
    },
    async post(visit) {
      const { report, status } = await reportDataError(visit);
      const query = queryOf(visit.request);
      query.set('show', 'report');
      return { notice: { report }, status, query };
    },
    view: (model) => <ArticleView model={model} />,
    cache: 'shared',
    query: [
      modelParameter,
      { name: 'articleId', isChoice: true },
      quantityParameter,
      'show',
      answersParameter,
      'fragment',
    ],
    head: ({ model }, { t }) => {
      const { product } = model.article;
      const values = { brand: product.manufacturer.name, number: product.articleNumber, title: product.title };
      return {
        title: t('meta:article.title', values),
        description: t(product.isUniversal ? 'meta:article.universal' : 'meta:article.description', values),
        // A page whose offers failed to load stays indexed; one without any offers does not.
        isIndexed: model.offers === null || model.offers.offers.length > 0,
        image: product.images[0] && pictureIn(photograph, product.images[0], 960),
      };
    },
    structuredData: ({ model: { article, offers }, address, canonical = address }, _, absolute) => {
      const picture = (image: Image): string => pictureIn(photograph, image, 960);
      // Neither the price nor the absence of offers is known, so the page states neither.
      return offers ? [productThing(article, offers, canonical, absolute, picture)] : [];
    },
  });
};
