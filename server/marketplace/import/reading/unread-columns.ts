import type { UnreadColumn } from '../../../contract/problem.js';
import { columnKey, columnsOf, type ImportKind } from './columns.js';
import { priceName } from './price-names.js';

/** Most columns that a report names. */
const most = 50;
/** Share of pairs of letters that two similar names have in common. */
const similar = 0.5;

const pairsOf = (key: string): Set<string> => new Set(Array.from(key.slice(1), (letter, at) => `${key[at]}${letter}`));

/** Dice's coefficient of the pairs of letters, 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return (2 * shared) / (one.size + other.size || 1);
}

/**
 * Describes the columns of a header that have no meaning here. `nearest` is a column that the file lacks.
 * @param given our names of the other columns
 */
export function unreadColumns(
  kind: ImportKind,
  unread: readonly string[],
  given: ReadonlySet<string> = new Set(),
): UnreadColumn[] {
  if (unread.length === 0) return [];
  const known = columnsOf[kind]
    .filter(({ name }) => !given.has(name))
    .flatMap(({ name, also, otherwise }) =>
      [name, ...also, ...otherwise].map((spelling) => ({ name, pairs: pairsOf(columnKey(spelling)) })),
    );
  return unread.slice(0, most).map((column) => {
    const pairs = pairsOf(columnKey(column));
    const { isNet } = priceName(column);
    let best = { name: null as string | null, score: similar };
    for (const { name, pairs: other } of known) {
      const score = isNet ? 0 : likeness(pairs, other);
      if (score > best.score) best = { name, score };
    }
    return { column: column.slice(0, 60), nearest: best.name, isNet };
  });
}
