import { RowFault } from './faults.js';
import type { FeedRecord } from './reading/records.js';
import { plainText } from './values.js';

type Part = 'front' | 'rear' | 'left' | 'right';

/** Words for a place on the car as feeds write them, in English and the languages of the editions, without accents. */
export const placeWords: Readonly<Record<Part, readonly string[]>> = {
  front:
    'front vorderachse vorderachsseitig vorne vorn vorder vorderseite va avant anterieur delantero delantera delanteros delanteras anteriore anteriori vooras voor vooraan voorzijde'.split(
      ' ',
    ),
  rear: 'rear back hinterachse hinten hinter hinterseite ha arriere posterieur trasero trasera traseros traseras posterior posteriore posteriori achteras achter achteraan achterzijde'.split(
    ' ',
  ),
  left: 'left links linke linker linksseitig gauche izquierdo izquierda sinistro sinistra linkerzijde linkerkant'.split(
    ' ',
  ),
  right:
    'right rechts rechte rechter rechtsseitig droite droit derecho derecha destro destra rechterzijde rechterkant'.split(
      ' ',
    ),
};
/** What stands beside them and says nothing of its own. */
const fillers =
  'axle achse side seite lado lato cote zijde kant essieu eje asse as on the an der am auf a de del de la le el il op und and et y e en oder or ou both beidseitig beide beiderseits'.split(
    ' ',
  );
const partOf = new Map<string, Part | null>([
  ...fillers.map((word) => [word, null] as const),
  ...Object.entries(placeWords).flatMap(([part, words]) => words.map((word) => [word, part as Part] as const)),
]);

/** The parts that a word tells: `linksvoor` tells two. Undefined for a word that is none of a place. */
function partsOf(word: string): (Part | null)[] | undefined {
  const whole = partOf.get(word);
  if (whole !== undefined) return [whole];
  for (let at = 4; at <= word.length - 4; at++) {
    const [first, second] = [partOf.get(word.slice(0, at)), partOf.get(word.slice(at))];
    if (first && second) return [first, second];
  }
  return undefined;
}

const onlyOf = (parts: ReadonlySet<Part | null>, one: Part, other: Part): Part[] =>
  parts.has(one) === parts.has(other) ? [] : [parts.has(one) ? one : other];

/**
 * Where on the car a part sits, as the catalogue keeps it: `front`, `rear-left` …; null where the row does not say, or
 * means both: what fits left and right has no side.
 * @throws RowFault for a word that says nothing of a place
 */
export function placeOf(fields: FeedRecord['fields']): string | null {
  const text = plainText(fields, 'place', 80);
  if (text === null) return null;
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const parts = new Set<Part | null>();
  for (const word of words) {
    const told = partsOf(word);
    if (!told)
      throw new RowFault('place', text, 'is no known place such as front, rear-left, Vorderachse, avant gauche');
    for (const part of told) parts.add(part);
  }
  return [...onlyOf(parts, 'front', 'rear'), ...onlyOf(parts, 'left', 'right')].join('-') || null;
}
