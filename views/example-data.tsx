import type { ReactNode } from 'react';
import { type Article, fitCheck, type ProductDetail, product as productSchema } from '../server/contract/articles.js';
import { category as categorySchema } from '../server/contract/catalogue.js';
import type { Cents } from '../server/contract/money.js';
import { offer as offerSchema } from '../server/contract/offers.js';
import { vehicle as vehicleSchema } from '../server/contract/vehicles.js';
import { PageContextProvider, usePage } from './context.js';
import data from './example-data.json' with { type: 'json' };
import type { PickerModel } from './models.js';
import type { ShippableOffer, Wanted } from './offer-texts.js';

/** States of a component by name; `views/pages/components.states.ts` lists all components. */
export type Examples = Readonly<Record<string, ReactNode>>;
/** A file in `views` with the states of its component. */
export type States = readonly [file: string, states: Examples];

export const cents = (amount: number): Cents => amount as Cents;
/** Longer than any line on a phone, with no break that a browser without German would find. */
export const longName =
  'Verschleißanzeigerbefestigungsschraubensatz, Hinterachse beidseitig, mit Gewindeeinsatz und Montagepaste';
export const longShop = 'Kraftfahrzeugersatzteilversandhandelsgesellschaft Mecklenburgische Seenplatte & Söhne';
/** Links of examples lead to the page itself. */
export const here = '/_components';

export const category = categorySchema.parse(data.category, { jitless: true });
export const node = { ...category, resultCount: 242, children: [] };
export const vehicle = vehicleSchema.parse(data.vehicle, { jitless: true });
export const socket = fitCheck.parse(data.socket, { jitless: true });
export const product = productSchema.parse(data.product, { jitless: true });
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
export const one: Wanted = { pieces: 1, packs: 1, packSize: 1 };
/** Two pieces of unknown pack size. */
export const two: Wanted = { pieces: 2, packs: 2, packSize: null };
const { amount, ...rest } = offerSchema.parse(data.offer, { jitless: true });
if (!amount) throw new Error('the offer of the examples is not sent to the delivery country');
export const offer: ShippableOffer = { ...rest, amount };
/** Makes offers by total price. Their ids begin with `name`, because rows of offers are anchors of the page. */
export const offersOf = (count: number, name: string): ShippableOffer[] =>
  Array.from({ length: count }, (_, at) => ({
    ...offer,
    id: `${name}-${at}`,
    amount: { ...offer.amount, total: cents(offer.amount.total + at * 137) },
    lowest30: at % 7 === 3 ? cents(9900) : null,
    deliveryDays: at === 1 ? { min: 1, max: 1 } : offer.deliveryDays,
    returnCost: at === 2 ? { paidBy: 'shop', cost: cents(0), days: 100 } : offer.returnCost,
    shop: { ...offer.shop, name: at % 5 === 4 ? longShop : offer.shop.name },
  }));

const picture = '/api/Bilder/pads.svg';
/** Shows photographs and the operator's pictures; one drawing replaces them all. */
export function WithPictures({ children }: { children: ReactNode }) {
  const page = usePage();
  const own = { photograph: () => picture, localPicture: () => picture };
  return <PageContextProvider value={{ ...page, ...own }}>{children}</PageContextProvider>;
}

/** Has a drawing of the first view. @param of address of its image */
export function WithDrawing({ of, children }: { of: string; children: ReactNode }) {
  const elements = '<path fill="var(--tint)" d="M25 71a45 45 0 1 0 90 0a45 45 0 1 0 -90 0z"/>';
  return (
    <PageContextProvider value={{ ...usePage(), drawings: new Map([[of, elements]]) }}>{children}</PageContextProvider>
  );
}

export const emptyPicker: PickerModel = {
  action: '/Ersatzteile/Alle-Fahrzeuge/--',
  hidden: {},
  manufacturers: { popular: [vehicle.manufacturer], all: [vehicle.manufacturer] },
  series: null,
  models: null,
  chosen: { manufacturerId: null, seriesId: null, modelId: null },
  paper: '/api/Bilder/disc.svg',
};
