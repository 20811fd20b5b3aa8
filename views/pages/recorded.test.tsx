import type { ReactNode } from 'react';
import { test } from 'vitest';
import { editions } from '../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf } from '../../test/fixtures/views/page.js';
import {
  articleModel,
  notShipping,
  offersOf,
  productOf,
  vehicle,
} from '../../test/fixtures/views/pages/article-cart-views.js';
import { fullCart } from '../../test/fixtures/views/pages/cart-views.js';
import {
  brandFilter,
  categoryModel,
  contexts,
  homeModel,
  listingOf,
  manufacturerModel,
  modelModel,
  parentCategory,
  seriesModel,
  vehiclesModel,
} from '../../test/fixtures/views/pages/catalogue-views.js';
import {
  brandOf,
  category,
  foundOf,
  fullTextModelOf,
  shopOf,
} from '../../test/fixtures/views/pages/shop-brand-search-views.js';
import { expectRecorded, linesOf } from '../../test/support/recorded.js';
import { Layout } from '../layout/layout.js';
import { ArticleView } from './article.view.js';
import { BotView } from './bot.view.js';
import { BrandView } from './brand.view.js';
import { CartView } from './cart.view.js';
import { CategoryView } from './category.view.js';
import { CompareView } from './compare.view.js';
import { ErrorView } from './error.view.js';
import { FullTextView } from './full-text.view.js';
import { HomeView } from './home.view.js';
import { LoginView } from './login.view.js';
import { ManufacturerView } from './manufacturer.view.js';
import { ModelView } from './model.view.js';
import { PartNumberView } from './part-number.view.js';
import { SaveVehicleView } from './save-vehicle.view.js';
import { SavedVehiclesView } from './saved-vehicles.view.js';
import { SeriesView } from './series.view.js';
import { ShopView } from './shop.view.js';
import { VehiclesView } from './vehicles.view.js';

const german = pageOf(editions['de-DE'], { path: '/here' });
const unknownFit = { fit: { state: 'unknown' as const, notes: [], checks: [] } };
const sums = { priceSum: euros(15250), refundSum: euros(3570), shippingSum: euros(0), priceTotal: euros(18820) };
const plan = {
  kind: 'cheapest' as const,
  shops: [{ id: '1', name: 'Teilelager Nord', lines: 2 }],
  sums,
  deliveryDays: { min: 1, max: 2 },
  saving: euros(545),
  replacements: [{ from: 'b', to: '7', shop: 'Teilelager Nord', sum: euros(7480), previousSum: euros(6760) }],
  exact: true,
};
const undo = {
  id: 'before',
  kind: 'generate',
  changed: true,
  skipped: 3,
  capped: 2,
  removed: null,
  removedLine: null,
} as const;
const products = [
  productOf(),
  productOf({ id: '11', lowestTotal: null, lowestPrice: null, deliveryDays: null }),
  productOf({ id: '13', condition: 'remanufactured', ...unknownFit, offerCount: 1 }),
];
const number = '5Q0615301F';

const pages: Record<string, ReactNode> = {
  home: <HomeView model={homeModel} />,
  vehicles: <VehiclesView model={vehiclesModel} />,
  manufacturer: <ManufacturerView model={manufacturerModel} />,
  series: <SeriesView model={seriesModel} />,
  model: <ModelView model={modelModel} />,
  category: (
    <CategoryView model={categoryModel({ category: parentCategory, listing: null, vehicle: contexts.model })} />
  ),
  listing: (
    <CategoryView
      model={categoryModel({
        listing: listingOf(products, {
          resultCount: 1234,
          page: 2,
          availablePageCount: 62,
          sort: 'price',
          filters: [brandFilter],
        }),
        vehicle: contexts.model,
      })}
    />
  ),
  article: <ArticleView model={articleModel({ offers: [...offersOf(2), notShipping(90)] })} />,
  'article-without-vehicle': (
    <ArticleView model={articleModel({ vehicle: null, product: unknownFit, offers: offersOf(1) })} />
  ),
  compare: <CompareView model={{ comparison: { products, category, vehicle: null }, isCut: true }} />,
  cart: (
    <CartView
      model={{
        cart: fullCart,
        undo,
        pending: null,
        plans: [plan],
        advice: null,
        equivalent: null,
        problem: { code: 'quantity_limit', message: 'Höchstens 99', lineId: 'a' },
        isBlocked: false,
        checkout: { host: 'pay.example', signed: 'a.b.c' },
      }}
    />
  ),
  number: (
    <PartNumberView
      model={{
        result: {
          number,
          exact: [productOf()],
          crossReferences: [{ manufacturer: 'VW', number, products: [productOf()] }],
          similar: [productOf()],
        },
        filters: ['Nordwerk'],
        modelId: '77',
        popular: [],
      }}
    />
  ),
  search: (
    <FullTextView
      model={fullTextModelOf({ query: 'scheibe', result: foundOf({ vehicleSpecific: [category] }), vehicle })}
    />
  ),
  shop: <ShopView model={{ shop: shopOf() }} />,
  brand: <BrandView model={{ detail: brandOf() }} />,
  login: <LoginView model={{ state: 'failed', redirectUrl: '/cart' }} />,
  'save-vehicle': (
    <SaveVehicleView model={{ state: 'ask', message: null, vehicle, action: '/save', loginUrl: '/login' }} />
  ),
  'saved-vehicles': <SavedVehiclesView model={{ vehicles: [vehicle], loginUrl: '/login' }} />,
  bot: (
    <BotView model={{ wait: 'w', back: '/back', difficultyBits: 12, script: '/s.js', error: null, pagesAtOnce: 40 }} />
  ),
  'frame-of-an-error': (
    <Layout
      crumbs={[
        { label: 'A', href: '/' },
        { label: 'B', href: '/b' },
      ]}
      pageVehicle={vehicle}
      loader={null}
    >
      <ErrorView
        model={{
          kind: 'busy',
          status: 503,
          supportCode: '7F3K-20QX',
          near: [{ label: 'Nah', path: '/nah' }],
          repeat: { action: '/api/x', fields: [['a', '1']] },
        }}
      />
    </Layout>
  ),
};

test.each(Object.entries(pages))('the page %s has the recorded HTML', (name, view) =>
  expectRecorded(`pages/${name}`, linesOf(htmlOf(view, german))),
);
