import type { FilterProps, ListingFilterProps } from './listing-filter.props.js';

const texts: ListingFilterProps['texts'] = {
  title: 'Filtern',
  apply: 'Anwenden',
  show: '{{number}} Artikel zeigen',
  reset: 'Filter zurücksetzen',
  more: '{{count}} weitere Werte',
  any: 'Alle',
  find: '{{filter}} suchen',
  from: 'von',
  to: 'bis',
  close: 'Schließen',
  found: '{{number}} Artikel gefunden.',
  failed: 'Die Anzahl ist gerade nicht zu ermitteln. Anwenden können Sie Ihre Auswahl trotzdem.',
  retry: 'Noch einmal versuchen',
};
const brand = (active: boolean): FilterProps => ({
  key: 'brand',
  label: 'Marke',
  isSingle: false,
  range: null,
  values: Array.from({ length: 10 }, (_, index) => [
    `${30 + index}`,
    `Marke ${index}`,
    40 - index,
    active && index < 2 ? 1 : 0,
  ]),
});
const plain: ListingFilterProps = {
  action: '/Bremsscheiben/Alle-Fahrzeuge/--1523',
  locale: 'de-DE',
  country: 'DE',
  kept: {},
  asked: null,
  filters: [brand(false)],
  texts,
};

/** States of the filters by name, each of which a generic test runs. */
export const examples: Record<string, ListingFilterProps> = {
  'a long list': plain,
  'chosen values, a price, a country': {
    ...plain,
    kept: { kbaTypeId: '90001' },
    filters: [
      brand(true),
      {
        key: 'price',
        label: 'Preis',
        isSingle: true,
        range: { min: 23.4, max: 89, from: 30, to: null },
        values: [['30-', '30 € –', 7, 1]],
      },
      {
        key: 'delivery_country',
        label: 'Lieferland',
        isSingle: true,
        range: null,
        values: [
          ['DE', 'Deutschland', 90, 1],
          ['AT', 'Österreich', 70, 0],
        ],
      },
    ],
  },
  'of a search': {
    ...plain,
    action: '/Volltextsuche',
    kept: { query: 'Bremse vorn', modelId: 'm7' },
    asked: '/Volltextsuche/Bremse%20vorn?type=3&id=m7',
  },
};
