import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createFragmentCacheHost } from '../../server/web/render/fragment-cache.js';
import { HtmlChunks } from '../../server/web/render/html-chunks.js';
import { editions } from '../../server/web/routes/editions.js';
import { euros, pageOf } from '../../test/fixtures/views/page.js';
import { articleModel, offersOf, vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
import { brandFilter, categoryModel, contexts, homeModel } from '../../test/fixtures/views/pages/catalogue-views.js';
import { FragmentCacheProvider } from '../cached.js';
import { type PageContext, PageContextProvider } from '../context.js';
import type { IslandHost } from '../island.js';
import { Footer } from '../layout/footer.js';
import type { ArticleModel, CategoryModel } from '../models.js';
import { ArticleView } from './article.view.js';
import { CategoryView } from './category.view.js';
import { HomeView } from './home.view.js';

const inPlace: IslandHost = { render: (_, view, props) => createElement(view, props) };
const page = pageOf(editions['de-DE'], { path: '/here' });

/** Renders a page with the cache of the server, or without any. */
function draw(view: ReactNode, isCached: boolean, context: PageContext = page): string {
  const chunks = new HtmlChunks();
  const host = isCached ? createFragmentCacheHost(context, '', chunks, inPlace) : null;
  const html = renderToStaticMarkup(
    <PageContextProvider value={context}>
      <FragmentCacheProvider value={host}>{view}</FragmentCacheProvider>
    </PageContextProvider>,
  );
  return chunks.assemble(html).toString();
}
/** Expects of each view, after all before it, what a page without a cache shows. */
function expectOwn(views: readonly ReactNode[], context?: PageContext): void {
  for (const view of views) expect(draw(view, true, context)).toBe(draw(view, false, context));
}

const base = articleModel({ offers: offersOf(14) });
const pricesOf = (total: number) => ({ steps: [{ from: '2026-01-01', total: euros(total) }], today: '2026-02-01' });
const history = { ...base, article: { ...base.article, hasPriceHistory: true } };

test('the cached parts of a footer are its own', () => {
  expectOwn([<Footer key="a" />, <Footer key="b" />]);
});

test('an article that the address shows in another way is never that of the cache', () => {
  const changes: Partial<ArticleModel>[] = [
    {},
    { highlightedOfferId: '502' },
    { highlightedOfferId: '513' },
    { pieces: 3 },
    { pieces: 3, answers: 'aaaaaa1' },
    ...(['offers', 'prices', 'vehicles', 'picker', 'report'] as const).map((show) => ({ show })),
    { oeNumbers: null },
    { offers: null },
    ...[4000, 5000].map((total) => ({ show: 'prices' as const, prices: pricesOf(total) })),
  ];
  expectOwn(changes.map((change) => <ArticleView key="a" model={{ ...history, ...change }} />));
  const no = articleModel({ product: { fit: { state: 'no', notes: [], checks: [] } } });
  expectOwn(['aaaaaa0', 'bbbbbb0', null].map((answers) => <ArticleView key="b" model={{ ...no, answers }} />));
});

test('rows of the same offers belong to their vehicle, their quantity and their cheapest offer', () => {
  const { offers } = base;
  const about = (change: Partial<ArticleModel['article']>, more: Partial<ArticleModel> = {}) => (
    <ArticleView model={{ ...base, article: { ...base.article, ...change }, ...more }} />
  );
  const model = vehicle.model && { ...vehicle.model, id: '78' };
  expectOwn([
    about({}),
    about({ vehicle: null }),
    about({ vehicle: { ...vehicle, model } }),
    about({}, { pieces: 2 }),
    about({}, { offers: offers && { ...offers, offers: offers.offers.slice(2) } }),
  ]);
});

test('a list belongs to its vehicle', () => {
  const list = categoryModel();
  const { listing } = list;
  const about = (change: Partial<CategoryModel>) => <CategoryView model={{ ...list, ...change }} />;
  expectOwn([
    ...Object.values(contexts).map((each) => about(categoryModel({ vehicle: each, listing }))),
    about({ brand: { id: '4', name: 'Nordwerk', slug: 'N', seoName: 'N' } } as Partial<CategoryModel>),
    about({ manufacturers: [] }),
    about({ listing: listing && { ...listing, filters: [brandFilter] } }),
  ]);
});

test('promotions belong to their count, their claim and their price', () => {
  const [first, ...others] = homeModel.promotions ?? [];
  if (!first) throw new Error('no promotion');
  const about = (change: Partial<typeof first>) => (
    <HomeView model={{ ...homeModel, promotions: [{ ...first, ...change }, ...others] }} />
  );
  expectOwn([
    about({}),
    about({ count: 2 }),
    about({ isClaimProven: false }),
    about({ product: null }),
    <HomeView key="axle" model={{ ...homeModel, axle: { pads: homeModel.axle?.disc } as never }} />,
  ]);
});
