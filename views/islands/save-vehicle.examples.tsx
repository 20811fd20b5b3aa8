import type { SaveVehicleProps } from './save-vehicle.island.js';

/** States of the widget by name, each of which a generic test runs. */
export const examples: Record<string, SaveVehicleProps> = {
  'offered, not saved yet': {
    modelId: '900',
    locale: 'de-AT',
    action: '/de-AT/Mein-Partavo/Fahrzeuge/speichern/900',
    loginUrl: '/de-AT/Einloggen?redirectUrl=%2Fde-AT%2FMein-Partavo%2FFahrzeuge%2Fspeichern%2F900',
    listUrl: '/de-AT/Mein-Partavo/Fahrzeuge',
    texts: {
      submit: 'Fahrzeug speichern',
      saved: 'Das Fahrzeug ist gespeichert.',
      list: 'Gespeicherte Fahrzeuge ansehen',
      hint: 'Bitte melden Sie sich an, um Ihr Fahrzeug zu speichern.',
      login: 'Anmelden und speichern',
      failed: 'Das Fahrzeug konnte nicht gespeichert werden. Bitte versuchen Sie es noch einmal.',
    },
  },
};
