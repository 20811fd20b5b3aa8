import { RowError } from './import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { plainText } from './values.js';

type Side = 'front' | 'rear' | 'left' | 'right';

/** Words for a place on the car as feeds write them, in English and the languages of the editions, without accents. */
export const positionTerms: Readonly<Record<Side, readonly string[]>> = {
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
  'axle achse side seite lado lato parte partie cote zijde kant essieu eje asse as on the an der am auf a de del de la le l el il op und and et y e en oder or ou both beidseitig beide beiderseits'.split(
    ' ',
  );
const sideOf = new Map<string, Side | null>([
  ...fillers.map((word) => [word, null] as const),
  ...Object.entries(positionTerms).flatMap(([side, words]) => words.map((word) => [word, side as Side] as const)),
]);

/** The parts that a word tells: `linksvoor` tells two. Undefined for a word that is none of a place. */
function sidesOf(word: string): (Side | null)[] | undefined {
  const whole = sideOf.get(word);
  if (whole !== undefined) return [whole];
  for (let at = 4; at <= word.length - 4; at++) {
    const [first, second] = [sideOf.get(word.slice(0, at)), sideOf.get(word.slice(at))];
    if (first && second) return [first, second];
  }
  return undefined;
}

const onlyOf = (sides: ReadonlySet<Side | null>, one: Side, other: Side): Side[] =>
  sides.has(one) === sides.has(other) ? [] : [sides.has(one) ? one : other];

/**
 * Where on the car a part sits, as the catalogue keeps it: `front`, `rear-left` …; null where the row does not say, or
 * means both: what fits left and right has no side.
 * @throws RowError for a word that says nothing of a place
 */
export function positionOf(fields: FeedRecord['fields']): string | null {
  const text = plainText(fields, 'place', 80);
  if (text === null) return null;
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const sides = new Set<Side | null>();
  for (const word of words) {
    const reported = sidesOf(word);
    if (!reported)
      throw new RowError('place', text, 'is no known place such as front, rear-left, Vorderachse, avant gauche');
    for (const side of reported) sides.add(side);
  }
  return [...onlyOf(sides, 'front', 'rear'), ...onlyOf(sides, 'left', 'right')].join('-') || null;
}
