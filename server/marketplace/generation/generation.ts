import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import type { CatalogueTables } from '../catalogue-file/catalogue-tables.js';
import { type OwnAttributes, ownAttributesOf } from '../catalogue-texts/own-attributes.js';
import { parseTexts, type Texts } from '../catalogue-texts/texts.js';
import { openSqlite, ownedRow, prepareLike, rowsOf } from '../files/node-sqlite.js';
import type { LiveOffers } from '../offer-store/live-offers.js';
import { packsBit } from '../offer-store/withheld.js';
import { forEachInChunks, noYield, type Yield, yieldToEventLoop } from '../program/yield-to-event-loop.js';
import { CategoryIndex } from './category-index.js';
import { VehicleIndex } from './vehicle-index.js';

type Brand = CatalogueTables['brand'];

/**
 * A served catalogue. Small tables are in memory; products and fitment are read from the file. Only its offers change,
 * so a request with one generation never sees half an import (D63).
 */
export interface Generation {
  id: string;
  file: string;
  isDemonstration: boolean;
  db: Kysely<CatalogueTables>;
  vehicles: VehicleIndex;
  categories: CategoryIndex;
  /** Attributes that the operator has defined. */
  attributes: OwnAttributes;
  brands: ReadonlyMap<number, Brand>;
  /** Brands by slug of article addresses, in lower case. */
  brandsBySeoName: ReadonlyMap<string, Brand>;
  /** Fitment conditions by id. */
  notes: ReadonlyMap<number, Texts>;
  /** Products per category by vehicle context, for all pages under a vehicle. */
  counts: LRUCache<string, ReadonlyMap<number, number>>;
  /** Best offers by shop and country, with the commit they are based on. */
  shopBestOffers: LRUCache<string, { readonly asOf: string; readonly ids: readonly number[] }>;
  /** Current offers, shops and tariffs, shared by all generations. */
  offers: LiveOffers;
  /** Popularity + 1 by product id, 0 = no such product; empty if there are no lists. */
  popularity: Uint32Array;
  /** Packs usually bought by product id, 0 = one (D74). */
  usualPacks: Uint16Array;
  /** Time of creation in ISO 8601, UTC. */
  createdAt: string;
  close(): Promise<void>;
}

/** Limit of contexts with cached counts. */
const cachedCounts = 500;
/** Limit of pairs of shop and country with cached best offers. */
const cachedShops = 1000;

/**
 * Opens a generation's file read-only.
 * @param former the served generation: the work pauses for its readers and prepares what they have used, so that the
 * switch is not noticed
 * @param signal cancels the work
 * @throws Error if the file is missing, no catalogue, or of another version
 */
export async function openGeneration(
  id: string,
  file: string,
  offers: LiveOffers,
  former: Generation | null = null,
  signal?: AbortSignal,
): Promise<Generation> {
  const pause = former ? yieldToEventLoop(offers.clock, signal) : noYield;
  const db = openSqlite<CatalogueTables>(file, { readOnly: true });
  let vehicles: VehicleIndex | undefined;
  try {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
    const version = rows[0]?.user_version;
    if (version !== catalogueVersion) {
      throw new Error(`its tables have version ${version}, this program reads version ${catalogueVersion}`);
    }
    const meta = await db.selectFrom('meta').selectAll().execute();
    const attributes = ownAttributesOf((await db.selectFrom('attribute').selectAll().execute()).map(ownedRow));
    const brands = (await db.selectFrom('brand').selectAll().execute()).map(ownedRow);
    await pause();
    const notes = new Map<number, Texts>();
    await forEachInChunks(rowsOf(db, 'fit_note'), (row) => notes.set(row.id, parseTexts(row.text)), pause);
    const categories = await CategoryIndex.load(db, offers, pause);
    await pause();
    const popularity = offers.hasBest ? await readPopularity(db, categories.all.keys(), pause) : new Uint32Array(0);
    const usualPacks = new Uint16Array(popularity.length);
    await forEachInChunks(
      offers.hasBest ? rowsOf(db, 'product_flags') : [],
      ({ product_id, flags }) => {
        usualPacks[product_id] = flags >> packsBit;
      },
      pause,
    );
    const index = new VehicleIndex(file);
    vehicles = index;
    if (former) {
      await index.makeReadyLike(former.vehicles, pause);
      await prepareLike(db, former.db, pause);
    }
    // Whole tables were read once, so the page cache can be released.
    await sql`pragma shrink_memory`.execute(db);
    return {
      id,
      file,
      isDemonstration: meta.some(({ key, value }) => key === 'is_demonstration' && value === '1'),
      db,
      vehicles: index,
      categories,
      offers,
      popularity,
      usualPacks,
      attributes,
      brands: new Map(brands.map((row) => [row.id, row])),
      brandsBySeoName: new Map(brands.map((row) => [row.seo_name.toLowerCase(), row])),
      notes,
      counts: new LRUCache({ max: cachedCounts }),
      shopBestOffers: new LRUCache({ max: cachedShops }),
      createdAt: meta.find(({ key }) => key === 'created_at')?.value ?? new Date(0).toISOString(),
      close() {
        index.close();
        return db.destroy();
      },
    };
  } catch (error) {
    vehicles?.close();
    await db.destroy();
    throw error;
  }
}

/** Products read between two pauses. */
const readAtATime = 5000;

/**
 * Reads popularity + 1 by product id, 0 = no such product. One JSON text per category is faster than a row per product.
 */
async function readPopularity(
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
