import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { constants, type DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { constants as zstd, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { ExpectedError } from '../commands/expected-error.js';
import { type Followed, followedLog, setFollowed } from '../offer-store/followed-log.js';
import { newEpoch, openOffersForWriting } from '../offer-store/offer-file.js';
import { OfferRelief } from '../offer-store/offer-relief.js';
import { offerStoreVersion } from '../offer-store/offer-tables.js';
import { databaseNameOf } from '../store/postgres.js';
import { type CommitLog, chainOf, type LoggedCommit, type LogHead, refuseVersion } from './commit-log.js';
import {
  copyOffers,
  digestOfFile,
  followedInFile,
  loadSnapshot,
  piecesOf,
  removeLeftOvers,
  temporaryFile,
} from './snapshot-file.js';

const decompress = promisify(zstdDecompress);
const packing = { params: { [zstd.ZSTD_c_compressionLevel]: 3 } };

/** When a folder shortens the log, and how long what is older than a snapshot is kept. */
export interface LogBounds {
  /** Bytes and commits since the last snapshot. */
  readonly bytes: number;
  readonly commits: number;
  readonly keptSeconds: number;
}
export const usualBounds: LogBounds = { bytes: 32 * 1024 ** 2, commits: 20_000, keptSeconds: 3600 };

/**
 * The folder has numbers of other commits than the log: one that was set back, or a file that something else has
 * changed.
 */
export class OtherPast extends Error {
  override name = 'OtherPast';
}

/** The offers of a folder that follow a log: each commit is taken in by one transaction, which notes its number. */
export class LocalOffers {
  readonly #database: DatabaseSync;
  readonly #relief: OfferRelief;

  /** @throws StateFileError where the file is damaged */
  constructor(
    readonly dataDir: string,
    readonly log: CommitLog,
  ) {
    this.#database = openOffersForWriting(dataDir);
    this.#relief = new OfferRelief(this.#database);
  }

  get followed(): Followed | null {
    return followedLog(this.#database);
  }

  /** Whether the folder has all commits until the last one. */
  isAt({ number, chain }: Pick<LogHead, 'number' | 'chain'>): boolean {
    const { followed } = this;
    return followed?.number === number && followed.chain === chain;
  }

  close(): void {
    this.#relief.atEnd();
    this.#database.close();
  }

  /**
   * Has the folder follow the log: where there is none yet, its own offers are the first of it.
   * @throws ExpectedError where both have offers of their own
   */
  async join(): Promise<void> {
    removeLeftOvers(this.dataDir);
    const head = await this.log.head();
    const own = this.followed;
    const place = databaseNameOf(this.log.address);
    if (!head && own)
      throw new ExpectedError(
        `${this.dataDir} follows the offers of another database than ${place}, which has none. To begin there with those of this folder: npm run move -- sqlite postgres.`,
      );
    if (head && own && own.name !== head.name)
      throw new ExpectedError(
        `${this.dataDir} follows other offers than those in ${place}. Begin with an empty folder, or name the database that it belongs to in DATABASE_URL.`,
      );
    if (head && !own && !this.#isEmpty())
      throw new ExpectedError(
        `${place} has offers, and ${this.dataDir} has others of its own. Begin with an empty folder: it gets those of the database.`,
      );
    if (!head) await this.begin();
    await this.catchUp();
  }

  /** Makes the offers of the folder the first of a log, unless another folder is faster. */
  async begin(): Promise<void> {
    const file = temporaryFile(this.dataDir);
    try {
      copyOffers(this.#database, file);
      const { bytes, sha256 } = await digestOfFile(file);
      const name = randomBytes(9).toString('base64url');
      const chain = sha256.slice(0, 32);
      const snapshot = { number: 0, chain, version: offerStoreVersion, bytes, sha256 };
      if (await this.log.begun(snapshot, name, piecesOf(file))) setFollowed(this.#database, { name, number: 0, chain });
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** The folder's offers are its own from now on; numbers of its commits are no longer those of the log. */
  leave(): void {
    this.#database.exec('begin immediate');
    setFollowed(this.#database, null);
    this.#database.prepare("update meta set value = ? where key = 'epoch'").run(newEpoch());
    this.#database.exec('commit');
  }

  /**
   * Takes in all commits that there are.
   * @param isLocked whether the caller's own transaction keeps others from adding any
   * @returns the number of the last one
   * @throws ExpectedError where they are of another version, OtherPast where that can only be mended without the lock,
   * StateUnavailable
   */
  async catchUp(isLocked = false): Promise<number> {
    for (let loads = 0; ; ) {
      const followed = this.followed;
      const commits = followed ? await this.log.after(followed.number) : [];
      const step = followed ? await this.#stepFrom(followed, commits) : 'load';
      if (followed && step === 'done') return followed.number;
      if (step === 'again') continue;
      if (step === 'apply') {
        await this.#takeIn(commits);
        continue;
      }
      if (step === 'other past' && isLocked) throw new OtherPast();
      if (loads++ > 3)
        throw new ExpectedError('The commits of offers in PostgreSQL do not follow from their snapshot.');
      const isLoaded = await loadSnapshot(this.log, this.dataDir, this.#database, followed);
      // Numbers of this folder were those of other commits: what was made of them is forgotten.
      if (isLoaded && step === 'other past') await this.#renewEpoch();
    }
  }

  /** What comes next for a folder: `load` where the log no longer has what it lacks. */
  async #stepFrom(
    { number, chain }: Followed,
    [next]: readonly LoggedCommit[],
  ): Promise<'done' | 'again' | 'apply' | 'load' | 'other past'> {
    if (next) {
      refuseVersion(next.version);
      if (next.number !== number + 1 || next.data.length === 0) return 'load';
      return chainOf(chain, next.data) === next.chain ? 'apply' : 'other past';
    }
    const head = await this.log.head();
    if (head && this.isAt(head)) return 'done';
    if (!head || head.number <= number) return 'other past';
    // Committed just now; or all that came since stands in a snapshot only.
    return (await this.log.after(number, 1)).length > 0 ? 'again' : 'load';
  }

  /** Takes in commits as long as they follow one from another; another program of the folder may be faster. */
  async #takeIn(commits: readonly LoggedCommit[]): Promise<void> {
    for (const { number, chain, version, data } of commits) {
      if (version !== offerStoreVersion || data.length === 0) return;
      const changes = await decompress(data);
      this.#database.exec('begin immediate');
      try {
        const followed = this.followed;
        const isNext = followed?.number === number - 1 && chainOf(followed.chain, data) === chain;
        if (isNext) {
          const isApplied = this.#database.applyChangeset(changes, {
            onConflict: () => constants.SQLITE_CHANGESET_ABORT,
          });
          if (isApplied) setFollowed(this.#database, { ...followed, number, chain });
          // Something else has written here: begin with the snapshot.
          else setFollowed(this.#database, { ...followed, chain: 'changed by others' });
        }
        this.#database.exec('commit');
        if (!isNext) return;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('rollback');
        throw error;
      }
    }
    this.#relief.after(this.followed?.number ?? 0);
  }

  /** Adds a commit by which all readers of all folders read their offers anew. */
  async #renewEpoch(): Promise<void> {
    const { transaction, head } = await this.log.begin();
    try {
      await this.catchUp(true);
      this.#database.exec('begin immediate');
      const session = this.#database.createSession();
      this.#database.prepare("update meta set value = ? where key = 'epoch'").run(newEpoch());
      const data = packChanges(session.changeset());
      session.close();
      this.#database.exec('rollback');
      await this.log.append(transaction, head, data, { chain: chainOf(head.chain, data), holder: '', leases: [] });
      await transaction.commit().execute();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      await transaction.rollback().execute();
      throw error;
    }
  }

  /** Puts a snapshot there where the log has become long; one folder at a time does so. @returns whether it did */
  async shorten({ bytes, commits, keptSeconds }: LogBounds): Promise<boolean> {
    const isLong = async (): Promise<boolean> => {
      const head = await this.log.head();
      return head !== null && (head.pending > Math.max(bytes, head.snapshot) || head.commits > commits);
    };
    if (!(await isLong())) return false;
    const file = temporaryFile(this.dataDir);
    try {
      return await this.log.shorten(keptSeconds, async () => {
        if (!(await isLong())) return null;
        copyOffers(this.#database, file);
        const followed = followedInFile(file);
        const { bytes: size, sha256 } = await digestOfFile(file);
        const snapshot = {
          number: followed.number,
          chain: followed.chain,
          version: offerStoreVersion,
          bytes: size,
          sha256,
        };
        return { snapshot, pieces: piecesOf(file) };
      });
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** Whether nothing has ever been put into the folder. */
  #isEmpty(): boolean {
    const given = this.#database.prepare("select value from meta where key = 'next_offer_id'").get();
    return given?.value === '1' && this.#database.prepare('select 1 from shop').get() === undefined;
  }
}

/** As commits are kept: small ones are hardly smaller packed, those of feeds by half. */
export const packChanges = (changes: Uint8Array): Buffer => zstdCompressSync(changes, packing);
