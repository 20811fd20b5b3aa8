import { categoryHref } from '../../../views/catalogue-links.js';
import { shownDocuments } from '../../../views/components/article/documents.js';
import { articleParts } from '../../../views/links.js';
import type { ArticleModel } from '../../../views/models.js';
import { ArticleView } from '../../../views/pages/article.view.js';
import { type Photograph, pictureIn } from '../../../views/picture-widths.js';
import type { Image } from '../../contract/articles.js';
import { type ConsentSettings, consentHostOf } from '../consent/consent.js';
import { definePage, type PageProblem } from '../render/page.js';
import { product as productThing } from '../search-engines/structured-data.js';
import { addQuery } from './add-query.js';
import { chosenOf, modelParameter } from './catalogue-context.js';
import { vehicleCrumbs } from './crumbs.js';
import type { LoadPicker } from './picker.js';

interface Needs {
  loadPicker: LoadPicker;
  photograph: Photograph;
  env: Pick<ConsentSettings, 'CONSENT_HOSTS'>;
}

export const createArticlePage = ({ loadPicker, photograph, env }: Needs) =>
  definePage<ArticleModel, PageProblem>({
    name: 'article',
    async load(request, problem) {
      const { api, optional, url, t, match, query, edition } = request;
      const { brand = '', number = '' } = match.params;
      const modelId = query.get('modelId') ?? undefined;
      const article = await api.call('article', { brand, number, modelId });
      const { product, category, ancestors, vehicle } = article;
      const known = vehicle?.model?.id;
      const path = { brand: product.manufacturer.seoName, number: product.normNumber };
      const show = articleParts.find((fragment) => fragment === query.get('show'));
      const { id } = product;
      const [offers, fittingVehicles, oeNumbers, picker] = await Promise.all([
        optional('offers', (own) => own.call('offers', { sparePartId: id }), Number.POSITIVE_INFINITY),
        optional('fittingVehicles', (own) => own.call('fittingVehicles', { id, modelId: known })),
        optional('oeNumbers', (own) => own.call('oeNumbers', { id })),
        loadPicker(
          request,
          chosenOf(vehicle),
          { brand: path.brand, norm: path.number },
          { isShown: show === 'picker' && !product.isUniversal },
        ),
      ]);
      const requested = query.get('articleId');
      const highlighted = offers ? (offers.offers.find((offer) => offer.id === requested)?.id ?? null) : requested;
      const documents = shownDocuments(product.documents, edition.language).map((document) => {
        return { ...document, consentHost: consentHostOf(env, document.url) };
      });
      const isFragment = show !== undefined && query.has('fragment');
      const withChoice = { ...path, articleId: highlighted ?? undefined, modelId: known };
      return {
        model: {
          article,
          offers,
          fittingVehicles,
          oeNumbers,
          picker,
          highlightedOfferId: highlighted,
          show: show ?? null,
          documents,
          problem: problem && { code: problem.code, message: problem.message },
        },
        crumbs: [
          ...vehicleCrumbs(url, t, vehicle),
          ...[...ancestors, category].map((step) => ({ label: step.title, href: categoryHref(url, step, vehicle) })),
          { label: `${product.manufacturer.name} ${product.articleNumber}`, href: url('article', withChoice) },
        ],
        vehicle,
        address: addQuery(url('article', { ...withChoice, show }), { fragment: isFragment ? '1' : undefined }),
        isFragment,
        choices: offers?.offers.map((offer) => offer.id) ?? [],
        embeds: documents.filter(({ consentHost }) => consentHost !== null).map((document) => document.url),
        canonical: url('article', path),
        alternate: (_, otherUrl) => otherUrl('article', { ...withChoice, show }),
      };
    },
    view: (model) => <ArticleView model={model} />,
    cache: 'shared',
    query: [modelParameter, { name: 'articleId', isChoice: true }, 'show', 'fragment'],
    head: ({ model }, { t }) => {
      const { product } = model.article;
      const values = { brand: product.manufacturer.name, number: product.articleNumber, title: product.title };
      return {
        title: t('meta:article.title', values),
        description: t(product.isUniversal ? 'meta:article.universal' : 'meta:article.description', values),
        // Without its offers it is still the article, and nothing to be forgotten by search engines.
        isIndexed: model.offers === null || model.offers.offers.length > 0,
        image: product.images[0] && pictureIn(photograph, product.images[0], 960),
      };
    },
    structuredData: ({ model: { article, offers }, address, canonical = address }, { country }, absolute) => {
      const picture = (image: Image): string => pictureIn(photograph, image, 960);
      // What it costs, or that nobody sells it, is not known: nothing is said of either.
      return offers ? [productThing(article, offers, country, canonical, absolute, picture)] : [];
    },
  });
