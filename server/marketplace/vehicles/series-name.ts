import { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import { type Body, bodies } from '../../contract/vehicles.js';
import { ownText } from '../catalogue-texts/own-texts.js';
import bodyWords from './data/bodies.json' with { type: 'json' };
import familyNames from './data/family-names.json' with { type: 'json' };

/** Words for a body in lists of vehicles. Words of makers, such as Variant or Avant, are part of the name. */
const written = z.record(z.string(), z.enum(bodies)).parse(bodyWords);
/** The word follows a name and precedes at most a chassis code: Roadster alone is the name of a Smart. */
const bodyWord = new RegExp(`(?<=\\S )(?:${Object.keys(written).join('|')})(?=$| (?:Multivan )?\\(| Multivan$)`);
const chassisCode = /\s*\([^)]*\)/g;
const tidy = (name: string): string => name.replace(chassisCode, '').replace(/\s+/g, ' ').trim();

/** Returns the body in the name of a series; null = none. */
export function bodyOf(series: string): Body | null {
  const [word] = bodyWord.exec(series) ?? [];
  return (word && written[word]) || null;
}

const families = familyNames.map(({ german, ...names }) => ({ german: new RegExp(german), names }));

/** Returns the name of a family, series page or model as its market writes it: `3er (E46)` is `Série 3 (E46)`. */
export function marketName(name: string, language: Language): string {
  if (language === 'de') return name;
  return families.reduce((text, { german, names }) => text.replace(german, names[language]), name);
}

/** Translates the family and the body in the name of a series. */
export function seriesNameIn(series: string, language: Language): string {
  const withBody = series.replace(bodyWord, (word) => ownText('bodies', written[word] ?? '', language) ?? word);
  return marketName(withBody, language);
}

/** Joins maker, series without chassis code, and model: `Volkswagen Golf IV Variant 1.9 TDI`. */
export function fullModelName(make: string, series: string, model: string): string {
  const short = tidy(series);
  const start = short.toLowerCase().startsWith(make.toLowerCase()) ? short : `${make} ${short}`;
  return `${start} ${model}`;
}

/** Returns a series without chassis code and body: `Golf VII`. */
export const shortSeriesName = (series: string, language: Language): string =>
  marketName(tidy(series.replace(bodyWord, '')), language);
