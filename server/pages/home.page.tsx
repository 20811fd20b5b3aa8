import type { AxleCategories, AxlePosition } from '../../views/components/front-axle.js';
import type { HomeModel } from '../../views/models.js';
import { HomeView } from '../../views/pages/home.view.js';
import { topManufacturers } from '../../views/popular-groups.js';
import { definePage, type PageRequest } from '../render/page.js';
import { site } from '../search-engines/structured-data.js';
import { listingOf } from './listing.js';
import { orNull } from './or-null.js';
import { loadPicker, nothingChosen } from './picker.js';

/** Oil filters, brake discs, shock absorbers (specification 2, promotional links). */
const promoted = ['243', '1523', '1312'];

/** Per cent that the shop speaks of, where an offer of today proves it (specification 1; PAngV § 11, UWG § 5). */
const claimedSaving = 80;

/** Without what the catalogue lacks: the categories are those of the demonstration's numbers. */
async function promotions({ api }: PageRequest): Promise<NonNullable<HomeModel['promotions']>> {
  const all = await Promise.all(
    promoted.map(async (categoryId) => {
      const answers = Promise.all([
        api.call('navigation', { categoryId }),
        api.call('listing', listingOf({ type: null, id: null, categoryId, brandId: null }, { sort: 'price' })),
        api.call('reduction', { categoryId }),
      ]);
      const known = await orNull(answers);
      if (!known) return null;
      const [{ category }, listing, { percent }] = known;
      const product = listing.spareParts.find(({ lowestTotal }) => lowestTotal !== null) ?? null;
      return (
        category && {
          category: { ...category, resultCount: listing.resultCount, children: [] },
          product,
          count: listing.resultCount,
          isClaimProven: percent >= claimedSaving,
        }
      );
    }),
  );
  return all.filter((promotion) => promotion !== null);
}

/** Categories of the eight positions in the drawing of the front axle: numbers of the demonstration catalogue. */
const axlePositions: Readonly<Record<AxlePosition, string>> = {
  strutMount: '2108',
  spring: '2104',
  shock: '1312',
  disc: '1523',
  pads: '2001',
  caliper: '2003',
  wheelBearing: '2128',
  controlArm: '2116',
};

/** A position whose category the catalogue lacks stays plain text. */
async function axleCategories({ api }: PageRequest): Promise<AxleCategories> {
  const entries = await Promise.all(
    Object.entries(axlePositions).map(async ([position, categoryId]) => {
      const answer = await orNull(api.call('navigation', { categoryId }));
      return [position, answer?.category ?? undefined] as const;
    }),
  );
  return Object.fromEntries(entries);
}

export const homePage = definePage<HomeModel>({
  name: 'home',
  async load(request) {
    const { api, edition, url, services } = request;
    const [navigation, picker, manufacturers, offered, axle, reviews] = await Promise.all([
      api.call('navigation', {}),
      loadPicker(request, nothingChosen),
      api.call('manufacturers', {}),
      request.optional('promotions', promotions(request)),
      services.isDemonstration() ? request.optional('axle', axleCategories(request)) : null,
      request.optional('reviews', services.reputation.reviews(api)),
    ]);
    return {
      model: {
        navigation,
        picker,
        topManufacturers: topManufacturers(edition, manufacturers),
        promotions: offered,
        axle: axle ?? {},
        reviews,
        axleDrawing: services.assets.drawing('front-axle'),
      },
      crumbs: [],
      vehicle: null,
      address: url('home', {}),
      alternate: (_, otherUrl) => otherUrl('home', {}),
    };
  },
  view: (model) => <HomeView model={model} />,
  cache: 'shared',
  head: (_, { t }) => ({ title: t('meta:home.title'), description: t('meta:home.description'), isIndexed: true }),
  things: (_, { services, edition, url }, absolute) =>
    site(
      {
        name: services.env.SHOP_NAME,
        language: edition.locale,
        home: url('home', {}),
        search: url('search', {}),
        icon: '/icon.svg',
        email: edition.supportAddress,
      },
      absolute,
    ),
});
