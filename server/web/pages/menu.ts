import { categoryHref, categoryKind } from '../../../views/catalogue-links.js';
import { isLinked } from '../../../views/link-rules.js';
import type { NavigationItem, NavigationLink, NavigationList } from '../../../views/navigation-models.js';
import { groupByPopularity, topManufacturers } from '../../../views/popular-groups.js';
import type { CategoryNode, Navigation } from '../../contract/catalogue.js';
import { decimalId } from '../../contract/ids.js';
import type { Manufacturer, Vehicle } from '../../contract/vehicles.js';
import type { PageRequest } from '../render/page.js';
import { nullIfNotFound } from './null-if-not-found.js';

/** Id that opens the list of manufacturers; a category has its `urlId`. */
const manufacturersId = 'manufacturers';
const hasResults = ({ resultCount }: CategoryNode): boolean => resultCount > 0;

/** Crawlers get links to the first level only (D9); below it, people use buttons. */
function categoryItem({ url }: PageRequest, category: CategoryNode, vehicle: Vehicle | null): NavigationLink {
  const isNear = category.level === 1 && isLinked('none', categoryKind(vehicle), category.popularity);
  return { type: 'category', label: category.title, link: categoryHref(url, category, vehicle), linked: isNear };
}

/** A link to a category as the first entry of its own list. */
const wholeOf = (request: PageRequest, category: CategoryNode, vehicle: Vehicle | null): NavigationLink => ({
  ...categoryItem(request, category, vehicle),
  label: request.t('layout:menu.allOf', { category: category.title }),
});

/** Second and third level: the categories of a root, each with those leaves that have parts for the vehicle. */
async function categoryBody(
  request: PageRequest,
  root: CategoryNode,
  { vehicle }: Navigation,
): Promise<NavigationItem[]> {
  const context = vehicle?.model ? { type: '3' as const, id: vehicle.model.id } : {};
  const below = async ({ urlId }: CategoryNode): Promise<CategoryNode[]> =>
    (await request.api.call('navigation', { ...context, categoryId: urlId })).categories.filter(hasResults);
  const items = (await below(root)).map(async (category): Promise<NavigationItem> => {
    if (category.isLeaf) return categoryItem(request, category, vehicle);
    const leaves = (await below(category)).map((leaf) => categoryItem(request, leaf, vehicle));
    const body = [wholeOf(request, category, vehicle), ...leaves];
    return { type: 'list', id: category.urlId, label: category.title, body };
  });
  return [wholeOf(request, root, vehicle), ...(await Promise.all(items))];
}

/** Manufacturers by name: the edition's ten, which crawlers may follow (D9), then all. */
async function manufacturersBody(request: PageRequest): Promise<NavigationItem[]> {
  const { api, edition, url, t } = request;
  const manufacturers = await api.call('manufacturers', {});
  const items = (list: readonly Manufacturer[], linked: boolean): NavigationItem[] =>
    list.map((manufacturer) => {
      return { type: 'vehicle', label: manufacturer.name, link: url('manufacturer', { manufacturer }), linked };
    });
  const { all } = groupByPopularity(manufacturers, edition.locale);
  return [
    { type: 'list', id: 'popular', label: t('layout:menu.popular'), body: items(topManufacturers(edition, all), true) },
    { type: 'list', id: 'all', label: t('layout:menu.all'), body: items(all, false) },
  ];
}

/** Links of the navigation that need no data of the catalogue. */
export function menuLinks({ t, url }: PageRequest): NavigationLink[] {
  return [
    { type: 'link', label: t('layout:menu.vehicles'), link: url('vehicles', {}), linked: true },
    { type: 'link', label: t('layout:pages.brands'), link: url('information', { page: 'brands' }), linked: true },
  ];
}

/** Loads the navigation. A vehicle that a device remembers may have left the catalogue. */
async function navigationFor({ api }: PageRequest, modelId: string | null): Promise<Navigation> {
  const ofModel = modelId ? await nullIfNotFound(api.call('navigation', { type: '3', id: modelId })) : null;
  return ofModel ?? api.call('navigation', {});
}

/**
 * Builds the navigation (specification 1): root categories, manufacturers, and links. Loads the content of the open
 * step only.
 *
 * @param open `urlId` of a root, or `manufacturers`; anything else opens nothing
 * @param modelId narrows the categories to those with matching parts; an unknown model narrows nothing
 */
export async function menuItems(
  request: PageRequest,
  open: string | null,
  modelId: string | null,
): Promise<NavigationItem[]> {
  const { t, url } = request;
  const navigation = await navigationFor(request, modelId);
  const { vehicle } = navigation;
  const roots = navigation.categories.filter(hasResults);
  const opened = decimalId.safeParse(open).success ? roots.find(({ urlId }) => urlId === open) : undefined;
  const body = opened ? await categoryBody(request, opened, navigation) : null;
  const lists = roots.map((root): NavigationList => {
    return { type: 'list', id: root.urlId, label: root.title, body: root === opened ? body : null };
  });
  const own: NavigationItem[] =
    vehicle?.model && vehicle.seriesPage
      ? [
          {
            type: 'vehicle',
            label: t('layout:menu.partsFor', { vehicle: vehicle.model.fullName }),
            link: url('model', { seriesPage: vehicle.seriesPage, modelId: vehicle.model.id }),
            linked: false,
          },
        ]
      : [];
  return [
    // On a phone the header has no room for the contact.
    { type: 'link', label: t('layout:contact'), link: url('information', { page: 'support' }), linked: true },
    ...own,
    {
      type: 'list',
      id: manufacturersId,
      label: t('layout:menu.manufacturers'),
      body: open === manufacturersId ? await manufacturersBody(request) : null,
    },
    ...lists,
    ...menuLinks(request),
  ];
}
