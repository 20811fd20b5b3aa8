import type { Product, ProductDetail } from '../../server/contract/articles.js';
import type { Offer } from '../../server/contract/offers.js';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { shownDocuments } from '../components/article/documents.js';
import { category, cents, vehicle as exampleVehicle, product } from '../components/example-data.js';
import type { ArticleModel } from '../models.js';

export const vehicle: Vehicle = {
  ...exampleVehicle,
  manufacturer: { id: '1', name: 'Volkswagen', slug: 'Volkswagen', seoName: 'Volkswagen', popularity: 1 },
  seriesPage: { id: '2', slug: 'Golf-VII', name: 'Golf VII' },
  model: exampleVehicle.model && { ...exampleVehicle.model, fullName: 'Volkswagen Golf VII 1.6 TDI' },
};
export const image = (small: boolean) => ({
  url: `/api/Bilder/disc.svg?a=diameter%3A288%3Bthickness%3A25${small ? '&small=1' : ''}`,
  width: 400,
  height: 300,
  alt: 'Bremsscheiben, Vorderachse',
});
export const productOf = (change: Partial<Product> = {}): Product => ({
  ...product,
  id: '9',
  offerId: '500',
  ean: '4061872035514',
  smallImages: [image(true)],
  attributes: [
    ...product.attributes,
    { key: 'thickness', label: 'Dicke', value: '25', unit: 'mm', letter: 'B' },
    { key: 'design', label: 'Bauart', value: 'innenbelüftet', unit: null, letter: null },
  ],
  ...change,
});

const shopNames = [
  'Bremsenhaus Kessler',
  'Teilelager Nord',
  'Schrauberlager Erfurt',
  'Onderdelenhuis Venlo',
  'Ricambi Bellini',
];
const cities = ['Kassel', 'Bremen', 'Erfurt', 'Venlo', 'Bergamo'];
const countries = ['DE', 'DE', 'DE', 'NL', 'IT'];
/** The offer number `index` of a list ordered by price to the door. */
export function offerOf(index: number, change: Partial<Offer> = {}): Offer {
  const kind = index % 5;
  const shipping = cents(index % 3 === 0 ? 290 : 0);
  const price = cents(4180 + 137 * index - shipping);
  return {
    id: String(500 + index),
    offerId: String(500 + index),
    shop: {
      id: String(index),
      name: `${shopNames[kind]}${index < 5 ? '' : ` ${index}`}`,
      slug: `Shop-${index}`,
      rating: (38 + (index % 12)) / 10,
      ratingCount: 2318,
      country: countries[kind] ?? 'DE',
      city: cities[kind] ?? '',
    },
    price,
    shipping,
    totalPrice: cents(price + shipping),
    refund: cents(0),
    basePrice: null,
    lowest30: index % 4 === 0 ? cents(price - 100) : null,
    deliveryDays: { min: 1 + (index % 3), max: 2 + (index % 3) },
    stock: 5,
    condition: 'new',
    returnCost: { cost: index % 2 === 0 ? null : cents(495), days: 14 + 16 * (index % 4) },
    ...change,
  };
}
export const offersOf = (count: number): Offer[] => Array.from({ length: count }, (_, index) => offerOf(index));
export const notShipping = (index: number): Offer => offerOf(index, { shipping: null, totalPrice: null });

const picker: ArticleModel['picker'] = {
  action: '/Alle-Fahrzeuge',
  hidden: { brand: 'Nordwerk', norm: 'NW2882551' },
  manufacturers: { popular: [vehicle.manufacturer], all: [vehicle.manufacturer] },
  series: null,
  models: null,
  chosen: { manufacturerId: null, seriesId: null, modelId: null },
  paper: '/build/paper.svg',
};
interface Choice {
  offers?: Offer[];
  product?: Partial<ProductDetail>;
  vehicle?: Vehicle | null;
}
const documents: ArticleModel['article']['product']['documents'] = [
  {
    docNo: 'MA-1',
    langNo: 1,
    type: { id: 2, title: 'Montageanleitung' },
    url: 'https://docs.example/ma',
    host: 'docs.example',
  },
  {
    docNo: 'TZ-1',
    langNo: 255,
    type: { id: 3, title: 'PDF' },
    url: 'https://docs.example/tz',
    host: 'docs.example',
  },
  {
    docNo: 'TZ-2',
    langNo: 255,
    type: { id: 3, title: 'PDF' },
    url: 'https://docs.example/tz2',
    host: 'docs.example',
  },
];

export function articleModel(choice: Choice = {}, change: Partial<ArticleModel> = {}): ArticleModel {
  return {
    article: {
      product: {
        ...productOf(),
        manufacturer: {
          id: '4',
          name: 'Nordwerk',
          seoName: 'Nordwerk',
          logo: null,
          address: 'Speicherstraße 14, 28217 Bremen, DE',
          email: 'service@nordwerk.example',
          euResponsible: null,
        },
        images: [image(false)],
        documents,
        warnings: ['Einbau nur durch Fachpersonal. Nach dem Einbau 200 km vorsichtig einbremsen.'],
        goods: [],
        tyreLabel: null,
        ...choice.product,
      },
      category,
      ancestors: [],
      vehicle: choice.vehicle === undefined ? vehicle : choice.vehicle,
      related: [
        productOf({
          id: '10',
          title: 'Bremsbeläge, Vorderachse',
          articleNumber: 'BB 2117',
          normNumber: 'BB2117',
          offerCount: 21,
        }),
        productOf({
          id: '11',
          title: 'Bremssattel vorn links',
          refund: cents(3570),
          fit: { state: 'conditional', notes: ['ab 05/2014'], checks: [] },
        }),
        productOf({
          id: '12',
          title: 'Bremsflüssigkeit',
          basePrice: { value: cents(940), unit: 'l' },
          isUniversal: true,
          fit: { state: 'universal', notes: [], checks: [] },
        }),
        productOf({
          id: '13',
          title: 'Warnkontakt',
          lowestPrice: null,
          lowestTotal: null,
          offerId: null,
          offerCount: 0,
          deliveryDays: null,
        }),
      ],
    },
    offers: { offers: choice.offers ?? offersOf(8), shops: [] },
    fittingVehicles: [
      {
        manufacturer: { id: '1', name: 'Volkswagen', seoName: 'Volkswagen' },
        series: { id: '5', name: 'Golf VII (5G1, BQ1)', slug: 'Golf-VII', seriesPageId: '2' },
        models: [
          {
            id: '77',
            fullName: 'Volkswagen Golf VII 1.6 TDI',
            name: '1.6 TDI',
            kw: 77,
            ps: 105,
            years: '2012–2017',
            fitNotes: ['PR-Nummer 1ZE oder 1ZP'],
          },
          {
            id: '78',
            fullName: 'Volkswagen Golf VII 1.2 TSI',
            name: '1.2 TSI',
            kw: 63,
            ps: 86,
            years: '2012–2018',
            fitNotes: [],
          },
        ],
      },
      {
        manufacturer: { id: '6', name: 'Audi', seoName: 'Audi' },
        series: { id: '7', name: 'A3 (8V1)', slug: 'A3', seriesPageId: '8' },
        models: [{ id: '80', fullName: 'Audi A3 1.4', name: '1.4 TFSI', kw: 90, ps: 122, years: '', fitNotes: [] }],
      },
    ],
    oeNumbers: [
      { manufacturer: 'VW', numbers: ['5Q0 615 301 F', '5Q0 615 301 H', '1K0 615 301 AA'] },
      { manufacturer: 'Audi', numbers: ['8V0 615 301 C', '5Q0 615 301 F'] },
    ],
    picker,
    documents: shownDocuments(documents, 'de').map((document) => ({ ...document, consentHost: null })),
    highlightedOfferId: null,
    show: null,
    problem: null,
    ...change,
  };
}
