import { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import { type Body, bodies } from '../../contract/vehicles.js';
import { ownText } from '../catalogue-texts/own-texts.js';
import bodyWords from './data/bodies.json' with { type: 'json' };

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

/** Translates the body in the name of a series. */
export function seriesNameIn(series: string, language: Language): string {
  return series.replace(bodyWord, (word) => ownText('bodies', written[word] ?? '', language) ?? word);
}

/** Joins maker, series without chassis code, and model: `Volkswagen Golf IV Variant 1.9 TDI`. */
export function fullModelName(make: string, series: string, model: string): string {
  const short = tidy(series);
  const start = short.toLowerCase().startsWith(make.toLowerCase()) ? short : `${make} ${short}`;
  return `${start} ${model}`;
}

/** Returns a series without chassis code and body, the same in all languages: `Golf VII`. */
export const shortSeriesName = (series: string): string => tidy(series.replace(bodyWord, ''));
