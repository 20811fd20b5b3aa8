import type { AnyPage } from '../render/page.js';
import type { RouteName } from '../routes.js';
import { articlePage } from './article.page.js';
import { cartPage } from './cart.page.js';
import { categoryPage } from './category.page.js';
import { homePage } from './home.page.js';
import { manufacturerPage } from './manufacturer.page.js';
import { modelPage } from './model.page.js';
import { searchPage } from './search.page.js';
import { seriesPage } from './series.page.js';
import { vehiclesPage } from './vehicles.page.js';

/** The page of each route. A route without one is known but answers 404 in the words of its edition. */
export const pages: Readonly<Partial<Record<RouteName, AnyPage>>> = {
  home: homePage,
  search: searchPage,
  vehicles: vehiclesPage,
  manufacturer: manufacturerPage,
  series: seriesPage,
  model: modelPage,
  category: categoryPage,
  universalCategory: categoryPage,
  manufacturerCategory: categoryPage,
  seriesCategory: categoryPage,
  modelCategory: categoryPage,
  article: articlePage,
  cart: cartPage,
};
/** Pages with a listing; their own path takes the filter form (D45). */
export const listingRoutes: ReadonlySet<RouteName> = new Set([
  'category',
  'universalCategory',
  'manufacturerCategory',
  'seriesCategory',
  'modelCategory',
]);
