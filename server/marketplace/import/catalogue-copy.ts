import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, dateOf } from '../../clock/clock.js';
import { activateGeneration, generationFile, storeSums } from '../catalogue-file/activate-generation.js';
import { catalogueIndexes, catalogueTables, catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { storeProductKeys } from '../catalogue-file/product-keys.js';
import { otherVersion, servedFile, servedGeneration } from '../catalogue-file/served-file.js';
import { validateCatalogue } from '../catalogue-file/validate-catalogue.js';
import type { Publication } from '../catalogue-store/publish.js';
import type { Publish } from '../catalogue-store/while-importing.js';
import { freeBytes, sizeOf } from '../data-folder/disk-space.js';
import { refuseLostIds, refuseLostOffers } from '../data-folder/lost-files.js';
import { clearingTurn, judgingTurn, keepingTurn, type OfferTurn, settleOffers } from '../data-folder/offer-turn.js';
import { removeTemporaryFiles, temporaryName } from '../data-folder/temporary-files.js';
import { isBusy } from '../files/exclusive-lock.js';
import { refuseDamage } from '../files/file-sums.js';
import type { StatePlace } from '../state/state-place.js';
import { copyWithBackpressure } from './copy-with-backpressure.js';
import { FeedError } from './reading/import-errors.js';

/** Free bytes that an import needs, as a multiple of the served file. */
const roomFactor = 1.3;

/**
 * The next generation during an import: a private copy of the served file. It holds the lock of the id registry, so
 * only one import runs.
 */
export class CatalogueCopy {
  readonly database: DatabaseSync;
  readonly ids: IdRegistry;
  readonly generation: string;
  readonly isFirst: boolean;
  readonly #dataDir: string;
  readonly #file: string;
  readonly #now: Date;
  readonly #turn: OfferTurn;
  #isClosed = false;

  /**
   * @param isFresh starts with empty tables, and without the shops and offers that there were
   * @param from file of another catalogue with ids of this folder, which is copied instead of the served one
   * @param keepsOffers a fresh one keeps shops and offers; they are sold again when their products are back
   * @param timeoutMs how long to wait for another import
   * @throws FeedError if another import runs, the disk is too full, or the served file has another version
   * @throws StateFileError if `ids.db` or `offers.db` is lost
   */
  constructor(
    dataDir: string,
    clock: Clock,
    {
      isFresh = false,
      keepsOffers = !isFresh,
      from,
      timeoutMs,
    }: { isFresh?: boolean; keepsOffers?: boolean; from?: string; timeoutMs?: number | undefined } = {},
  ) {
    this.#dataDir = dataDir;
    mkdirSync(dataDir, { recursive: true });
    // Kept offers would belong to other products.
    if (keepsOffers) refuseLostIds(dataDir);
    if (!isFresh) refuseLostOffers(dataDir);
    this.ids = openRegistry(join(dataDir, 'ids.db'), timeoutMs);
    // After the lock, so that imports that wait for each other get different times in their order.
    this.#now = dateOf(clock);
    this.generation = this.#now.getTime().toString(36);
    this.#file = join(dataDir, temporaryName(this.generation));
    try {
      removeTemporaryFiles(dataDir);
      const served = isFresh ? null : servedFile(dataDir);
      if (!keepsOffers) this.#turn = clearingTurn(dataDir, clock);
      else if (isFresh) this.#turn = keepingTurn(dataDir, clock);
      else this.#turn = judgingTurn(dataDir, served, clock);
      this.isFirst = served === null;
      const source = from ?? served;
      if (source !== null) copyCatalogue(source, this.#file, clock);
      // A private file needs no journal, but SQLite's defensive mode would keep one.
      this.database = new DatabaseSync(this.#file, { defensive: false });
      this.database.exec(`
        pragma page_size = 8192; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -131072;
        pragma locking_mode = exclusive; pragma temp_store = memory;
      `);
      if (source === null) this.database.exec(catalogueTables + catalogueIndexes);
      // A catalogue with empty tables starts without offers, so no feed was compared with it.
      if (keepsOffers) storeProductKeys(this.database, this.generation);
      this.database.exec('begin');
    } catch (error) {
      this.ids.close();
      rmSync(this.#file, { force: true });
      throw error;
    }
  }

  /**
   * Validates the copy and activates it.
   * @param changed tables that were written; null = all
   * @param turn changes to offers; default: offers of changed products are judged again
   * @throws InvalidCatalogueError; the served catalogue stays
   */
  activate(changed: readonly string[] | null, turn: OfferTurn = this.#turn): string {
    if (!this.#isClosed) this.seal(changed);
    storeSums(this.#dataDir, this.#file, this.generation);
    turn.before(this.#file, generationFile(this.generation));
    const file = activateGeneration(this.#dataDir, this.#file, this.generation, this.#now);
    turn.after(join(this.#dataDir, file));
    return file;
  }

  /** Validates the copy and finishes its file for `activate`, with the same parameters and errors. */
  seal(changed: readonly string[] | null): string {
    const set = this.database.prepare('insert or replace into meta (key, value) values (?, ?)');
    set.run('generation', this.generation);
    set.run('created_at', this.#now.toISOString());
    this.database.exec(`commit; pragma user_version = ${catalogueVersion}`);
    if (this.isFirst) this.database.exec('analyze main');
    this.#validate(changed);
    this.database.close();
    this.#isClosed = true;
    this.ids.commit();
    return this.#file;
  }

  /** Seals the copy for its publication before `activate`, with the same parameters and errors. */
  publication(changed: readonly string[] | null): Publication {
    const file = this.seal(changed);
    return { generation: this.generation, file, ids: this.ids.printCatalogueIds() };
  }

  /** Validates the copy as `activate` does. */
  check(changed: readonly string[] | null): void {
    this.database.exec('commit');
    this.#validate(changed);
  }

  /** Closes the copy so that others can read it. @returns its path, valid until `close` */
  release(): string {
    this.database.close();
    this.#isClosed = true;
    return this.#file;
  }

  #validate(changed: readonly string[] | null): void {
    const integrity = this.isFirst ? 'full' : 'quick';
    validateCatalogue(this.database, { everyLeaf: false, integrity, changed: this.isFirst ? null : changed });
  }

  /** Removes the copy unless it was activated. */
  close(): void {
    try {
      if (!this.#isClosed) this.database.close();
      this.#isClosed = true;
      this.ids.close();
    } finally {
      rmSync(this.#file, { force: true });
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/**
 * Serves another catalogue with ids of this folder as a new generation.
 * @param from its file
 * @param served name of the generation that it replaces
 * @returns the new generation
 * @throws FeedError if another one is served meanwhile, StoreError, InvalidCatalogueError; the served one stays then
 */
export async function activateCatalogue(
  { dataDir, clock }: StatePlace,
  options: { readonly from: string; readonly served: string | null; readonly isFresh?: boolean; timeoutMs?: number },
  publish: Publish | null,
): Promise<string> {
  using copy = new CatalogueCopy(dataDir, clock, { ...options, keepsOffers: true });
  refuseOther(dataDir, options.served);
  if (!options.isFresh) settleOffers(dataDir, clock);
  // First, because a generation that only this machine serves would be lost with it.
  if (publish) await publish(copy.publication(null));
  copy.activate(null);
  return copy.generation;
}

/** @throws FeedError if another generation is served than the expected one */
export function refuseOther(dataDir: string, served: string | null): void {
  if (servedGeneration(dataDir) !== served)
    throw new FeedError('Another import has changed the catalogue meanwhile; please start this one again.');
}

/** @throws FeedError if another import holds the registry */
export function openRegistry(file: string, timeoutMs?: number): IdRegistry {
  try {
    return new IdRegistry(file, timeoutMs);
  } catch (error) {
    if (isBusy(error)) throw new FeedError('Another import is running; please start this one when it has ended.');
    throw error;
  }
}

function copyCatalogue(from: string, to: string, clock: Clock): void {
  const wanted = sizeOf(from) * roomFactor;
  if (freeBytes(join(to, '..')) < wanted)
    throw new FeedError(`The disk has no room for another catalogue; ${Math.ceil(wanted / 1024 ** 2)} MB are needed.`);
  const other = otherVersion(from);
  if (other !== null) throw new FeedError(other);
  refuseDamage(from);
  // A finished generation is never written again, so copying the file copies the catalogue.
  copyWithBackpressure(from, to, clock);
}
