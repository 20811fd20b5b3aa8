import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { oldestVersion, otherVersion, servedFile, versionOf } from '../catalogue-file/served-file.js';
import { refuseLostIds, refuseLostOffers } from '../data-folder/lost-files.js';
import { judgingTurn, type OfferTurn } from '../data-folder/offer-turn.js';
import { refuseDamage } from '../files/file-sums.js';
import { productFacts } from '../offer-store/product-flags.js';
import { renewOfferStore } from '../offer-store/renew-offer-store.js';
import { CatalogueCopy } from './catalogue-copy.js';
import { FeedError } from './reading/import-errors.js';
import { updateFromProducts } from './update-derived-tables.js';

/** Tables that are rebuilt, besides those of the search. */
const derived: ReadonlySet<string> = new Set(['product_flags', 'leaf_product', 'leaf_column']);

/**
 * Makes a generation with tables of this version from a served one of an older version. Copies rows column by column
 * and rebuilds derived tables. Ids stay.
 * @returns the former version, the new generation, and dropped tables and columns; null if the version is current
 * @throws FeedError for a missing, newer or too old catalogue, or a new column without a value; InvalidCatalogueError
 */
export function upgradeCatalogue(dataDir: string, clock: Clock) {
  const older = servedFile(dataDir);
  if (older === null) throw new FeedError(`There is no catalogue in ${dataDir}.`);
  const from = versionOf(older);
  if (from === catalogueVersion) {
    renewOffers(dataDir, older);
    return null;
  }
  if (from < oldestVersion || from > catalogueVersion) throw new FeedError(otherVersion(older) ?? '');
  refuseDamage(older);
  refuseLostIds(dataDir);
  refuseLostOffers(dataDir);
  using copy = new CatalogueCopy(dataDir, clock, { isFresh: true });
  const { database } = copy;
  database.prepare('attach ? as older').run(older);
  const tables = tablesOf(database, 'main');
  const dropped = tablesOf(database, 'older').flatMap((table) =>
    tables.includes(table) ? carryOver(database, table) : [table],
  );
  updateFromProducts(database);
  copy.activate(null, renewingTurn(dataDir, older, clock));
  return { from, generation: copy.generation, dropped };
}

/** Upgrades an older offer store, judged by a catalogue. */
function renewOffers(dataDir: string, file: string): void {
  using catalogue = new DatabaseSync(file, { readOnly: true });
  renewOfferStore(dataDir, productFacts(catalogue));
}

/** Upgrades the offer store before its offers are judged again. */
function renewingTurn(dataDir: string, older: string, clock: Clock): OfferTurn {
  const judging = judgingTurn(dataDir, older, clock);
  return {
    ...judging,
    before(file, name) {
      renewOffers(dataDir, file);
      judging.before(file, name);
    },
  };
}

/** Copies the columns that both tables have. @returns columns that this version dropped */
function carryOver(database: DatabaseSync, table: string): string[] {
  const columns = columnsOf(database, 'main', table);
  const given = columnsOf(database, 'older', table).map(({ name }) => name);
  const unfilled = columns.find(({ name, isNeeded }) => isNeeded && !given.includes(name));
  if (unfilled) throw new FeedError(`The older catalogue lacks ${table}.${unfilled.name}. ${importAnew}`);
  const names = columns.map(({ name }) => name);
  const kept = names.filter((name) => given.includes(name)).join(', ');
  database.exec(
    `insert into main.${table} (${kept}) select ${kept} from older.${table} order by ${sortedBy(database, table)}`,
  );
  return given.filter((name) => !names.includes(name)).map((name) => `${table}.${name}`);
}

const importAnew =
  'Import all feeds again. The first import needs --anew --keep-offers (server/marketplace/import/README.md).';

/** Columns of the primary key; SQLite inserts fastest in their order. */
function sortedBy(database: DatabaseSync, table: string): string {
  return database
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .all(table)
    .map(({ name }) => String(name))
    .join(', ');
}

function tablesOf(database: DatabaseSync, schema: 'main' | 'older'): string[] {
  return database
    .prepare('select name from pragma_table_list where schema = ? and type = ? order by name')
    .all(schema, 'table')
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite|search)_(?!steering$)/.test(name) && !derived.has(name));
}

function columnsOf(database: DatabaseSync, schema: 'main' | 'older', table: string) {
  return database
    .prepare('select name, "notnull" and dflt_value is null and not pk as needed from pragma_table_info(?, ?)')
    .all(table, schema)
    .map(({ name, needed }) => ({ name: String(name), isNeeded: needed === 1 }));
}
