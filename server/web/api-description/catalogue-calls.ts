import { z } from 'zod';
import { article, fits, listing, product } from '../../contract/articles.js';
import { category, navigation } from '../../contract/catalogue.js';
import { reviews } from '../../contract/reputation.js';
import { fullTextResult, productSuggestion, suggestions } from '../../contract/search.js';
import { vehicle } from '../../contract/vehicles.js';
import { navigationItem } from './named-schemas.js';
import { callOf, ownCall, type PublicCall } from './public-call.js';

const linked = { href: z.string() };
const labelled = { ...linked, label: z.string() };

const vehicles: readonly PublicCall[] = [
  callOf('manufacturers', {
    tag: 'Vehicles',
    summary: 'Makes of cars',
    description: 'By name. With `limit` the most popular ones, the ten of the edition first.',
    isChecked: true,
    errors: ['challenge'],
  }),
  callOf('manufacturer', { tag: 'Vehicles', summary: 'One make', errors: ['not_found'] }),
  callOf('manufacturerSeries', { tag: 'Vehicles', summary: 'Series of a make', errors: ['not_found'] }),
  callOf('seriesModels', { tag: 'Vehicles', summary: 'Models of a series', errors: ['not_found'] }),
  callOf('seriesPage', {
    tag: 'Vehicles',
    summary: 'A series page with its series and models',
    errors: ['not_found'],
  }),
  callOf('model', { tag: 'Vehicles', summary: 'A vehicle by its model', errors: ['not_found'] }),
  callOf('kbaModel', { tag: 'Vehicles', summary: 'A vehicle by its national type number', errors: ['not_found'] }),
  callOf('hsntsn', {
    tag: 'Vehicles',
    summary: 'Vehicles of a German key number',
    description: 'HSN and TSN in one word. An empty list where nothing has it.',
  }),
  callOf('license', {
    tag: 'Vehicles',
    summary: 'Vehicles of a French plate',
    description: 'A plate is personal: it is neither kept nor logged. An empty list where nothing has it.',
    errors: ['unavailable'],
  }),
];

const catalogue: readonly PublicCall[] = [
  callOf('listing', {
    tag: 'Catalogue',
    summary: 'Products of a category, for a vehicle where one is named',
    description:
      'The path is that of the page that shows the list, behind `/api`: its first two words decorate, `tail` decides. `--1523` is category 1523, `3-1874-1523` the same for model 1874, `2-…` for a series page, `1-…` for a make, `---30` brand 30.',
    response: listing,
    errors: ['not_found', 'too_many_filters'],
  }),
  callOf('article', {
    tag: 'Catalogue',
    summary: 'An article with its category, the vehicle and related products',
    description: 'By brand and part number, as in the address of its page.',
    response: article,
    errors: ['not_found'],
  }),
  callOf('navigation', {
    tag: 'Catalogue',
    summary: 'Categories below a vehicle or a category, with links',
    response: navigation.extend({ items: z.array(navigationItem) }),
    errors: ['not_found'],
  }),
  callOf('fittingVehicles', { tag: 'Catalogue', summary: 'Vehicles that a product fits', errors: ['not_found'] }),
  callOf('oeNumbers', {
    tag: 'Catalogue',
    summary: 'Original part numbers by car maker',
    errors: ['not_found'],
  }),
  callOf('fits', {
    tag: 'Catalogue',
    summary: 'Verdicts on products for one model',
    description: 'In data and in the words of the edition. Unknown products are left out.',
    response: z.array(fits.element.extend({ text: z.string() })),
    errors: ['not_found'],
  }),
  callOf('recommendation', {
    tag: 'Catalogue',
    summary: 'What goes with a part',
    response: z.array(product.extend({ ...linked, amount: z.string() })),
    errors: ['not_found'],
  }),
  callOf('picture', {
    tag: 'Catalogue',
    summary: 'A drawing of a kind of part, with its measures',
    media: 'image/svg+xml',
    errors: ['not_found'],
  }),
  callOf('photograph', {
    tag: 'Catalogue',
    summary: 'A photograph that an answer names',
    response: z.string().meta({ format: 'binary' }),
    media: 'image/jpeg',
    errors: ['not_found'],
  }),
];

const suggestedCategories = z.array(category.extend(labelled));
const suggestedProducts = z.array(productSuggestion.extend(linked));
const search: readonly PublicCall[] = [
  callOf('searchProducts', {
    tag: 'Search',
    summary: 'Products of a search, or of a universal category',
    description: 'At least one of `query` and the filter `cleaf` in `f`.',
    response: listing,
    errors: ['not_found', 'too_many_filters'],
  }),
  callOf('fullText', {
    tag: 'Search',
    summary: 'Categories, products and vehicles for words',
    response: fullTextResult,
    errors: ['not_found', 'too_many_filters'],
  }),
  callOf('suggestions', {
    tag: 'Search',
    summary: 'Suggestions while somebody types',
    response: suggestions.extend({
      universal: suggestedCategories,
      vehicleSpecific: suggestedCategories,
      specific: suggestedCategories,
      products: suggestedProducts,
      universalProducts: suggestedProducts,
      vehicle: vehicle.extend(labelled).nullable(),
      vehicles: z.array(vehicle.extend(labelled)),
    }),
  }),
];

const offers: readonly PublicCall[] = [
  callOf('offers', {
    tag: 'Offers',
    summary: 'Offers of a product to the door, with their shops',
    description:
      'The cheapest first; those that do not ship to the country come last. Filters of the context take the offers away where the product is outside of it.',
    errors: ['not_found'],
  }),
  callOf('comparison', {
    tag: 'Catalogue',
    summary: 'Up to four products side by side, priced for the pieces that the job needs',
  }),
  callOf('priceHistory', {
    tag: 'Offers',
    summary: 'Lowest price to the door by day, for a year',
    errors: ['not_found'],
  }),
];

const reputation: readonly PublicCall[] = [
  ownCall({
    id: 'rating',
    path: '/api/TrustedShops/Rating',
    tag: 'Shop',
    summary: 'Rating of the shop, null where it is not known',
    hasAudience: true,
    response: z.object({
      shop: z
        .object({
          name: z.string(),
          qualityIndicators: z.object({
            reviewIndicator: z.object({ overallMark: z.number(), totalReviewCount: z.number().int() }),
          }),
        })
        .nullable(),
    }),
  }),
  ownCall({
    id: 'reviews',
    path: '/api/TrustedShops/Reviews',
    tag: 'Shop',
    summary: 'Reviews of the shop, the latest first',
    hasAudience: true,
    response: reviews,
  }),
];

/** Calls that are the same for everybody. */
export const catalogueCalls = [...vehicles, ...catalogue, ...search, ...offers, ...reputation];
