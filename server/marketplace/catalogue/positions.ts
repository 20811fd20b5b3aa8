import type { Language } from '../../contract/languages.js';
import { ownText } from './own-texts.js';

/** Drawing kinds that belong to the body and its equipment: they sit at the front or the rear, not on an axle. */
const bodyKinds = new Set(
  'bumper fender mirror wiper headlight tailLight bulb windowLift lock mat gasSpring seal horn switch cable hose'.split(
    ' ',
  ),
);

/**
 * The words of a place (`front`, `rear-left` and the like) for a kind of part; null for none, or for one that has no
 * words.
 */
export function positionTexts(place: string | null, kind: string, language: Language): string | null {
  if (place === null) return null;
  return (bodyKinds.has(kind) && ownText('bodyPlaces', place, language)) || ownText('places', place, language) || null;
}
