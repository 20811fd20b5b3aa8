import type { LinkName, LinkParameters } from '../../../views/links.js';
import { formatTail } from '../../contract/tail.js';
import type { Edition } from './editions.js';
import { informationWords } from './information-words.js';

type Builders = { [N in LinkName]: (edition: Edition, parameters: LinkParameters[N]) => string | null };

const encode = encodeURIComponent;
function query(values: Record<string, string | undefined>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? '' : `?${pairs.map(([key, value]) => `${key}=${encode(value as string)}`).join('&')}`;
}
const tail = (
  type: 1 | 2 | 3 | null,
  id: string | null,
  categoryId: string | null = null,
  brandId: string | null = null,
) => formatTail({ type, id, categoryId, brandId });

/** Address of each page below the edition's prefix; null where the edition has no such page (specification 2). */
const builders: Builders = {
  home: () => '/',
  cart: ({ words }) => `/${words.cart}`,
  bot: () => '/bot',
  components: () => '/_components',
  menu: () => '/menu',
  countries: () => '/delivery-country',
  consent: ({ words }) => `/${words.information}/${words.consent}`,
  search: () => '/search',
  fullText: ({ words }, { query: text, modelId, vehicleSeriesGroupId, vehicleManufacturerId, exact }) =>
    `/${words.fullText}${query({ query: text, modelId, vehicleSeriesGroupId, vehicleManufacturerId, exact })}`,
  partNumber: ({ words }, { number, category, manufacturer, modelId }) => {
    const [allCategories, allManufacturers] = words.partNumberDefaults;
    const steps = [category ?? allCategories, manufacturer ?? allManufacturers, number].map(encode);
    return `/${words.partNumbers}/${steps.join('/')}${query({ modelId })}`;
  },
  article: ({ words }, { brand, number, articleId, modelId, show }) =>
    `/${words.partNumbers}/${encode(brand)}/${encode(number)}${query({ articleId, modelId, show })}`,
  shop: ({ words }, { shop }) => `/${words.shop}/${encode(shop)}`,
  shopTerms: ({ words }, { shop }) => `/${words.shop}/${encode(shop)}/${words.shopTerms}`,
  shopPolicy: ({ words }, { shop }) => `/${words.shop}/${encode(shop)}/${words.shopPolicy}`,
  vehicles: ({ words }) => `/${words.section}/${words.allVehicles}/${tail(null, null)}`,
  manufacturer: ({ words }, { manufacturer }) =>
    `/${words.section}/${manufacturer.seoName}/${tail(1, manufacturer.id)}`,
  series: ({ words }, { seriesPage, seriesId }) =>
    `/${words.section}/${seriesPage.slug}/${tail(2, seriesPage.id)}${query({ seriesId })}`,
  model: ({ words }, { seriesPage, modelId }) => `/${words.section}/${seriesPage.slug}/${tail(3, modelId)}`,
  category: ({ words }, { category }) =>
    `/${category.seoAlias}/${words.allVehicles}/${tail(null, null, category.urlId)}`,
  universalCategory: (_, { category }) => `/${category.seoAlias}/8-${category.urlId}`,
  manufacturerCategory: (_, { category, manufacturer }) =>
    `/${category.seoAlias}/${manufacturer.seoName}/${tail(1, manufacturer.id, category.urlId)}`,
  seriesCategory: (_, { category, seriesPage }) =>
    `/${category.seoAlias}/${seriesPage.slug}/${tail(2, seriesPage.id, category.urlId)}`,
  modelCategory: (_, { category, seriesPage, modelId }) =>
    `/${category.seoAlias}/${seriesPage.slug}/${tail(3, modelId, category.urlId)}`,
  brand: ({ words }, { brand }) =>
    `/${brand.slug}-${words.section}/${words.allVehicles}/${tail(null, null, null, brand.id)}`,
  brandCategory: ({ words }, { brand, category }) =>
    `/${brand.slug}-${category.seoAlias}/${words.allVehicles}/${tail(null, null, category.urlId, brand.id)}`,
  information: ({ words, language, hasMerchantPages }, { page }) =>
    !hasMerchantPages && (page === 'merchants' || page === 'jobs')
      ? null
      : `/${words.information}/${informationWords[language][page]}`,
  login: ({ hasLogin }, { redirectUrl }) => (hasLogin ? `/Einloggen${query({ redirectUrl })}` : null),
  savedVehicles: ({ hasLogin }) => (hasLogin ? '/Mein-Partavo/Fahrzeuge' : null),
  saveVehicle: ({ hasLogin }, { modelId }) =>
    hasLogin ? `/Mein-Partavo/Fahrzeuge/speichern/${encode(modelId)}` : null,
};

/**
 * Address of a page below the prefix of its edition, with its own query parameters. `page` is the number of a
 * listing's page; the first has none. A page that the edition lacks leads to its home (D60).
 */
export function localPath<N extends LinkName>(
  edition: Edition,
  name: N,
  parameters: LinkParameters[N],
  page = 1,
): string {
  const path = builders[name](edition, parameters) ?? '/';
  if (page <= 1) return path;
  return `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
}
