import { expect, test } from 'vitest';
import { addressFor } from './article.js';

test.each([
  ['Hauptstraße 1, Steyr', 'AT', 'fr-FR', 'Hauptstraße 1, Steyr, Autriche'],
  ['Hauptstraße 1, Steyr, Österreich', 'AT', 'nl-NL', 'Hauptstraße 1, Steyr, Oostenrijk'],
  ['Hauptstraße 1, Steyr, AT', 'AT', 'de-AT', 'Hauptstraße 1, Steyr, Österreich'],
  ['1 Main Street, Izmir', 'TR', 'es-ES', '1 Main Street, Izmir, Turquía'],
  ['Hauptstraße 1, Steyr', '', 'it-IT', 'Hauptstraße 1, Steyr'],
  ['', 'AT', 'it-IT', ''],
] as const)('%s of %s is in %s: %s', (address, country, locale, shown) =>
  expect(addressFor({ address, country }, locale)).toBe(shown),
);
