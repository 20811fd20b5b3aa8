import type { Language } from '../../contract/languages.js';
import type { Body } from '../../contract/vehicles.js';
import { ownText } from '../catalogue/own-texts.js';

/** Words for a body as lists of vehicles write them. What makers call a car, such as Variant or Avant, is its name. */
const written: Readonly<Record<string, Body>> = {
  Schrägheck: 'hatchback',
  Hatchback: 'hatchback',
  Stufenheck: 'notchback',
  Limousine: 'saloon',
  Kombi: 'estate',
  'T-Modell': 'tModel',
  Coupé: 'coupe',
  Cabriolet: 'cabriolet',
  Cabrio: 'cabriolet',
  Roadster: 'roadster',
  Großraumlimousine: 'mpv',
  Großraum: 'mpv',
  Kasten: 'panelVan',
  Kastenwagen: 'panelVan',
  Bus: 'bus',
  'Pick-up': 'pickup',
  Geländewagen: 'offRoad',
  Pritsche: 'platform',
  '3-Türer': 'threeDoors',
  '5-Türer': 'fiveDoors',
};
/** Behind a name and nothing but its chassis code: a Smart Roadster is called so. */
const bodyWord = new RegExp(`(?<=\\S )(?:${Object.keys(written).join('|')})(?=$| (?:Multivan )?\\(| Multivan$)`);
const chassisCode = /\s*\([^)]*\)/g;
const tidy = (name: string): string => name.replace(chassisCode, '').replace(/\s+/g, ' ').trim();

/** The body that the name of a series tells; null where it tells none. */
export function bodyOf(series: string): Body | null {
  const [word] = bodyWord.exec(series) ?? [];
  return (word && written[word]) || null;
}

/** The name of a series with its body in the words of a language. */
export function seriesNameIn(series: string, language: Language): string {
  return series.replace(bodyWord, (word) => ownText('bodies', written[word] ?? '', language) ?? word);
}

/** Maker, series without its chassis code, and model, as people say it: `Volkswagen Golf IV Variant 1.9 TDI`. */
export function fullModelName(make: string, series: string, model: string): string {
  const short = tidy(series);
  const start = short.toLowerCase().startsWith(make.toLowerCase()) ? short : `${make} ${short}`;
  return `${start} ${model}`;
}

/** A series without its chassis code and its body, the same in all languages: `Golf VII`. */
export const shortSeriesName = (series: string): string => tidy(series.replace(bodyWord, ''));
