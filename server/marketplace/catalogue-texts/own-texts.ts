import { inLanguages, type Language } from '../../contract/languages.js';
import goods from './data/goods.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

/**
 * Texts of the catalogue: names of attributes in the trade of each country, words of values, places on a car, filters.
 */
export const ownTexts: Readonly<Record<Language, typeof de>> = { de, es, fr, it, nl };

export function ownText(section: keyof typeof de, name: string, language: Language): string | undefined {
  const texts: Readonly<Record<string, string>> = ownTexts[language][section];
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** Names of technical attributes by key. */
export const attributeLabels: Readonly<Record<string, Record<Language, string>>> = Object.fromEntries(
  Object.keys(de.attributes).map((key) => [
    key,
    inLanguages((language) => ownText('attributes', key, language) ?? key),
  ]),
);

/** Drawing kinds of the body: they sit at the front or the rear, not on an axle. */
const bodyKinds = new Set(goods.bodyKinds);

/** Returns the words of a place such as `rear-left` for a kind of part; null = none. */
export function positionTexts(place: string | null, kind: string, language: Language): string | null {
  if (place === null) return null;
  return (bodyKinds.has(kind) && ownText('bodyPlaces', place, language)) || ownText('places', place, language) || null;
}
