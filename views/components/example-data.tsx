import type { ReactNode } from 'react';
import type { Article, FitCheck, Product, ProductDetail } from '../../server/contract/articles.js';
import type { Category } from '../../server/contract/catalogue.js';
import type { Cents } from '../../server/contract/money.js';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { PageContextProvider, usePage } from '../context.js';
import type { PickerModel } from '../models.js';
import type { ShippableOffer, Wanted } from './article/offer-texts.js';

/** A component in its states, by their names; `views/pages/components.states.ts` has them all. */
export type Examples = Readonly<Record<string, ReactNode>>;
/** A part of the design, named by its file in `views`, and the states it can be in. */
export type States = readonly [file: string, states: Examples];

export const cents = (amount: number): Cents => amount as Cents;
/** Longer than any line of a phone, and without a place to break that a browser without German would find. */
export const longName =
  'Verschleißanzeigerbefestigungsschraubensatz, Hinterachse beidseitig, mit Gewindeeinsatz und Montagepaste';
export const longShop = 'Kraftfahrzeugersatzteilversandhandelsgesellschaft Mecklenburgische Seenplatte & Söhne';
/** Where a link of an example leads to: the page itself. */
export const here = '/_components';

/** A leaf of the brakes. */
export const category: Category = {
  id: '1523',
  urlId: '1523',
  leafNumber: null,
  title: 'Bremsscheiben',
  seoAlias: 'Bremsscheiben',
  imageFilename: 'disc',
  level: 3,
  isUniversal: false,
  isLeaf: true,
  popularity: 200,
  parent: null,
  topParent: null,
};
export const node = { ...category, resultCount: 242, children: [] };
export const vehicle: Vehicle = {
  manufacturer: { id: '1', name: 'Vereda', slug: 'Vereda', seoName: 'Vereda', popularity: 1 },
  seriesFamily: null,
  seriesPage: { id: '2', slug: 'Vereda-Reihe', name: 'Reihe II' },
  series: {
    id: '21',
    name: 'Reihe II',
    shortName: 'Reihe II',
    slug: 'Reihe-II',
    body: null,
    productionYearStart: 2012,
    productionYearEnd: 2017,
    popularity: 1,
    seriesPage: { id: '2', slug: 'Vereda-Reihe', name: 'Reihe II' },
  },
  model: {
    id: '77',
    name: '1.6 TDI',
    fullName: 'Vereda Reihe II 1.6 TDI',
    ps: 105,
    kw: 77,
    ccm: 1598,
    fuel: 'diesel',
    productionYearStart: 2012,
    productionYearEnd: 2017,
    popularity: 1,
    kbas: [],
  },
};
export const socket: FitCheck = {
  key: 'socket',
  label: 'Sockel',
  value: 'PX26d',
  unit: null,
  what: 'socket',
  state: 'unknown',
};
export const product: Product = {
  id: '1',
  offerId: '1',
  title: 'Bremsscheiben, Vorderachse',
  normNumber: 'NW2882551',
  articleNumber: 'NW 288-2551',
  ean: null,
  manufacturer: { id: '4', name: 'Nordwerk', seoName: 'Nordwerk', logo: null },
  smallImages: [{ url: '/api/Bilder/disc.svg?small=1', width: 200, height: 150, alt: '' }],
  type: { id: '1523', title: 'Bremsscheiben' },
  attributes: [{ key: 'diameter', label: 'Durchmesser', value: '288', unit: 'mm', letter: 'A' }],
  fit: { state: 'fits', notes: [], checks: [] },
  usualPieces: 1,
  packSize: 1,
  packs: 1,
  isShort: false,
  lowestPrice: cents(3890),
  lowestTotal: cents(4180),
  refund: cents(0),
  basePrice: null,
  deliveryDays: { min: 2, max: 3 },
  offerCount: 8,
  condition: 'new',
  isUniversal: false,
};
export const detail = (change: Partial<ProductDetail>): ProductDetail => ({
  ...product,
  images: [],
  documents: [],
  goods: [],
  tyreLabel: null,
  durability: null,
  taxClass: 'standard',
  recall: null,
  warnings: [],
  ...change,
  manufacturer: { ...product.manufacturer, address: '', email: '', euResponsible: null, ...change.manufacturer },
});
export const article = (change: Partial<ProductDetail>, of: Partial<Article> = {}): Article => ({
  product: detail(change),
  category,
  ancestors: [],
  vehicle: null,
  hasPriceHistory: false,
  related: [],
  ...of,
});
/** One piece. */
export const one: Wanted = { pieces: 1, packs: 1, packSize: 1 };
/** Two pieces, which nobody says how they are packed. */
export const two: Wanted = { pieces: 2, packs: 2, packSize: null };
export const offer: ShippableOffer = {
  id: '1',
  offerId: '1',
  shop: {
    id: '1',
    name: 'Teilelager Nord',
    slug: 'Teilelager-Nord',
    rating: 4.8,
    ratingCount: 9104,
    country: 'DE',
    city: 'Bremen',
  },
  price: cents(3890),
  shipping: cents(290),
  totalPrice: cents(4180),
  amount: { goods: cents(3890), shipping: cents(290), total: cents(4180) },
  refund: cents(0),
  basePrice: null,
  lowest30: null,
  deliveryDays: { min: 2, max: 3 },
  stock: 5,
  condition: 'new',
  returnCost: { cost: null, days: 30 },
};
/** Offers by price to the door; their ids begin with `name`, since the row of an offer is an address in the page. */
export const offersOf = (count: number, name: string): ShippableOffer[] =>
  Array.from({ length: count }, (_, at) => ({
    ...offer,
    id: `${name}-${at}`,
    amount: { ...offer.amount, total: cents(offer.amount.total + at * 137) },
    lowest30: at % 7 === 3 ? cents(9900) : null,
    deliveryDays: at === 1 ? { min: 1, max: 1 } : offer.deliveryDays,
    returnCost: at === 2 ? { cost: null, days: 100 } : offer.returnCost,
    shop: { ...offer.shop, name: at % 5 === 4 ? longShop : offer.shop.name },
  }));

const picture = '/api/Bilder/pads.svg';
/** The page of a shop with photographs of merchants and pictures of its own; a drawing stands in for each. */
export function WithPictures({ children }: { children: ReactNode }) {
  const page = usePage();
  const own = { photograph: () => picture, localPicture: () => picture };
  return <PageContextProvider value={{ ...page, ...own }}>{children}</PageContextProvider>;
}

/** A picker before anything is chosen. */
export const emptyPicker: PickerModel = {
  action: '/Ersatzteile/Alle-Fahrzeuge/--',
  hidden: {},
  manufacturers: { popular: [vehicle.manufacturer], all: [vehicle.manufacturer] },
  series: null,
  models: null,
  chosen: { manufacturerId: null, seriesId: null, modelId: null },
  paper: '/api/Bilder/disc.svg',
};
