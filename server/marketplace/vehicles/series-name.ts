import { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import { type Body, bodies } from '../../contract/vehicles.js';
import { ownText } from '../catalogue-texts/own-texts.js';
import bodyWords from './data/bodies.json' with { type: 'json' };

/** Words for a body as lists of vehicles write them. What makers call a car, such as Variant or Avant, is its name. */
const written = z.record(z.string(), z.enum(bodies)).parse(bodyWords);
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
