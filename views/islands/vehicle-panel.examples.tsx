import type { VehiclePanelProps } from './vehicle-panel.props.js';
import { examples as pickers } from './vehicle-picker.examples.js';

const picker = pickers['nothing chosen']?.texts as VehiclePanelProps['picker'];

/** States that the server renders. Recent vehicles and the catalogue exist only on a device. */
export const examples: Record<string, VehiclePanelProps> = {
  'folded away': {
    action: '/Ersatzteile/Alle-Fahrzeuge/--',
    locale: 'de-DE',
    topManufacturers: ['Audi', 'BMW'],
    picker,
    saved: null,
    texts: {
      choose: 'Fahrzeug wählen',
      change: 'Ändern',
      garage: 'Zuletzt gewählte Fahrzeuge',
      forget: 'Entfernen',
      forgetOf: '{{vehicle}} entfernen',
      catalogue: 'Anderes Fahrzeug wählen',
      list: 'Hersteller, Baureihe und Modell wählen',
      loading: 'Wird geladen …',
      failed: 'Die Hersteller konnten nicht geladen werden.',
      retry: 'Noch einmal versuchen',
      forgotten: '{{vehicle}} ist nicht mehr gespeichert.',
    },
  },
};
