import type { Edition } from '../../server/web/routes/editions.js';
import { localPath } from '../../server/web/routes/paths.js';
import type { RouteName } from '../../server/web/routes/route-table.js';
import type { LinkName, LinkParameters } from '../../views/links.js';
import { checkedGet } from './checked.js';
import { until } from './until.js';

/** An existing address of a page, with ids of the running catalogue. */
export interface Example {
  /** Path and query in an edition; null if it lacks the page. */
  path(edition: Edition): string | null;
  /** Robots directive of the page; `redirect` if the address only redirects. */
  robots: 'indexed' | 'noindex' | 'redirect';
  hasCrumbs: boolean;
}

/** All routes except the steps of a login, which need one in progress; test/accounts.test.ts covers them. */
export type OpenRoute = Exclude<RouteName, 'loginReturn' | 'demoLogin'>;

type ReadRoute = Exclude<OpenRoute, 'login' | 'savedVehicles' | 'saveVehicle' | 'cartGenerate'>;
const read: Readonly<Record<ReadRoute, true>> = {
  home: true,
  menu: true,
  countries: true,
  consent: true,
  search: true,
  fullText: true,
  compare: true,
  partNumber: true,
  shop: true,
  shopTerms: true,
  shopPolicy: true,
  vehicles: true,
  manufacturer: true,
  series: true,
  model: true,
  category: true,
  universalCategory: true,
  manufacturerCategory: true,
  seriesCategory: true,
  modelCategory: true,
  brand: true,
  brandCategory: true,
  article: true,
  cart: true,
  information: true,
  bot: true,
  developers: true,
  components: true,
};
/** Routes that change nothing. Tests of accounts and of cart links cover the others. */
export const readRoutes = Object.keys(read) as ReadRoute[];

/**
 * Returns an example of each page. The type requires an entry for each new route. Each information page has its own.
 */
export async function examples(origin: string): Promise<Record<OpenRoute, Example>> {
  const get = async (path: string, ask = () => fetch(origin + path)) => {
    let response = await ask();
    // A busy machine may refuse a request at first.
    await until(`${path} is there`, async () => {
      if (response.status === 503) response = await ask();
      return response.status !== 503;
    });
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return response.json();
  };
  const firstManufacturer = '/api/vehicle/manufacturers?limit=1';
  const [manufacturers, navigation, listing] = await Promise.all([
    get(firstManufacturer, () => checkedGet(origin, firstManufacturer)),
    get('/api/navigation'),
    get('/api/-/-/--1523'),
  ]);
  const [manufacturer] = manufacturers;
  const [series] = await get(`/api/vehicle/manufacturers/${manufacturer.id}/series?limit=1`);
  const [model] = await get(`/api/vehicle/series/${series.id}/models?limit=1`);
  const [product] = listing.spareParts;
  const compared = listing.spareParts.slice(0, 3).map(({ id }: { id: string }) => id);
  const { offers } = await get(`/api/Angebote?sparePartId=${product.id}&categoryId=1523`);
  const { category } = await get('/api/navigation?categoryId=1523');
  const { category: universal } = await get(`/api/navigation?categoryId=${navigation.universal[0].urlId}`);
  const { seriesPage } = series;
  const shop = offers[0].shop.slug;
  const brand = { id: product.manufacturer.id, slug: product.manufacturer.seoName };
  const article = { brand: product.manufacturer.seoName, number: product.normNumber };
  const inWords = (named: typeof category, { language }: Edition) => ({
    urlId: named.urlId,
    seoAlias: named.seoAliases[language],
  });

  const at =
    <N extends LinkName>(name: N, parameters: (edition: Edition) => LinkParameters[N]) =>
    (edition: Edition): string | null => {
      const path = localPath(edition, name, parameters(edition));
      return path === '/' && name !== 'home' ? null : edition.prefix + path;
    };
  const page = (robots: Example['robots'], path: Example['path'], hasCrumbs = true): Example => ({
    path,
    robots,
    hasCrumbs,
  });
  return {
    home: page(
      'indexed',
      at('home', () => ({})),
      false,
    ),
    menu: page(
      'noindex',
      at('menu', () => ({})),
    ),
    consent: page(
      'noindex',
      at('consent', () => ({})),
    ),
    countries: page(
      'noindex',
      at('countries', () => ({})),
    ),
    bot: page(
      'noindex',
      at('bot', () => ({})),
    ),
    developers: page(
      'noindex',
      at('developers', () => ({})),
    ),
    components: page(
      'noindex',
      at('components', () => ({})),
    ),
    search: page('redirect', (edition) => `${edition.prefix}/search?query=`),
    fullText: page(
      'noindex',
      at('fullText', () => ({ query: '1523' })),
    ),
    compare: page(
      'noindex',
      at('compare', () => ({ ids: compared, modelId: model.id })),
    ),
    partNumber: page(
      'noindex',
      at('partNumber', () => ({ number: product.normNumber })),
    ),
    article: page(
      'indexed',
      at('article', () => article),
    ),
    shop: page(
      'indexed',
      at('shop', () => ({ shop })),
    ),
    shopTerms: page(
      'noindex',
      at('shopTerms', () => ({ shop })),
    ),
    shopPolicy: page(
      'noindex',
      at('shopPolicy', () => ({ shop })),
    ),
    vehicles: page(
      'indexed',
      at('vehicles', () => ({})),
    ),
    manufacturer: page(
      'indexed',
      at('manufacturer', () => ({ manufacturer })),
    ),
    series: page(
      'indexed',
      at('series', () => ({ seriesPage })),
    ),
    model: page(
      'indexed',
      at('model', () => ({ seriesPage, modelId: model.id })),
    ),
    category: page(
      'indexed',
      at('category', (edition) => ({ category: inWords(category, edition) })),
    ),
    universalCategory: page(
      'indexed',
      at('universalCategory', (edition) => ({ category: inWords(universal, edition) })),
    ),
    manufacturerCategory: page(
      'indexed',
      at('manufacturerCategory', (edition) => ({ category: inWords(category, edition), manufacturer })),
    ),
    seriesCategory: page(
      'indexed',
      at('seriesCategory', (edition) => ({ category: inWords(category, edition), seriesPage })),
    ),
    modelCategory: page(
      'indexed',
      at('modelCategory', (edition) => ({ category: inWords(category, edition), seriesPage, modelId: model.id })),
    ),
    brand: page(
      'indexed',
      at('brand', () => ({ brand })),
    ),
    brandCategory: page(
      'indexed',
      at('brandCategory', (edition) => ({ brand, category: inWords(category, edition) })),
    ),
    information: page(
      'indexed',
      at('information', () => ({ page: 'imprint' })),
    ),
    login: page(
      'noindex',
      at('login', () => ({ redirectUrl: '/' })),
    ),
    savedVehicles: page(
      'noindex',
      at('savedVehicles', () => ({})),
    ),
    saveVehicle: page(
      'noindex',
      at('saveVehicle', () => ({ modelId: model.id })),
    ),
    cart: page(
      'noindex',
      at('cart', () => ({})),
    ),
    cartGenerate: page('redirect', ({ prefix, pathNames }) => `${prefix}/${pathNames.cart}/${pathNames.cartGenerate}`),
  };
}
