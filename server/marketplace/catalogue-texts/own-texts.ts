import { inLanguages, type Language } from '../../contract/languages.js';
import goods from './data/goods.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };

/**
 * What the catalogue itself says: names of attributes as the trade of each country writes them (by parameter of the
 * drawings), of values that are words, of places on a car, of filters and their steps.
 */
export const ownTexts: Readonly<Record<Language, typeof de>> = { de, es, fr, it, nl };

/** The catalogue's own text for a name; undefined where it has none. */
export function ownText(section: keyof typeof de, name: string, language: Language): string | undefined {
  const texts: Readonly<Record<string, string>> = ownTexts[language][section];
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** Names of technical attributes by their key. */
export const attributeLabels: Readonly<Record<string, Record<Language, string>>> = Object.fromEntries(
  Object.keys(de.attributes).map((key) => [
    key,
    inLanguages((language) => ownText('attributes', key, language) ?? key),
  ]),
);

/** Drawing kinds that belong to the body and its equipment: they sit at the front or the rear, not on an axle. */
const bodyKinds = new Set(goods.bodyKinds);

/**
 * The words of a place (`front`, `rear-left` and the like) for a kind of part; null for none, or for one that has no
 * words.
 */
export function positionTexts(place: string | null, kind: string, language: Language): string | null {
  if (place === null) return null;
  return (bodyKinds.has(kind) && ownText('bodyPlaces', place, language)) || ownText('places', place, language) || null;
}
