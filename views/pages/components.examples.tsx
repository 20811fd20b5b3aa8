import type { ReactNode } from 'react';
import type { Article, Category, CategoryNode, Cents, Product, ProductDetail } from '../../server/api/contract.js';
import { BuyBox } from '../components/article/buy-box.js';
import { FitCard } from '../components/article/fit-card.js';
import { OfferTable } from '../components/article/offer-table.js';
import type { ShippableOffer } from '../components/article/offer-texts.js';
import { CategoryTiles } from '../components/category-tiles.js';
import { FitMark } from '../components/fit-mark.js';
import { NothingFound } from '../components/nothing-found.js';
import { Pagination } from '../components/pagination.js';
import { ProductList } from '../components/product-list.js';
import { Stars } from '../components/stars.js';
import type { States } from './components.view.js';

export const cents = (amount: number): Cents => amount as Cents;
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
  fit: { state: 'fits', notes: [] },
  lowestPrice: cents(3890),
  lowestTotal: cents(4180),
  refund: cents(0),
  basePrice: null,
  deliveryDays: { min: 2, max: 3 },
  offerCount: 8,
  condition: 'new',
  isUniversal: false,
};
export const detail = (change: Partial<Product>): ProductDetail => ({
  ...product,
  ...change,
  manufacturer: { ...product.manufacturer, address: '', email: '', euResponsible: null },
  images: [],
  documents: [],
  goods: [],
  tyreLabel: null,
  warnings: [],
});
const article = (change: Partial<Product>): Article => ({
  product: detail(change),
  category,
  ancestors: [],
  vehicle: null,
  related: [],
});
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
  refund: cents(0),
  basePrice: null,
  lowest30: null,
  deliveryDays: { min: 2, max: 3 },
  stock: 5,
  condition: 'new',
  returnCost: { cost: null, days: 30 },
};
const fitCard = (change: Partial<Product>): ReactNode => (
  <FitCard
    article={article(change)}
    oeNumbers={[{ manufacturer: 'VW', numbers: ['5Q0 615 301 F'] }]}
    pickerPage={null}
  />
);
const list = (change: Partial<Product>): ReactNode => (
  <ProductList products={[{ ...product, ...change }]} modelId={undefined} />
);
const tile = (change: Partial<CategoryNode>): ReactNode => (
  <CategoryTiles
    categories={[{ ...category, resultCount: 242, children: [], ...change }]}
    vehicle={null}
    from="category"
  />
);
const offers = (change: Partial<ShippableOffer>): ReactNode => (
  <OfferTable offers={[{ ...offer, ...change }]} caption="offer" cheapest={4180} chosenId={null} modelId={undefined} />
);
export const longName =
  'Verschleißanzeigerbefestigungsschraubensatz, Hinterachse beidseitig, mit Gewindeeinsatz und Montagepaste';

/** Components without a state of their own, from small to large. */
export const componentStates: readonly States[] = [
  [
    'button',
    {
      buy: (
        <div className="row">
          <button type="button" className="b buy">
            buy
          </button>
          <button type="button" className="b buy" aria-busy="true">
            busy
          </button>
          <button type="button" className="b buy" disabled>
            disabled
          </button>
        </div>
      ),
      others: (
        <div className="row">
          <button type="button" className="b ink">
            ink
          </button>
          <button type="button" className="b">
            plain
          </button>
          <button type="button" className="b quiet">
            quiet
          </button>
          <button type="button" className="b" disabled>
            disabled
          </button>
        </div>
      ),
    },
  ],
  [
    'field',
    {
      text: <input aria-label="text" placeholder="0603" />,
      invalid: <input aria-label="invalid" aria-invalid="true" defaultValue="06" />,
      disabled: <input aria-label="disabled" disabled defaultValue="0603" />,
      select: (
        <select aria-label="select">
          <option>Golf VII</option>
        </select>
      ),
      'select disabled': (
        <select aria-label="select disabled" disabled>
          <option>Golf VII</option>
        </select>
      ),
    },
  ],
  ['note', { plain: <p className="note">{longName}</p> }],
  ['tag', { plain: <span className="tag">universal</span> }],
  [
    'fit-mark',
    {
      fits: <FitMark fit={{ state: 'fits', notes: [] }} />,
      conditional: <FitMark fit={{ state: 'conditional', notes: ['PR 1ZE'] }} />,
      no: <FitMark fit={{ state: 'no', notes: [] }} />,
      unknown: <FitMark fit={{ state: 'unknown', notes: [] }} />,
    },
  ],
  ['stars', { none: <Stars rating={0} />, half: <Stars rating={2.5} />, nearly: <Stars rating={4.82} /> }],
  ['pagination', { first: <Pagination page={1} count={2} />, middle: <Pagination page={7} count={13} /> }],
  [
    'fit-card',
    {
      fits: fitCard({}),
      conditional: fitCard({ fit: { state: 'conditional', notes: ['PR 1ZE'] } }),
      no: fitCard({ fit: { state: 'no', notes: ['PR 1LA'] } }),
      unknown: fitCard({ fit: { state: 'unknown', notes: [] } }),
      universal: fitCard({ isUniversal: true }),
    },
  ],
  [
    'buy-box',
    {
      offer: <BuyBox article={article({})} offer={offer} count={8} isElsewhere={false} />,
      'deposit and lowest price': (
        <BuyBox
          article={article({})}
          offer={{ ...offer, refund: cents(3570), lowest30: cents(4500) }}
          count={1}
          isElsewhere={false}
        />
      ),
      'not shipped here': <BuyBox article={article({})} offer={null} count={0} isElsewhere />,
      none: <BuyBox article={article({})} offer={null} count={0} isElsewhere={false} />,
    },
  ],
  [
    'offer-table',
    {
      plain: offers({}),
      'dearer, with deposit, from abroad': offers({
        id: '2',
        price: cents(4420),
        totalPrice: cents(4710),
        refund: cents(500),
        lowest30: cents(5000),
        shop: { ...offer.shop, country: 'NL', city: 'Venlo', name: 'Onderdelenhuis Venlo Internationaal' },
      }),
    },
  ],
  [
    'product-list',
    {
      plain: list({}),
      'long name, conditional': list({ title: longName, fit: { state: 'conditional', notes: ['PR 1ZE'] } }),
      'no picture, deposit': list({ smallImages: [], refund: cents(3570) }),
      'base price': list({ basePrice: { value: cents(895), unit: 'l' }, isUniversal: true }),
      'not shipped here': list({ lowestTotal: null, lowestPrice: null }),
      'no offer': list({ lowestTotal: null, lowestPrice: null, offerCount: 0, offerId: null }),
    },
  ],
  [
    'category-tiles',
    { plain: tile({}), 'nothing in it': tile({ resultCount: 0 }), 'long name': tile({ title: longName }) },
  ],
  ['nothing-found', { plain: <NothingFound popular={[]} /> }],
];
