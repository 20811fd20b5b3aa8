import type { SearchBoxProps } from './search-box.props.js';

const start: SearchBoxProps = {
  action: '/search',
  locale: 'de-DE',
  vehicle: null,
  texts: {
    label: 'Teil oder Teilenummer suchen',
    placeholder: 'Teil oder Teilenummer',
    submit: 'Suchen',
    list: 'Vorschläge',
    count: 'Anzahl der Vorschläge: {{number}}. Die Pfeiltasten wählen aus.',
    none: 'Keine Vorschläge.',
    vehicleSpecific: 'Für {{vehicle}}',
    universal: 'Universelle Artikel',
    specific: 'Kategorien',
    products: 'Artikel',
    vehicles: 'Fahrzeuge',
  },
};

/** States of the search box by name, each of which a generic test runs. */
export const examples: Record<string, SearchBoxProps> = {
  'no vehicle': start,
  'vehicle of the page': { ...start, vehicle: ['modelId', 'm7'] },
  'a make only, in another edition': {
    ...start,
    action: '/fr-FR/search',
    locale: 'fr-FR',
    vehicle: ['vehicleManufacturerId', '10'],
  },
};
