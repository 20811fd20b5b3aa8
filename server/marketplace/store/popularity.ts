import { type Kysely, sql } from 'kysely';
import type { CatalogueTables } from './catalogue-tables.js';
import type { Yield } from './yield-to-event-loop.js';

/** Products that are read between two pauses. */
const readAtATime = 5000;

/**
 * How popular the products are, by id: one more than their popularity, 0 = the catalogue has no such product. A text
 * for each category instead of a row for each product: rows are what costs.
 */
export async function readPopularity(
  db: Kysely<CatalogueTables>,
  categoryIds: Iterable<number>,
  pause: Yield,
): Promise<Uint32Array> {
  const last = await db
    .selectFrom('product')
    .select((expression) => expression.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow();
  const popularity = new Uint32Array((last.id ?? 0) + 1);
  let count = 0;
  for (const category of categoryIds) {
    const { rows } = await sql<{ ids: string; values: string }>`
      select json_group_array(id) as ids, json_group_array(popularity) as "values" from product
      where category_id = ${category}`.execute(db);
    const ids = JSON.parse(rows[0]?.ids ?? '[]') as number[];
    const values = JSON.parse(rows[0]?.values ?? '[]') as number[];
    for (let at = 0; at < ids.length; at++) popularity[ids[at] as number] = 1 + (values[at] as number);
    count += ids.length;
    if (count < readAtATime) continue;
    count = 0;
    await pause();
  }
  return popularity;
}
