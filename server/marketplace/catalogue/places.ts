import type { Language } from '../../contract/languages.js';
import type { Words } from './words.js';

/** Where on the car a part sits, in the words of a parts list. Places are stored as `front`, `rear-left` and the like. */
const places: Readonly<Record<string, Words>> = {
  front: { de: 'Vorderachse', fr: 'essieu avant', es: 'eje delantero', it: 'asse anteriore', nl: 'vooras' },
  rear: { de: 'Hinterachse', fr: 'essieu arrière', es: 'eje trasero', it: 'asse posteriore', nl: 'achteras' },
  left: { de: 'links', fr: 'gauche', es: 'izquierda', it: 'sinistra', nl: 'links' },
  right: { de: 'rechts', fr: 'droite', es: 'derecha', it: 'destra', nl: 'rechts' },
  'front-left': {
    de: 'Vorderachse links',
    fr: 'avant gauche',
    es: 'delantero izquierdo',
    it: 'anteriore sinistro',
    nl: 'linksvoor',
  },
  'front-right': {
    de: 'Vorderachse rechts',
    fr: 'avant droite',
    es: 'delantero derecho',
    it: 'anteriore destro',
    nl: 'rechtsvoor',
  },
  'rear-left': {
    de: 'Hinterachse links',
    fr: 'arrière gauche',
    es: 'trasero izquierdo',
    it: 'posteriore sinistro',
    nl: 'linksachter',
  },
  'rear-right': {
    de: 'Hinterachse rechts',
    fr: 'arrière droite',
    es: 'trasero derecho',
    it: 'posteriore destro',
    nl: 'rechtsachter',
  },
};

/** Parts of the body sit at the front or the rear, not on an axle. */
const bodyPlaces: Readonly<Record<string, Words>> = {
  front: { de: 'vorn', fr: 'avant', es: 'delantero', it: 'anteriore', nl: 'voor' },
  rear: { de: 'hinten', fr: 'arrière', es: 'trasero', it: 'posteriore', nl: 'achter' },
  'front-left': { ...(places['front-left'] as Words), de: 'vorn links' },
  'front-right': { ...(places['front-right'] as Words), de: 'vorn rechts' },
  'rear-left': { ...(places['rear-left'] as Words), de: 'hinten links' },
  'rear-right': { ...(places['rear-right'] as Words), de: 'hinten rechts' },
};
/** Drawing kinds that belong to the body and its equipment. */
const bodyKinds = new Set(
  'bumper fender mirror wiper headlight tailLight bulb windowLift lock mat gasSpring seal horn switch cable hose'.split(
    ' ',
  ),
);

/** The words of a place for a kind of part; null for none, or for one that has no words. */
export function placeWords(place: string | null, kind: string, language: Language): string | null {
  if (place === null) return null;
  return (bodyKinds.has(kind) && bodyPlaces[place]?.[language]) || places[place]?.[language] || null;
}
