import type { Photograph } from '../../../views/picture-widths.js';
import { registerWays } from '../../contract/registers.js';
import { registersOf } from '../../env-marketplace.js';
import type { UserCallsOf } from '../accounts/user-calls.js';
import type { ApiDescription } from '../api-description/describe-api.js';
import type { NewCartLimit } from '../http/rate-limit.js';
import type { AnyPage } from '../render/page.js';
import type { Edition } from '../routes/editions.js';
import type { RouteMatch, RouteName } from '../routes/route-table.js';
import { createArticlePage } from './article.page.js';
import { createBotPage } from './bot.page.js';
import { brandPage } from './brand.page.js';
import { createCartLinkPage, createCartPage } from './cart.page.js';
import { createCategoryPage } from './category.page.js';
import { comparePage } from './compare.page.js';
import { createComponentsPage } from './components.page.js';
import { createConsentPage } from './consent.page.js';
import { createCountriesPage } from './countries.page.js';
import { createDemoLoginPage } from './demo-login.page.js';
import { createDevelopersPage } from './developers.page.js';
import { createFullTextPage } from './full-text.page.js';
import { createHomePage } from './home.page.js';
import { createInformationPage, createSupportPage, informationPageOf } from './information.page.js';
import { createLoginPage, createLoginReturnPage } from './login.page.js';
import { createManufacturerPage } from './manufacturer.page.js';
import { menuPage } from './menu.page.js';
import { createModelPage } from './model.page.js';
import { createPartNumberPage } from './part-number.page.js';
import { createLoadPicker } from './picker.js';
import { createSaveVehiclePage } from './save-vehicle.page.js';
import { createSavedVehiclesPage } from './saved-vehicles.page.js';
import { createSearchPage } from './search.page.js';
import { createSeriesPage } from './series.page.js';
import type { Services } from './services.js';
import { shopPage } from './shop.page.js';
import { shopPolicyPage, shopTermsPage } from './shop-text.page.js';
import { createVehiclesPage } from './vehicles.page.js';

export interface PageNeeds extends Services {
  photograph: Photograph;
  newCarts: NewCartLimit;
  userCalls: UserCallsOf;
  /** Description of the public API. */
  apiDescription(): ApiDescription;
}

/** Creates all pages. */
export function createPages(needs: PageNeeds) {
  const { env, assets, isDemonstration } = needs;
  const addresses = registersOf(env);
  const registers = new Set(registerWays.filter((way) => addresses[way] !== undefined));
  const knowsPlates = (): boolean => env.PLATES_URL !== undefined || isDemonstration();
  const shared = {
    ...needs,
    shopName: env.SHOP_NAME,
    flags: assets.flags,
    axleDrawing: assets.drawing('front-axle'),
    registers,
    loadPicker: createLoadPicker({
      paper: assets.drawing('registration-paper'),
      registers,
      knowsPlates,
    }),
  };
  const articlePage = createArticlePage(shared);
  const cartPage = createCartPage(shared);
  const categoryPage = createCategoryPage(shared);
  const supportPage = createSupportPage(shared);
  const vehiclesPage = createVehiclesPage(shared);
  const pages = {
    home: createHomePage(shared),
    menu: menuPage,
    countries: createCountriesPage(shared.flags),
    consent: createConsentPage(env),
    search: createSearchPage({ ...shared, knowsPlates, vehiclesPage }),
    fullText: createFullTextPage(shared),
    compare: comparePage,
    partNumber: createPartNumberPage(shared),
    shop: shopPage,
    shopTerms: shopTermsPage,
    shopPolicy: shopPolicyPage,
    vehicles: vehiclesPage,
    manufacturer: createManufacturerPage(shared.loadPicker),
    series: createSeriesPage(shared.loadPicker),
    model: createModelPage(shared.loadPicker),
    category: categoryPage,
    universalCategory: categoryPage,
    manufacturerCategory: categoryPage,
    seriesCategory: categoryPage,
    modelCategory: categoryPage,
    brand: brandPage,
    brandCategory: categoryPage,
    article: articlePage,
    cart: cartPage,
    cartGenerate: createCartLinkPage(shared),
    information: createInformationPage(shared),
    developers: createDevelopersPage(needs.apiDescription, env.SHOP_NAME),
    bot: createBotPage({ ...shared, script: assets.script('bot') }),
    login: createLoginPage(shared),
    loginReturn: createLoginReturnPage(shared),
    demoLogin: createDemoLoginPage(needs.accounts.demo),
    savedVehicles: createSavedVehiclesPage(needs.userCalls),
    saveVehicle: createSaveVehiclePage(needs.log, needs.userCalls),
    components: createComponentsPage(shared),
  } satisfies Record<RouteName, AnyPage>;
  return {
    articlePage,
    cartPage,
    routes: Object.keys(pages),
    /** Returns the page for a match. The contact page is rendered for each visitor (D57). */
    pageOf: (edition: Edition, match: RouteMatch): AnyPage =>
      informationPageOf(edition, match) === 'support' ? supportPage : pages[match.name],
  };
}
