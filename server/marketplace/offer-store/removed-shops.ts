import type { DatabaseSync } from 'node:sqlite';

/** In `meta`, followed by the id: the name of a shop that is not there any more, so that it has its id when back. */
const mark = 'removed shop ';

/** To be called before shops are taken off. @param condition which, on the columns of `shop` */
export function keepShopIds(database: DatabaseSync, condition: string): void {
  database.exec(`insert or replace into meta (key, value) select '${mark}' || id, name from shop where ${condition}`);
}

/** Ids by the names of all shops that there are, and that there were. */
export function knownShops(database: DatabaseSync): Map<string, number> {
  const rows = database
    .prepare(
      `select cast(substr(key, ?) as integer) as id, value as name from meta where key glob '${mark}*'
       union all select id, name from shop`,
    )
    .all(mark.length + 1);
  return new Map(rows.map(({ id, name }) => [String(name), Number(id)]));
}

/** Takes over the ids of shops that only other offers know. */
export function keepShopIdsOf(others: DatabaseSync, database: DatabaseSync): void {
  const ids = new Set(knownShops(database).values());
  const put = database.prepare('insert into meta (key, value) values (?, ?)');
  for (const [name, id] of knownShops(others)) if (!ids.has(id)) put.run(mark + id, name);
}
