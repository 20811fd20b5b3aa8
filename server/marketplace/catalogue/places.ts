import type { Language } from '../../api/contract.js';

type Words = Readonly<Record<Language, string>>;

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

/** The words of a place; null for none, or for one that has no words. */
export function placeWords(place: string | null, language: Language): string | null {
  return (place !== null && places[place]?.[language]) || null;
}
