import type { AxleCategories, AxlePosition } from '../../../views/axle-positions.js';
import type { HomeModel } from '../../../views/models.js';
import { HomeView } from '../../../views/pages/home.view.js';
import type { ShopSettings } from '../../shop-file/shop-settings.js';
import { listingOf } from '../api/listing-call.js';
import type { Branding } from '../branding/branding.js';
import { definePage, type PageRequest } from '../render/page.js';
import type { Reputation } from '../reputation/reputation.js';
import { shopWords } from '../routes/shop-editions.js';
import { site } from '../search-engines/structured-data.js';
import { nullIfNotFound } from './null-if-not-found.js';
import { type LoadPicker, nothingChosen, requireEntryPoint } from './picker.js';

/** Categories of the promotional links (specification 2): oil filters, brake discs, shock absorbers. */
const promoted = ['243', '1523', '1312'];

/** Per cent that the shop advertises if a current offer proves it (specification 1; PAngV § 11, UWG § 5). */
const claimedSaving = 80;

type Promotion = NonNullable<HomeModel['promotions']>[number];

/** Loads a promotion; empty for a category that the catalogue lacks, since the ids are those of the demonstration. */
async function promotion(categoryId: string, { optional }: PageRequest): Promise<Promotion[] | null> {
  const [known, reduction] = await Promise.all([
    optional('promotions', async (api) => {
      const responses = Promise.all([
        api.call('navigation', { categoryId }),
        api.call('listing', listingOf({ type: null, id: null, categoryId, brandId: null }, { sort: 'price' })),
      ]);
      return { found: await nullIfNotFound(responses) };
    }),
    optional('promotions', (api) => nullIfNotFound(api.call('reduction', { categoryId }))),
  ]);
  if (!known) return null;
  const [navigation, listing] = known.found ?? [];
  if (!navigation?.category || !listing) return [];
  return [
    {
      category: navigation.category,
      product: listing.spareParts.find(({ lowestTotal }) => lowestTotal !== null) ?? null,
      count: listing.resultCount,
      isClaimProven: reduction !== null && reduction.percent >= claimedSaving,
    },
  ];
}

/** Returns the promotions that loaded; null if loading has failed and none is left. */
async function promotions(request: PageRequest): Promise<HomeModel['promotions']> {
  const all = await Promise.all(promoted.map((categoryId) => promotion(categoryId, request)));
  const known = all.flatMap((each) => each ?? []);
  return known.length === 0 && all.includes(null) ? null : known;
}

type AxleIds = Readonly<Partial<Record<AxlePosition, string>>>;
/** Category ids of the eight positions in the drawing of the front axle, from the demonstration catalogue. */
const axlePositions: AxleIds = {
  strutMount: '2108',
  spring: '2104',
  shock: '1312',
  disc: '1523',
  pads: '2001',
  caliper: '2003',
  wheelBearing: '2128',
  controlArm: '2116',
};

/** Loads the categories of the positions. A missing category stays plain text. */
async function axleCategories({ optional }: PageRequest, ids: AxleIds): Promise<AxleCategories> {
  const entries = await Promise.all(
    Object.entries(ids).map(async ([position, categoryId]) => {
      const response = await optional('axle', (api) => nullIfNotFound(api.call('navigation', { categoryId })));
      return [position, response?.category ?? undefined] as const;
    }),
  );
  return Object.fromEntries(entries);
}

interface Needs {
  loadPicker: LoadPicker;
  reputation: Reputation;
  shopName: string;
  /** Address of the drawing of the front axle. */
  axleDrawing: string;
  settings: Pick<ShopSettings, 'frontAxle'> | null;
  branding: Pick<Branding, 'logo'>;
  isDemonstration(): boolean;
}

export const createHomePage = ({
  loadPicker,
  reputation,
  shopName,
  axleDrawing,
  settings,
  branding,
  isDemonstration,
}: Needs) =>
  definePage<HomeModel>({
    name: 'home',
    async load(request) {
      const { optional, url } = request;
      const axleIds = settings ? settings.frontAxle : isDemonstration() ? axlePositions : null;
      const [navigation, picker, offered, axle, reviews] = await Promise.all([
        optional('categories', (api) => api.call('navigation', {}), 1),
        loadPicker(request, nothingChosen),
        promotions(request),
        axleIds && axleCategories(request, axleIds),
        // No reviews yet differs from reviews that failed to load.
        optional('reviews', async (api) => (await reputation.reviews(api)) ?? []),
      ]);
      requireEntryPoint(navigation, picker);
      return {
        model: {
          navigation,
          picker,
          promotions: offered,
          axle,
          reviews,
          axleDrawing,
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
    structuredData: (_, { edition, url }, absolute) => {
      const { email } = shopWords(edition, isDemonstration());
      return site(
        {
          name: shopName,
          language: edition.locale,
          home: url('home', {}),
          search: url('search', {}),
          icon: branding.logo?.src ?? '/icon.svg',
          email,
          identity: edition.own?.identity ?? {},
        },
        absolute,
      );
    },
  });
