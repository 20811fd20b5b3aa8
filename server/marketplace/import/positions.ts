import words from './reading/data/words.json' with { type: 'json' };
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { meaningsIn, plainText } from './values.js';

type Side = keyof typeof words.sides;

/** Words beside those for a side that mean no side themselves. */
const fillers = new Set(words.besideSides.split('|'));
const sides = meaningsIn(words.sides);

/** The sides that a word names: `linksvoor` names two, `Achse` none. Undefined for a word that says nothing of a place. */
function sidesOf(word: string): Side[] | undefined {
  const whole = sides.get(word);
  if (whole !== undefined) return [whole];
  if (fillers.has(word)) return [];
  for (let at = 4; at <= word.length - 4; at++) {
    const [first, second] = [sides.get(word.slice(0, at)), sides.get(word.slice(at))];
    if (first && second) return [first, second];
  }
  return undefined;
}

const onlyOf = (named: ReadonlySet<Side>, one: Side, other: Side): Side[] =>
  named.has(one) === named.has(other) ? [] : [named.has(one) ? one : other];

/**
 * Where on the car a part sits, as the catalogue keeps it: `front`, `rear-left` …; null where the row does not say, or
 * means both: what fits left and right has no side.
 * @throws RowError for a word that says nothing of a place
 */
export function positionOf(fields: FeedRecord['fields']): string | null {
  const text = plainText(fields, 'place', 80);
  if (text === null) return null;
  const written = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const named = new Set<Side>();
  for (const word of written) {
    const own = sidesOf(word);
    if (!own)
      throw new RowError('place', text, 'is no known place such as front, rear-left, Vorderachse, avant gauche');
    for (const side of own) named.add(side);
  }
  return [...onlyOf(named, 'front', 'rear'), ...onlyOf(named, 'left', 'right')].join('-') || null;
}
