import type { InformationPage, LinkName, LinkParameters, Url } from '../../../views/links.js';
import type { Language } from '../../contract/languages.js';
import { formatTail } from '../../contract/tail.js';
import type { Edition } from './editions.js';
import words from './information-path-names.json' with { type: 'json' };

/** Slugs of the built-in information pages, below the edition's information word (D11). */
export const informationPathNames: Readonly<Record<Language, Readonly<Record<InformationPage, string>>>> = words;

type Builders = { [N in LinkName]: (edition: Edition, parameters: LinkParameters[N]) => string | null };

const encode = encodeURIComponent;
/** Encodes a query value. A slash needs no escape, and repeated addresses compress better without one. */
const encodeValue = (value: string): string => encode(value).replaceAll('%2F', '/');
function query(values: Record<string, string | undefined>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined);
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([key, value]) => `${key}=${encodeValue(value as string)}`).join('&')}`;
}
const tail = (
  type: 1 | 2 | 3 | null,
  id: string | null,
  categoryId: string | null = null,
  brandId: string | null = null,
) => formatTail({ type, id, categoryId, brandId });

/** Builders of each page's path below the prefix; null if the edition lacks the page (specification 2). */
const builders: Builders = {
  home: () => '/',
  cart: ({ pathNames }) => `/${pathNames.cart}`,
  cartGenerate: ({ pathNames }) => `/${pathNames.cart}/${pathNames.cartGenerate}`,
  bot: () => '/bot',
  developers: () => '/developers',
  components: () => '/_components',
  menu: () => '/menu',
  countries: () => '/delivery-country',
  consent: ({ pathNames }) => `/${pathNames.information}/${pathNames.consent}`,
  search: () => '/search',
  fullText: ({ pathNames }, { query: text, modelId, vehicleSeriesGroupId, vehicleManufacturerId, exact }) =>
    `/${pathNames.fullText}${query({ query: text, modelId, vehicleSeriesGroupId, vehicleManufacturerId, exact })}`,
  compare: ({ pathNames }, { ids, modelId }) =>
    `/${pathNames.compare}${query({ ids: ids.join('.') || undefined, modelId })}`,
  partNumber: ({ pathNames }, { number, category, manufacturer, modelId }) => {
    const [allCategories, allManufacturers] = pathNames.partNumberDefaults;
    const steps = [category ?? allCategories, manufacturer ?? allManufacturers, number].map(encode);
    return `/${pathNames.partNumbers}/${steps.join('/')}${query({ modelId })}`;
  },
  article: ({ pathNames }, { brand, number, articleId, modelId, quantity, show }) =>
    `/${pathNames.partNumbers}/${encode(brand)}/${encode(number)}${query({ articleId, modelId, quantity: quantity?.toString(), show })}`,
  shop: ({ pathNames }, { shop }) => `/${pathNames.shop}/${encode(shop)}`,
  shopTerms: ({ pathNames }, { shop }) => `/${pathNames.shop}/${encode(shop)}/${pathNames.shopTerms}`,
  shopPolicy: ({ pathNames }, { shop }) => `/${pathNames.shop}/${encode(shop)}/${pathNames.shopPolicy}`,
  vehicles: ({ pathNames }) => `/${pathNames.section}/${pathNames.allVehicles}/${tail(null, null)}`,
  manufacturer: ({ pathNames }, { manufacturer }) =>
    `/${pathNames.section}/${manufacturer.seoName}/${tail(1, manufacturer.id)}`,
  series: ({ pathNames }, { seriesPage, seriesId }) =>
    `/${pathNames.section}/${seriesPage.slug}/${tail(2, seriesPage.id)}${query({ seriesId })}`,
  model: ({ pathNames }, { seriesPage, modelId }) => `/${pathNames.section}/${seriesPage.slug}/${tail(3, modelId)}`,
  category: ({ pathNames }, { category }) =>
    `/${category.seoAlias}/${pathNames.allVehicles}/${tail(null, null, category.urlId)}`,
  universalCategory: (_, { category }) => `/${category.seoAlias}/8-${category.urlId}`,
  manufacturerCategory: (_, { category, manufacturer }) =>
    `/${category.seoAlias}/${manufacturer.seoName}/${tail(1, manufacturer.id, category.urlId)}`,
  seriesCategory: (_, { category, seriesPage }) =>
    `/${category.seoAlias}/${seriesPage.slug}/${tail(2, seriesPage.id, category.urlId)}`,
  modelCategory: (_, { category, seriesPage, modelId }) =>
    `/${category.seoAlias}/${seriesPage.slug}/${tail(3, modelId, category.urlId)}`,
  brand: ({ pathNames }, { brand }) =>
    `/${brand.slug}-${pathNames.section}/${pathNames.allVehicles}/${tail(null, null, null, brand.id)}`,
  brandCategory: ({ pathNames }, { brand, category }) =>
    `/${brand.slug}-${category.seoAlias}/${pathNames.allVehicles}/${tail(null, null, category.urlId, brand.id)}`,
  information: ({ pathNames, language, hasMerchantPages }, { page }) =>
    !hasMerchantPages && (page === 'merchants' || page === 'jobs')
      ? null
      : `/${pathNames.information}/${informationPathNames[language][page]}`,
  login: ({ hasLogin }, { redirectUrl }) => (hasLogin ? `/Einloggen${query({ redirectUrl })}` : null),
  savedVehicles: ({ hasLogin, pathNames }) => (hasLogin ? `/${pathNames.account}/Fahrzeuge` : null),
  saveVehicle: ({ hasLogin, pathNames }, { modelId }) =>
    hasLogin ? `/${pathNames.account}/Fahrzeuge/speichern/${encode(modelId)}` : null,
};

/** Returns the path below the prefix, with a page number; that of the home page if the edition lacks the page (D60). */
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

/** Builds the addresses of an edition that begin with `base`: a prefix, or an origin with its prefix. */
export const urlsBelow =
  (base: string, edition: Edition): Url =>
  (name, parameters, page) =>
    base + localPath(edition, name, parameters, page);
