import type { ReactNode } from 'react';
import type { Attribute, FittingVehicles as Fittings, Image } from '../../server/api/contract.js';
import { AttributeTable } from '../components/article/attribute-table.js';
import { ExternalDocument } from '../components/article/external-document.js';
import { FittingVehicles } from '../components/article/fitting-vehicles.js';
import { Gallery } from '../components/article/gallery.js';
import { MakerBlock } from '../components/article/maker-block.js';
import { OeNumbers } from '../components/article/oe-numbers.js';
import { OfferSection } from '../components/article/offer-section.js';
import { OfferTable } from '../components/article/offer-table.js';
import type { ShippableOffer } from '../components/article/offer-texts.js';
import { RelatedParts } from '../components/article/related-parts.js';
import { CustomerReviews } from '../components/customer-reviews.js';
import { CustomsNote } from '../components/law/customs-note.js';
import { GoodsNotices } from '../components/law/goods-notices.js';
import { GuaranteeNotice } from '../components/law/guarantee-notice.js';
import { TyreLabel } from '../components/law/tyre-label.js';
import { LinkList } from '../components/link-list.js';
import { Mark } from '../components/mark.js';
import { cents, detail, longName, offer, product } from './components.examples.js';
import type { States } from './components.view.js';

const drawing: Image = {
  url: '/api/Bilder/disc.svg?a=diameter:260;thickness:12',
  width: 400,
  height: 300,
  alt: 'disc',
};
const longShop = 'Kraftfahrzeugersatzteilversandhandelsgesellschaft Mecklenburgische Seenplatte & Söhne';
const offersOf = (count: number): ShippableOffer[] =>
  Array.from({ length: count }, (_, at) => ({
    ...offer,
    id: `${count}-${at}`,
    totalPrice: cents(offer.totalPrice + at * 137),
    lowest30: at % 7 === 3 ? cents(9900) : null,
    shop: { ...offer.shop, name: at % 5 === 4 ? longShop : offer.shop.name },
  }));
const offers = (count: number): ReactNode => (
  <OfferTable
    offers={offersOf(count)}
    caption={`${count} offers`}
    cheapest={offer.totalPrice}
    chosenId={null}
    modelId={undefined}
  />
);
const attribute = (key: string, letter: string | null): Attribute => ({
  key,
  label: letter ? longName : 'Dicke',
  value: '312',
  unit: 'mm',
  letter,
});
const fitting = (at: number): Fittings[number] => ({
  manufacturer: { id: `${at % 2}`, name: at % 2 ? 'Vereda' : 'Nordwagen', seoName: 'Vereda' },
  series: { id: `${at}`, name: longName, slug: 'Reihe', seriesPageId: `${at}` },
  models: [
    {
      id: `10100${at}`,
      fullName: 'Vereda Reihe 1.6',
      name: '1.6 TDI',
      kw: 77,
      ps: 105,
      years: '2012–2020',
      fitNotes: ['PR 1ZE'],
    },
  ],
});

/** What an article is made of, with as little and as much of it as there can be. */
export const articleStates: readonly States[] = [
  ['offers', { one: offers(1), sixty: offers(60) }],
  [
    'mark',
    {
      'one word': <Mark kind="brands" name="Nordwerk" seoName="Nordwerk" />,
      'many words': <Mark kind="makes" name="Vereda Motor Parts Company" seoName="Vereda" />,
    },
  ],
  [
    'gallery',
    {
      drawing: <Gallery images={[drawing]} hasLetters />,
      'many pictures': (
        <Gallery images={[1, 2, 3, 4, 5, 6].map((at) => ({ ...drawing, url: `${drawing.url}${at}` }))} hasLetters />
      ),
    },
  ],
  [
    'related-parts',
    {
      plain: (
        <RelatedParts
          products={[product, { ...product, id: '2', title: longName, smallImages: [] }]}
          modelId={undefined}
        />
      ),
    },
  ],
  ['maker-block', { plain: <MakerBlock product={{ ...detail({}), warnings: [longName, longName] }} documents={[]} /> }],
  [
    'oe-numbers',
    {
      many: (
        <OeNumbers
          numbers={[{ manufacturer: 'VW', numbers: Array.from({ length: 24 }, (_, at) => `5Q0 615 ${300 + at} F`) }]}
        />
      ),
    },
  ],
  [
    'attribute-table',
    {
      plain: <AttributeTable attributes={[attribute('1', null)]} hasLetters={false} />,
      letters: <AttributeTable attributes={[attribute('2', 'A'), attribute('3', null)]} hasLetters />,
    },
  ],
  [
    'offer-section',
    {
      'more than a page carries, some of shops elsewhere': (
        <OfferSection
          shippable={offersOf(14)}
          elsewhere={[{ ...offer, id: '99', shop: { ...offer.shop, name: longShop, country: 'CH' } }]}
          part="Nordwerk 100 1523"
          chosenId="14-2"
          modelId={undefined}
          full="/_components"
        />
      ),
    },
  ],
  [
    'fitting-vehicles',
    {
      few: <FittingVehicles vehicles={[fitting(1)]} full={null} />,
      many: <FittingVehicles vehicles={[1, 2, 3, 4].map(fitting)} full="/_components" />,
    },
  ],
  [
    'external-document',
    {
      plain: (
        <ExternalDocument
          document={{
            docNo: '1',
            langNo: 255,
            type: { id: 1, title: longName },
            url: 'https://films.example/1',
            host: 'films.example',
            consentHost: 'films.example',
          }}
        />
      ),
    },
  ],
  ['goods-notices', { plain: <GoodsNotices goods={['oil', 'battery']} /> }],
  ['customs-note', { plain: <CustomsNote from={['CH']} /> }],
  ['guarantee-notice', { plain: <GuaranteeNotice /> }],
  [
    'tyre-label',
    {
      plain: (
        <TyreLabel
          label={{ fuel: 'B', wetGrip: 'A', noise: 71, noiseClass: 'B', snow: true, ice: true, eprel: '123456' }}
        />
      ),
    },
  ],
  [
    'customer-reviews',
    { plain: <CustomerReviews reviews={[{ comment: longName, mark: 4.5, creationDate: '2026-11-02' }]} /> },
  ],
  [
    'link-list',
    {
      'long name': (
        <LinkList
          entries={[
            { href: '#k-mark', label: longName, linked: true, note: '1.329' },
            { href: '#k-gallery', label: 'Filter', linked: false },
          ]}
        />
      ),
    },
  ],
];
