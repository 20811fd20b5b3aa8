import type { VehiclePickerProps } from './vehicle-picker.island.js';

const texts: VehiclePickerProps['texts'] = {
  manufacturer: 'Hersteller',
  series: 'Baureihe',
  model: 'Modell',
  chooseManufacturer: 'Hersteller wählen',
  chooseSeries: 'Baureihe wählen',
  chooseModel: 'Modell wählen',
  manufacturerFirst: 'erst Hersteller wählen',
  seriesFirst: 'erst Baureihe wählen',
  popular: 'Beliebt',
  all: 'Alle',
  submit: 'Weiter',
  loading: 'Wird geladen …',
  loaded: '{{count}} Einträge stehen zur Wahl.',
  since: 'ab {{year}}',
  until: 'bis {{year}}',
  power: '{{kw}} kW / {{ps}} PS',
};
const manufacturers: VehiclePickerProps['manufacturers'] = {
  popular: ['2', '3'],
  all: [
    ['1', 'Abarth'],
    ['2', 'Audi'],
    ['3', 'Škoda'],
  ],
};
const start: VehiclePickerProps = {
  action: '/Ersatzteile/Alle-Fahrzeuge/--',
  locale: 'de-DE',
  hidden: {},
  manufacturers,
  series: null,
  models: null,
  chosen: { manufacturerId: null, seriesId: null, modelId: null },
  texts,
};

/** States of the picker by name; one generic test runs every one. */
export const examples: Record<string, VehiclePickerProps> = {
  'nothing chosen': start,
  'manufacturer chosen, on a category page': {
    ...start,
    hidden: { categoryId: '1523' },
    series: { popular: [], all: [['30', 'Octavia II Combi (1Z5), 2004–2013']] },
    chosen: { manufacturerId: '3', seriesId: null, modelId: null },
  },
  'everything chosen, long names': {
    ...start,
    series: {
      popular: [['30', 'Octavia II Combi (1Z5), 2004–2013']],
      all: [
        ['30', 'Octavia II Combi (1Z5), 2004–2013'],
        ['31', 'Superb III Kombi (3V5) „L & K“ <Sonderausstattung>, ab 2015'],
      ],
    },
    models: { popular: [], all: [['900', '1.9 TDI, 77 kW / 105 PS, 1896 cm³, 2004–2010']] },
    chosen: { manufacturerId: '3', seriesId: '30', modelId: '900' },
  },
};
