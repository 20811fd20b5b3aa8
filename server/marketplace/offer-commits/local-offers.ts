import { rmSync } from 'node:fs';
import { constants, type DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import {
  type Followed,
  followBegun,
  followedLog,
  forgetEpochOver,
  isEpochOver,
  noteBeginning,
  setFollowed,
} from '../offer-store/followed-log.js';
import { newEpoch, openOffersForWriting } from '../offer-store/offer-file.js';
import { OfferRelief } from '../offer-store/offer-relief.js';
import { offerStoreVersion } from '../offer-store/offer-tables.js';
import { ExpectedError } from '../program/expected-error.js';
import { databaseNameOf } from '../state/postgres.js';
import {
  type BegunCommit,
  type CommitLog,
  chainOf,
  type LoggedCommit,
  type LogHead,
  packChanges,
  refuseVersion,
} from './commit-log.js';
import type { Transaction } from './log-tables.js';
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

/** When a folder shortens the log, and how long older commits stay. */
export interface LogBounds {
  /** Bytes and commits since the last snapshot. */
  readonly bytes: number;
  readonly commits: number;
  readonly keptSeconds: number;
}
export const defaultBounds: LogBounds = { bytes: 32 * 1024 ** 2, commits: 20_000, keptSeconds: 3600 };

/** The offers of a folder that follows a log. One transaction applies a commit and notes its number. */
export class LocalOffers {
  readonly #database: DatabaseSync;
  readonly #relief: OfferRelief;

  /** @throws StateFileError if the file is damaged */
  constructor(
    readonly dataDir: string,
    readonly log: CommitLog,
  ) {
    this.#database = openOffersForWriting(dataDir);
    this.#relief = new OfferRelief(this.#database, log.clock);
  }

  get followed(): Followed | null {
    return followedLog(this.#database);
  }

  /** Whether the folder has all commits. */
  isAt({ number, chain }: Pick<LogHead, 'number' | 'chain'>): boolean {
    const { followed } = this;
    return followed?.number === number && followed.chain === chain;
  }

  close(): void {
    this.#relief.atEnd();
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * Makes the folder follow the log. If there is no log, its own offers are the first commit.
   * @throws ExpectedError if both have offers of their own
   */
  async join(): Promise<void> {
    removeLeftOvers(this.dataDir, this.log.clock.now());
    const place = databaseNameOf(this.log.address);
    if (!(await this.log.head())) {
      if (this.followed)
        throw new ExpectedError(
          `${this.dataDir} follows the offers of another database than ${place}, which has none. To begin there with those of this folder: npm run move -- sqlite postgres.`,
        );
      await this.begin();
    }
    const head = await this.log.head();
    if (head) followBegun(this.#database, head.name);
    const own = this.followed;
    if (head && own && own.name !== head.name)
      throw new ExpectedError(
        `${this.dataDir} follows other offers than those in ${place}. Begin with an empty folder, or name the database that it belongs to in DATABASE_URL.`,
      );
    if (head && !own && !this.#isEmpty())
      throw new ExpectedError(
        `${place} has offers, and ${this.dataDir} has others of its own. Begin with an empty folder: it gets those of the database.`,
      );
    await this.catchUp();
  }

  /**
   * Makes the offers of the folder the first ones of a log, unless another folder is faster. Call `join` afterwards.
   */
  async begin(): Promise<void> {
    const file = temporaryFile(this.dataDir);
    try {
      copyOffers(this.#database, file);
      const { bytes, sha256 } = await digestOfFile(file);
      const chain = sha256.slice(0, 32);
      const name = noteBeginning(this.#database, chain, databaseNameOf(this.log.address));
      const snapshot = { number: 0, chain, version: offerStoreVersion, bytes, sha256 };
      await this.log.begun(snapshot, name, piecesOf(file));
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** Makes the offers the folder's own; numbers of its commits are independent of the log then. */
  leave(): void {
    this.#database.exec('begin immediate');
    setFollowed(this.#database, null);
    this.#database.prepare("update meta set value = ? where key = 'epoch'").run(newEpoch());
    this.#database.exec('commit');
  }

  /**
   * Applies all commits.
   * @returns the number of the last one
   * @throws ExpectedError for another version, StateUnavailable
   */
  async catchUp(): Promise<number> {
    for (let loads = 0; ; ) {
      const { followed } = this;
      const commits = followed ? await this.log.after(followed.number) : [];
      const step = followed ? await this.#stepFrom(followed, commits) : 'load';
      if (followed && step === 'done') {
        if (!isEpochOver(this.#database)) return followed.number;
        if (await this.#renewEpoch()) forgetEpochOver(this.#database);
      }
      if (step === 'done' || step === 'again') continue;
      if (step === 'apply') {
        await this.#applyCommits(commits);
        continue;
      }
      if (loads++ > 3)
        throw new ExpectedError('The commits of offers in PostgreSQL do not follow from their snapshot.');
      await loadSnapshot(this.log, this.dataDir, this.#database, followed, step === 'other past');
    }
  }

  /**
   * Begins a commit in a folder with all other commits. It uses one connection only: writers that wait for this one may
   * hold all other connections of PgBouncer.
   * @throws ExpectedError without a log, StateUnavailable
   */
  async beginCommit(): Promise<BegunCommit> {
    for (;;) {
      const begun = await this.log.begin();
      let isReady = false;
      try {
        isReady = await this.#reach(begun);
      } finally {
        if (!isReady) await begun.transaction.rollback().execute();
      }
      if (isReady) return begun;
      // Fetches a snapshot without blocking other writers.
      await this.catchUp();
    }
  }

  /** @returns false if commits alone do not lead there */
  async #reach({ transaction, head }: BegunCommit): Promise<boolean> {
    while (!this.isAt(head)) {
      const { followed } = this;
      const commits = followed ? await this.log.after(followed.number, undefined, transaction) : [];
      if (!followed || commits.length === 0 || (await this.#stepFrom(followed, commits)) !== 'apply') return false;
      await this.#applyCommits(commits);
    }
    return true;
  }

  /** The next step of a folder; `load` if the log lacks the commits that it needs. */
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
    // A new commit, or only the snapshot has the rest.
    return (await this.log.after(number, 1)).length > 0 ? 'again' : 'load';
  }

  /** Applies commits that follow each other. Another program of the folder may be faster. */
  async #applyCommits(commits: readonly LoggedCommit[]): Promise<void> {
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
          // Something else has written here, so the folder starts with the snapshot.
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

  /** Adds a commit that makes all readers read all offers again. @returns false if the folder has to catch up first */
  async #renewEpoch(): Promise<boolean> {
    const begun = await this.log.begin();
    const { transaction, head } = begun;
    try {
      const isReady = await this.#reach(begun);
      if (isReady) {
        this.#database.exec('begin immediate');
        const session = this.#database.createSession();
        this.#database.prepare("update meta set value = ? where key = 'epoch'").run(newEpoch());
        const data = packChanges(session.changeset());
        session.close();
        this.#database.exec('rollback');
        await this.log.append(transaction, head, data, { chain: chainOf(head.chain, data), holder: '', leases: [] });
      }
      await transaction.commit().execute();
      return isReady;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      await transaction.rollback().execute();
      throw error;
    }
  }

  /** Stores a snapshot if the log is long. One folder does so at a time. @returns whether it did */
  async shorten({ bytes, commits, keptSeconds }: LogBounds): Promise<boolean> {
    const isLong = async (transaction?: Transaction): Promise<boolean> => {
      const head = await this.log.head(transaction);
      return head !== null && (head.pending > Math.max(bytes, head.snapshot) || head.commits > commits);
    };
    if (!(await isLong())) return false;
    const file = temporaryFile(this.dataDir);
    try {
      return await this.log.shorten(keptSeconds, async (transaction) => {
        if (!(await isLong(transaction))) return null;
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

  /** Whether the folder never had an offer. */
  #isEmpty(): boolean {
    const given = this.#database.prepare("select value from meta where key = 'next_offer_id'").get();
    return given?.value === '1' && this.#database.prepare('select 1 from shop').get() === undefined;
  }
}

/** Fetches all offers of a log into an empty folder. @throws ExpectedError, StateUnavailable */
export async function joinAnew(dataDir: string, log: CommitLog): Promise<void> {
  using newcomer = new LocalOffers(dataDir, log);
  await newcomer.join();
}
