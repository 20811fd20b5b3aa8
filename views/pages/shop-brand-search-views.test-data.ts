import type { Category } from '../../server/contract/catalogue.js';
import type { Cents } from '../../server/contract/scalars.js';
import type { BrandDetail, FullTextResult } from '../../server/contract/search.js';
import type { ShopDetail } from '../../server/contract/shops.js';
import { articleModel, productOf } from './article-cart-views.test-data.js';

const euros = (cents: number): Cents => cents as Cents;
const { category: leaf } = articleModel().article;
export const category: Category = leaf;
export const universal: Category = { ...leaf, id: '9', urlId: '9', title: 'Motoröl', isUniversal: true };

export const shopOf = (change: Partial<ShopDetail> = {}): ShopDetail => ({
  id: '3',
  name: 'Teile & Söhne',
  slug: 'Teile-Soehne',
  rating: 4.6,
  ratingCount: 2318,
  country: 'NL',
  city: 'Venlo',
  street: 'Havenkade 4',
  postcode: '5911 AA',
  phone: '+31 77 123 45 67',
  email: 'info@teile.example',
  register: 'KvK 12345678',
  vatId: 'NL001234567B01',
  language: 'nl',
  isComplete: true,
  offerCount: 4711,
  returns: { cost: euros(590), days: 30 },
  countries: [
    { country: 'NL', tariff: euros(0), freeFrom: null, days: { min: 1, max: 1 } },
    { country: 'DE', tariff: euros(490), freeFrom: euros(5900), days: { min: 2, max: 3 } },
    { country: 'AT', tariff: euros(790), freeFrom: null, days: { min: 3, max: 4 } },
  ],
  bestOffers: [productOf(), productOf({ id: '10', offerId: null, lowestTotal: null, lowestPrice: null })],
  ...change,
});

export const brandOf = (change: Partial<BrandDetail> = {}): BrandDetail => ({
  brand: {
    id: '4',
    name: 'Nordwerk',
    slug: 'Nordwerk',
    seoName: 'Nordwerk',
    logo: null,
    description: 'Seit 1978.',
    articleCount: 190,
  },
  categories: [{ ...category, resultCount: 12, children: [] }],
  products: [productOf()],
  ...change,
});

export const foundOf = (change: Partial<FullTextResult> = {}): FullTextResult => ({
  results: 5,
  vehicleSpecific: [],
  universal: [universal],
  specific: [category],
  products: [productOf()],
  universalProducts: [productOf({ id: '11', isUniversal: true, fit: { state: 'universal', notes: [], checks: [] } })],
  vehicle: null,
  named: null,
  corrected: null,
  isCut: false,
  country: 'DE',
  resultCount: 2,
  availablePageCount: 1,
  page: 1,
  sort: 'popularity',
  filters: [],
  ...change,
});
