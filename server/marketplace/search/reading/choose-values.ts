import { sql } from 'kysely';
import { decodeColumn } from '../../catalogue-file/leaf-format.js';
import type { Generation } from '../../generation/generation.js';
import { comparable } from '../words/value-terms.js';
import type { Measure, Wanted } from './read-measures.js';

/** A value of a leaf that matches a measure. */
interface LeafValueRow {
  readonly term: string;
  readonly category_id: number;
  readonly key: string;
  readonly value: string;
  readonly position: number;
}
/** Matching values of leaves by wanted value. */
export type AnsweringValues = ReadonlyMap<Wanted, readonly LeafValueRow[]>;

/**
 * Reads the matching values of leaves.
 * @param leaves null = all
 */
export async function answeringValues(
  { db }: Generation,
  measures: readonly Measure[],
  leaves: readonly number[] | null,
): Promise<AnsweringValues> {
  const found = new Map<Wanted, LeafValueRow[]>();
  const within =
    leaves === null ? sql`true` : sql`category_id in (select value from json_each(${JSON.stringify(leaves)}))`;
  for (const wanted of measures.flatMap((measure) => measure.wanted)) {
    const { bare, terms, keys } = wanted;
    const isListed = sql`term in (select value from json_each(${JSON.stringify(terms)}))`;
    const begins = (start: string) => sql`(term >= ${start} and term < ${`${start}\uffff`})`;
    const isIt =
      bare !== null ? begins(`${bare} `) : wanted.start ? sql`(${isListed} or ${begins(wanted.start)})` : isListed;
    const { rows } = await sql<LeafValueRow>`select term, category_id, key, value, position from search_value
      where ${isIt} and ${within}`.execute(db);
    const allowed = keys === null ? rows : rows.filter(({ key }) => keys.includes(key));
    // The word of a counted thing may also name another attribute.
    found.set(wanted, allowed.length > 0 || bare === null ? allowed : rows);
  }
  return found;
}

/** Returns the values of one leaf for a measure, each of another attribute; null if the leaf lacks one of them. */
export function valuesInLeaf(
  measure: Measure,
  values: AnsweringValues,
  leaf: number,
  taken: ReadonlyMap<string, readonly string[]>,
): Map<string, string[]> | null {
  const chosen = new Map<string, string[]>();
  for (const wanted of measure.wanted) {
    const rows = (values.get(wanted) ?? []).filter(
      ({ category_id, key }) => category_id === leaf && !chosen.has(key) && !taken.has(key),
    );
    const isNamed = ({ key }: LeafValueRow) => (wanted.preferred?.includes(key) ? 0 : 1);
    const [first] = rows.toSorted((a, b) => isNamed(a) - isNamed(b) || a.position - b.position);
    if (!first) return null;
    chosen.set(
      first.key,
      rows.filter(({ key }) => key === first.key).map(({ value }) => value),
    );
  }
  return chosen;
}

/** Largest difference of a value that is offered instead, as a share. */
const farthest = 0.08;
const mostNear = 2;

/** Reads the nearest values of a leaf, of the first attribute that has any; null if none is near. */
export async function nearestValues(
  { db }: Generation,
  { amount, keys }: Wanted,
  leaf: number,
): Promise<{ key: string; values: string[]; shown: string[] } | null> {
  if (amount === null) return null;
  const rows = await db
    .selectFrom('leaf_column')
    .select(['key', 'data'])
    .where('category_id', '=', leaf)
    .where('key', '!=', 'id')
    .orderBy('position')
    .execute();
  for (const { key, data } of rows) {
    if (keys && !keys.includes(key)) continue;
    const near = decodeColumn(data)
      .values.filter(([value, unit]) => unit !== null && /^\d+(?:\.\d+)?$/.test(value))
      .map(([value, unit]) => ({ value, unit, own: comparable(Number(value), unit ?? '') }))
      .filter(({ own }) => own.unit === amount.unit)
      .map((each) => ({ ...each, distance: Math.abs(each.own.amount - amount.amount) }))
      .filter(({ distance }) => distance <= amount.amount * farthest)
      .sort((a, b) => a.distance - b.distance || a.own.amount - b.own.amount)
      .slice(0, mostNear);
    if (near.length === 0) continue;
    return {
      key,
      values: near.map(({ value }) => value),
      shown: near.map(({ value, unit }) => `${value} ${unit}`),
    };
  }
  return null;
}
