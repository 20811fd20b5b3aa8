import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { OfferFill } from '../offer-store/offer-fill.js';
import { renewOfferStore } from '../offer-store/renew-offer-store.js';
import { catalogueVersion } from '../store/catalogue-schema.js';
import { refuseDamage } from '../store/file-sums.js';
import { refuseLostIds } from '../store/lost-files.js';
import { judgedBy, judgingTurn, type OfferTurn } from '../store/offer-turn.js';
import { productFacts } from '../store/product-flags.js';
import { servedFile, versionOf } from '../store/served-file.js';
import { CatalogueCopy } from './catalogue-copy.js';
import { FeedError } from './import-errors.js';
import { updateFromProducts } from './update-derived-tables.js';

/** Tables that are rebuilt from the others, besides those of the search. */
const derived: ReadonlySet<string> = new Set([
  'product_flags',
  'product_price',
  'leaf_product',
  'leaf_column',
  'leaf_price',
  'shop_best_offer',
  'offer_fault',
]);
/** Version from which on shops and offers are in `offers.db`. */
const offersApart = 8;
/** Where they go from the tables of a catalogue of an older version. All are judged anew. */
const moved = [
  ['shop', 'shop'],
  ['shop_rate', 'shop_rate'],
  ['offer', 'offer'],
  ['withheld_offer', 'offer'],
  ['offer_change', 'offer_change'],
] as const;

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
 * by column, what follows from them is rebuilt. Shops and offers go to `offers.db`. Ids stay, since products, offers
 * and vehicles do.
 * @returns null where the catalogue is of this version already
 * @throws FeedError where there is no catalogue, a newer one, or a new column cannot be filled; InvalidCatalogueError.
 * Nothing has changed then
 */
export function upgradeCatalogue(dataDir: string, clock: Clock): Upgrade | null {
  const older = servedFile(dataDir);
  if (older === null) throw new FeedError(`There is no catalogue in ${dataDir}.`);
  const from = versionOf(older);
  if (from === catalogueVersion) {
    renewServed(dataDir, older);
    return null;
  }
  if (from > catalogueVersion) throw new FeedError('The catalogue was made by a newer version of the shop.');
  refuseDamage(older);
  refuseLostIds(dataDir);
  const copy = new CatalogueCopy(dataDir, clock, { isFresh: true });
  try {
    const { database } = copy;
    database.prepare('attach ? as older').run(older);
    const tables = tablesOf(database, 'main');
    const hasOffers = from < offersApart;
    const left = tablesOf(database, 'older').filter((table) => !hasOffers || !moved.some(([name]) => name === table));
    const dropped = left.flatMap((table) => (tables.includes(table) ? carryOver(database, table) : [table]));
    updateFromProducts(database);
    const turn = hasOffers ? movingTurn(dataDir, older, copy, dropped) : renewingTurn(dataDir, older, clock);
    copy.activate(null, turn);
    return { from, generation: copy.generation, dropped };
  } finally {
    copy.close();
  }
}

/** Brings an older offer store up to date where the catalogue needs nothing. */
function renewServed(dataDir: string, served: string): void {
  const catalogue = new DatabaseSync(served, { readOnly: true });
  try {
    renewOfferStore(dataDir, productFacts(catalogue));
  } finally {
    catalogue.close();
  }
}

/** Brings an older offer store up to date before its offers are judged anew. */
function renewingTurn(dataDir: string, older: string, clock: Clock): OfferTurn {
  const judging = judgingTurn(dataDir, older, clock);
  return {
    ...judging,
    before(file, name) {
      const catalogue = new DatabaseSync(file, { readOnly: true });
      try {
        renewOfferStore(dataDir, productFacts(catalogue));
      } finally {
        catalogue.close();
      }
      judging.before(file, name);
    },
  };
}

/** Moves shops and offers of an older catalogue into the store, before readers turn to the new one. */
function movingTurn(dataDir: string, older: string, { ids }: CatalogueCopy, dropped: string[]): OfferTurn {
  return {
    before(file, name) {
      const catalogue = new DatabaseSync(file, { readOnly: true });
      const fill = new OfferFill(dataDir);
      try {
        for (const { shopId, key, id } of ids.formerOffers()) fill.key(shopId, key, id);
        fill.database.prepare('attach ? as older').run(older);
        const known = tablesOf(fill.database, 'older');
        for (const [table, target] of moved)
          if (known.includes(table))
            dropped.push(...carryOver(fill.database, table, target, target === 'offer' ? { withheld: 0 } : {}));
        fill.finish(productFacts(catalogue), { [judgedBy]: name });
      } finally {
        fill.close();
        catalogue.close();
      }
    },
    after() {
      ids.dropFormerOffers();
      ids.commit();
    },
  };
}

/**
 * Copies what both tables have.
 * @param fixed values of columns that the older one does not have
 * @returns columns that have no place any more
 */
function carryOver(
  database: DatabaseSync,
  table: string,
  target = table,
  fixed: Readonly<Record<string, number>> = {},
): string[] {
  const columns = columnsOf(database, 'main', target);
  const given = new Set(columnsOf(database, 'older', table).map(({ name }) => name));
  const unfilled = columns.find(({ name, isNeeded }) => isNeeded && !given.has(name) && !(name in fixed));
  if (unfilled)
    throw new FeedError(
      `The older catalogue does not tell ${table}.${unfilled.name}. Import all feeds anew, the first one with --anew (server/marketplace/import/README.md).`,
    );
  const names = columns.map(({ name }) => name);
  const kept = names.filter((name) => given.has(name));
  database.exec(
    `insert into main.${target} (${[...kept, ...Object.keys(fixed)].join(', ')})
     select ${[...kept, ...Object.values(fixed)].join(', ')} from older.${table} order by ${sortedBy(database, target)}`,
  );
  return [...given].filter((name) => !names.includes(name)).map((name) => `${table}.${name}`);
}

/** Columns of the primary key: rows that come in their order are written fastest. */
function sortedBy(database: DatabaseSync, table: string): string {
  return database
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .all(table)
    .map(({ name }) => String(name))
    .join(', ');
}

/** Ordinary tables that hold what was imported. */
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
