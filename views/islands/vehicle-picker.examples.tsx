import type { Hit, KeysTexts, LookupResult, PlateTexts, VehiclePickerProps } from './vehicle-picker.props.js';

const texts: VehiclePickerProps['texts'] = {
  manufacturer: 'Hersteller',
  series: 'Baureihe',
  model: 'Modell',
  chooseManufacturer: 'Hersteller wählen',
  chooseSeries: 'Baureihe wählen',
  chooseModel: 'Modell wählen',
  manufacturerFirst: 'erst Hersteller wählen',
  seriesFirst: 'erst Baureihe wählen',
  popularManufacturers: 'Beliebte Hersteller',
  allManufacturers: 'Alle Hersteller',
  popularSeries: 'Beliebte Baureihen',
  allSeries: 'Alle Baureihen',
  popularModels: 'Beliebte Modelle',
  allModels: 'Alle Modelle',
  submit: 'Weiter',
  loading: 'Wird geladen …',
  loaded: '{{count}} Einträge stehen zur Wahl.',
  failed: 'Die Auswahl konnte nicht geladen werden. Mit „Weiter“ versuchen Sie es noch einmal.',
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
  keys: null,
  plate: null,
  paper: null,
  lookupResult: null,
};
const shared = {
  legend: 'Wie suchen Sie Ihr Fahrzeug?',
  byModel: 'Nach Modell',
  title: 'Welches ist Ihr Fahrzeug?',
  several: '{{count}} Fahrzeuge passen.',
  close: 'Schließen',
  submit: 'Fahrzeug suchen',
  searching: 'Wird gesucht …',
  found: 'Gefunden: {{vehicle}}',
};
const keys: KeysTexts = {
  ...shared,
  other: 'Nach HSN und TSN',
  hsn: 'HSN (Feld 2.1)',
  tsn: 'TSN (Feld 2.2)',
  help: 'Wo stehen HSN und TSN?',
  about: 'Von Feld 2.2 zählen die ersten drei Zeichen.',
  drawing: 'Ausschnitt der Zulassungsbescheinigung Teil I',
  hsnInvalid: 'Die HSN hat genau vier Zeichen.',
  tsnInvalid: 'Die TSN hat genau drei Zeichen.',
  unknown: 'Diese HSN / TSN ist uns leider nicht bekannt',
  failed: 'Die Suche ist gerade nicht möglich.',
  retry: 'Noch einmal versuchen',
};
const plate: PlateTexts = {
  ...shared,
  other: 'Nach Kennzeichen',
  plate: 'Kennzeichen',
  example: 'Beispiel: AA-123-ZZ',
  invalid: 'Das Kennzeichen sieht aus wie AA-123-ZZ.',
  licenseUnknown: 'Dieses Kennzeichen ist uns leider nicht bekannt.',
  failed: 'Die Suche ist gerade nicht möglich.',
};
/** Any picture, since it shows only on demand. */
const paper = '/icon.svg';
const hit: Hit = {
  modelId: '900',
  kbaTypeId: '4711',
  name: 'Golf 1.9 TDI',
  power: '77 kW / 105 PS',
  years: '2003–2009',
};
const ofKeys = (change: Partial<LookupResult>): VehiclePickerProps => ({
  ...start,
  keys,
  paper,
  lookupResult: { entered: { hsn: '0603', tsn: 'BGU', plate: '' }, state: 'unknown', hits: [], ...change },
});

/** States of the picker by name, each of which a generic test runs. */
export const examples: Record<string, VehiclePickerProps> = {
  'nothing chosen': start,
  'manufacturer chosen, on a category page': {
    ...start,
    hidden: { categoryId: '1523' },
    series: { popular: [], all: [['30', 'Octavia II Combi (1Z5), 2004–2013']] },
    chosen: { manufacturerId: '3', seriesId: null, modelId: null },
  },
  'German edition: a second way': { ...start, keys, paper },
  'German edition: not known': ofKeys({}),
  'German edition: could not be asked': ofKeys({ state: 'failed' }),
  'German edition: HSN too short': ofKeys({ state: 'invalid', entered: { hsn: '06', tsn: '', plate: '' } }),
  'German edition: several hits': ofKeys({ state: 'several', hits: [hit, { ...hit, modelId: '901', years: '' }] }),
  'French edition: a second way': { ...start, plate },
  'French edition: not known': {
    ...start,
    plate,
    lookupResult: { entered: { hsn: '', tsn: '', plate: 'AA-123-ZZ' }, state: 'unknown', hits: [] },
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
