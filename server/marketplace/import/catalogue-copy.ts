import { mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, dateOf } from '../../clock/clock.js';
import { activateGeneration, generationFile, sumUpGeneration } from '../catalogue-file/activate-generation.js';
import { catalogueIndexes, catalogueTables, catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { IdRegistry } from '../catalogue-file/ids.js';
import { noteProductKeys } from '../catalogue-file/product-keys.js';
import { servedFile, versionOf } from '../catalogue-file/served-file.js';
import { validateCatalogue } from '../catalogue-file/validate-catalogue.js';
import { refuseLostIds, refuseLostOffers } from '../data-folder/lost-files.js';
import { clearingTurn, judgingTurn, type OfferTurn } from '../data-folder/offer-turn.js';
import { removeTemporaryFiles, temporaryName } from '../data-folder/temporary-files.js';
import { refuseDamage } from '../files/file-sums.js';
import { copyWithBackpressure } from './copy-with-backpressure.js';
import { FeedError } from './reading/import-errors.js';

/** How many changed catalogues stay on the disk: the served one, and the one to look at when something went wrong. */
const service = 1.3;
const sqliteBusy = 5;

/**
 * The next generation while it is being made: a copy of the served file that nobody else sees. Holds the lock of the id
 * registry, so that no two imports run at once.
 */
export class CatalogueCopy {
  readonly database: DatabaseSync;
  readonly ids: IdRegistry;
  readonly generation: string;
  /** Whether it began with empty tables. */
  readonly isFirst: boolean;
  readonly #dataDir: string;
  readonly #file: string;
  readonly #now: Date;
  readonly #turn: OfferTurn;
  #isClosed = false;

  /**
   * @param isFresh starts with empty tables, whatever is served
   * @param timeoutMs how long another import is waited for, in milliseconds
   * @throws FeedError where another import runs, the disk is too full, or the served file has tables of another version
   * @throws StateFileError where `ids.db` or `offers.db` is lost
   */
  constructor(
    dataDir: string,
    clock: Clock,
    { isFresh = false, timeoutMs }: { isFresh?: boolean; timeoutMs?: number | undefined } = {},
  ) {
    this.#dataDir = dataDir;
    mkdirSync(dataDir, { recursive: true });
    if (!isFresh) {
      refuseLostIds(dataDir);
      refuseLostOffers(dataDir);
    }
    this.ids = openRegistry(join(dataDir, 'ids.db'), timeoutMs);
    // Not before: of those that wait, each has a time of its own, in their order.
    this.#now = dateOf(clock);
    this.generation = this.#now.getTime().toString(36);
    this.#file = join(dataDir, temporaryName(this.generation));
    try {
      removeTemporaryFiles(dataDir);
      const served = isFresh ? null : servedFile(dataDir);
      this.#turn = isFresh ? clearingTurn(dataDir, clock) : judgingTurn(dataDir, served, clock);
      this.isFirst = served === null;
      if (served !== null) copyCatalogue(served, this.#file, clock);
      // A file that nobody reads yet needs no journal, which SQLite's defensive mode would keep all the same.
      this.database = new DatabaseSync(this.#file, { defensive: false });
      this.database.exec(`
        pragma page_size = 8192; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -131072;
        pragma locking_mode = exclusive; pragma temp_store = memory;
      `);
      if (served === null) this.database.exec(catalogueTables + catalogueIndexes);
      // With empty tables begin other offers, of which no feed is known.
      if (!isFresh) noteProductKeys(this.database, this.generation);
      this.database.exec('begin');
    } catch (error) {
      this.ids.close();
      rmSync(this.#file, { force: true });
      throw error;
    }
  }

  /**
   * Checks what is new and hands the whole over to the readers.
   * @param changed tables that were written; null = perhaps all
   * @param turn what happens to the offers; by default they are judged again where their products changed
   * @throws InvalidCatalogueError; nothing has changed then
   */
  activate(changed: readonly string[] | null, turn: OfferTurn = this.#turn): string {
    if (!this.#isClosed) this.seal(changed);
    sumUpGeneration(this.#dataDir, this.#file, this.generation);
    turn.before(this.#file, generationFile(this.generation));
    const file = activateGeneration(this.#dataDir, this.#file, this.generation, this.#now);
    turn.after(join(this.#dataDir, file));
    return file;
  }

  /**
   * Checks what is new and finishes the file, which `activate` publishes.
   * @param changed tables that were written; null = perhaps all
   * @returns its path until then
   * @throws InvalidCatalogueError; nothing has changed then
   */
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

  /** Checks what is new, as `activate` does. @throws InvalidCatalogueError */
  check(changed: readonly string[] | null): void {
    this.database.exec('commit');
    this.#validate(changed);
  }

  /** Lets others read the file, which nobody may write to any more. @returns its path, valid until `close` */
  release(): string {
    this.database.close();
    this.#isClosed = true;
    return this.#file;
  }

  #validate(changed: readonly string[] | null): void {
    const integrity = this.isFirst ? 'full' : 'quick';
    validateCatalogue(this.database, { everyLeaf: false, integrity, changed: this.isFirst ? null : changed });
  }

  /** Drops files that were not activated. */
  close(): void {
    try {
      if (!this.#isClosed) this.database.close();
      this.#isClosed = true;
      this.ids.close();
    } finally {
      rmSync(this.#file, { force: true });
    }
  }
}

/** @throws FeedError where another import has the registry */
export function openRegistry(file: string, timeoutMs?: number): IdRegistry {
  try {
    return new IdRegistry(file, timeoutMs);
  } catch (error) {
    if ((Number((error as { errcode?: unknown }).errcode) & 0xff) === sqliteBusy)
      throw new FeedError('Another import is running; please start this one when it has ended.');
    throw error;
  }
}

function copyCatalogue(from: string, to: string, clock: Clock): void {
  const version = versionOf(from);
  const { bavail, bsize } = statfsSync(join(to, '..'));
  const wanted = statSync(from).size * service;
  if (bavail * bsize < wanted)
    throw new FeedError(`The disk has no room for another catalogue; ${Math.ceil(wanted / 1024 ** 2)} MB are needed.`);
  if (version !== catalogueVersion)
    throw new FeedError(
      `The served catalogue has tables of version ${version}, not ${catalogueVersion}. ${
        version < catalogueVersion
          ? 'Bring it up to date first: npm run upgrade (in the container: node dist/operate.js upgrade).'
          : 'A newer version of the shop has made it.'
      }`,
    );
  refuseDamage(from);
  // A finished generation is never written again, so a plain copy of the file is a copy of the catalogue.
  copyWithBackpressure(from, to, clock);
}
