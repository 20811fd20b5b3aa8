import type { DatabaseSync } from 'node:sqlite';
import { catalogueVersion } from '../store/catalogue-schema.js';
import { returnWithheldOffers } from '../store/offer-rejections.js';
import { CatalogueCopy } from './catalogue-copy.js';
import { FeedError } from './import-errors.js';
import { servedFile, versionOf } from '../store/served-file.js';
import { updateFromProducts } from './update-derived-tables.js';

/** Tables that are rebuilt from the others, besides those of the search. */
const derived: ReadonlySet<string> = new Set([
  'product_price',
  'leaf_product',
  'leaf_column',
  'leaf_price',
  'shop_best_offer',
  'offer_fault',
]);

/** The outcome of an upgrade. */
export interface Upgrade {
  /** Version of the tables before. */
  readonly from: number;
  /** Name of the new generation. */
  readonly generation: string;
  /** Tables and columns of before that this version does not have. */
  readonly dropped: readonly string[];
}

/**
 * Makes a generation with the tables of this version out of a served one of an older version: rows are migrated column
 * by column, what follows from them is rebuilt. Ids stay, since products, offers and vehicles do.
 * @returns null where the catalogue is of this version already
 * @throws FeedError where there is no catalogue, a newer one, or a new column cannot be filled; InvalidCatalogueError.
 * Nothing has changed then
 */
export function upgradeCatalogue(dataDir: string): Upgrade | null {
  const older = servedFile(dataDir);
  if (older === null) throw new FeedError(`There is no catalogue in ${dataDir}.`);
  const from = versionOf(older);
  if (from === catalogueVersion) return null;
  if (from > catalogueVersion) throw new FeedError('The catalogue was made by a newer version of the shop.');
  const copy = new CatalogueCopy(dataDir, { isFresh: true });
  try {
    const { database } = copy;
    database.prepare('attach ? as older').run(older);
    const dropped = carryOver(database);
    returnWithheldOffers(database);
    updateFromProducts(database);
    copy.activate(null);
    return { from, generation: copy.generation, dropped };
  } finally {
    copy.close();
  }
}

/** @returns what had no place */
function carryOver(database: DatabaseSync): string[] {
  const dropped: string[] = [];
  const tables = tablesOf(database, 'main');
  const olderTables = tablesOf(database, 'older');
  for (const table of olderTables) {
    if (!tables.includes(table)) {
      dropped.push(table);
      continue;
    }
    const columns = columnsOf(database, 'main', table);
    const given = new Set(columnsOf(database, 'older', table).map(({ name }) => name));
    const unfilled = columns.find(({ name, isNeeded }) => isNeeded && !given.has(name));
    if (unfilled)
      throw new FeedError(
        `The older catalogue does not tell ${table}.${unfilled.name}. Import all feeds anew, the first one with --anew (server/marketplace/import/README.md).`,
      );
    const names = columns.map(({ name }) => name);
    for (const name of given) if (!names.includes(name)) dropped.push(`${table}.${name}`);
    const kept = names.filter((name) => given.has(name)).join(', ');
    database.exec(`insert into main.${table} (${kept}) select ${kept} from older.${table}`);
  }
  return dropped;
}

/** Ordinary tables that hold what was imported. */
function tablesOf(database: DatabaseSync, schema: 'main' | 'older'): string[] {
  return database
    .prepare('select name from pragma_table_list where schema = ? and type = ? order by name')
    .all(schema, 'table')
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite|search)_/.test(name) && !derived.has(name));
}

function columnsOf(database: DatabaseSync, schema: 'main' | 'older', table: string) {
  return database
    .prepare('select name, "notnull" and dflt_value is null and not pk as needed from pragma_table_info(?, ?)')
    .all(table, schema)
    .map(({ name, needed }) => ({ name: String(name), isNeeded: needed === 1 }));
}
