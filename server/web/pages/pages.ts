import type { AnyPage } from '../render/page.js';
import type { Edition } from '../routes/editions.js';
import type { RouteMatch, RouteName } from '../routes/routes.js';
import { articlePage } from './article.page.js';
import { botPage } from './bot.page.js';
import { brandPage } from './brand.page.js';
import { cartPage } from './cart.page.js';
import { categoryPage } from './category.page.js';
import { componentsPage } from './components.page.js';
import { consentPage } from './consent.page.js';
import { countriesPage } from './countries.page.js';
import { fullTextPage } from './full-text.page.js';
import { homePage } from './home.page.js';
import { informationPage, informationPageOf, supportPage } from './information.page.js';
import { manufacturerPage } from './manufacturer.page.js';
import { menuPage } from './menu.page.js';
import { modelPage } from './model.page.js';
import { partNumberPage } from './part-number.page.js';
import { searchPage } from './search.page.js';
import { seriesPage } from './series.page.js';
import { shopPage } from './shop.page.js';
import { shopPolicyPage, shopTermsPage } from './shop-text.page.js';
import { vehiclesPage } from './vehicles.page.js';

/** The page of each route; those of the account are in server/accounts. A route without one is known but answers 404 in the words of its edition. */
export const pages: Readonly<Partial<Record<RouteName, AnyPage>>> = {
  home: homePage,
  menu: menuPage,
  countries: countriesPage,
  consent: consentPage,
  search: searchPage,
  fullText: fullTextPage,
  partNumber: partNumberPage,
  shop: shopPage,
  shopTerms: shopTermsPage,
  shopPolicy: shopPolicyPage,
  vehicles: vehiclesPage,
  manufacturer: manufacturerPage,
  series: seriesPage,
  model: modelPage,
  category: categoryPage,
  universalCategory: categoryPage,
  manufacturerCategory: categoryPage,
  seriesCategory: categoryPage,
  modelCategory: categoryPage,
  brand: brandPage,
  brandCategory: categoryPage,
  article: articlePage,
  cart: cartPage,
  information: informationPage,
  bot: botPage,
  components: componentsPage,
};
/** The page that answers a match; the contact page is made for each visitor (D57). */
export const pageOf = (edition: Edition, match: RouteMatch): AnyPage | undefined =>
  informationPageOf(edition, match) === 'support' ? supportPage : pages[match.name];

/** Pages with a listing; their own path takes the filter form (D45). */
export const listingRoutes: ReadonlySet<RouteName> = new Set([
  'category',
  'universalCategory',
  'manufacturerCategory',
  'seriesCategory',
  'modelCategory',
  'brandCategory',
  'fullText',
]);
