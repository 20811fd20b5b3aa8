import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type Session } from 'node:sqlite';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { ExpectedError, OutageError } from '../program/expected-error.js';
import { type Followed, followedLog, forgetBeginning, setFollowed } from './followed-log.js';

/** Calls to the thread that connects to PostgreSQL (offer-commits/offers-thread.ts). */
export type LogCall =
  /** Reads all commits and locks the log until one of the next two calls. */
  | { readonly ask: 'begin' }
  | { readonly ask: 'append'; readonly changes: Uint8Array }
  | { readonly ask: 'abort' }
  /** Message after `begin` with a file that replaces all offers. */
  | { readonly ask: 'replace'; readonly file: string }
  /** @param shop id; `*` = all */
  | { readonly ask: 'lease'; readonly shop: string }
  | { readonly ask: 'release'; readonly shop: string }
  | { readonly ask: 'close' };

/** Position in the log after a commit, and whether a lease was granted. */
export type LogAnswer =
  | { readonly followed: Followed | null; readonly isOwn: boolean }
  | { readonly error: string; readonly isExpected: boolean; readonly isOutage: boolean };

export interface LogThreadData {
  readonly role: 'write';
  readonly dataDir: string;
  readonly address: string;
  readonly port: MessagePort;
  /** Increased after each answer; `threadEnded` = no more answers. */
  readonly answers: Int32Array;
}

export const threadEnded = -1;

/** The database by which this process shares offers. */
export interface SharePlace {
  /** Address of the PostgreSQL database. */
  readonly address: string;
  /** Built file of the thread. */
  readonly program: URL;
}

/**
 * Milliseconds without an answer until the thread counts as dead: a new folder reads all offers in one answer. The wait
 * checks once per `lookMs`.
 */
const longestSilenceMs = 30 * 60_000;
const lookMs = 1000;
/** Milliseconds between two attempts to lease a shop. */
const leasePauseMs = 250;

let place: SharePlace | null = null;
const open = new Map<string, { readonly shared: SharedOffers; holders: number }>();

/** Sets where this process shares offers, before the first write; null = folders have their own. @returns the former place */
export function shareOffersAt(given: SharePlace | null): SharePlace | null {
  const former = place;
  place = given;
  return former;
}

/** Returns whether a new folder gets its offers from the shared ones. */
export const sharesOffers = (): boolean => place !== null;

/**
 * Joins the log of a folder for one writer, which must close it. The folder then has all commits. Returns null if this
 * process shares no offers.
 * @throws ExpectedError if the log cannot be reached, or folder and log differ
 */
export function sharedOffers(dataDir: string): SharedOffers | null {
  if (!place) return null;
  const entry = open.get(dataDir) ?? { shared: new SharedOffers(dataDir, place), holders: 0 };
  entry.holders++;
  open.set(dataDir, entry);
  return entry.shared;
}

/** Call it before a folder changes its own offers. @throws ExpectedError if they follow a log */
export function requireOwnOffers(database: DatabaseSync, dataDir: string): void {
  if (followedLog(database) === null) {
    forgetBeginning(database);
    return;
  }
  throw new ExpectedError(
    `The offers in ${dataDir} follow those in PostgreSQL, which alone may change: name it in DATABASE_URL, or have the folder to itself with npm run move -- postgres sqlite.`,
  );
}

/**
 * Sends commits to PostgreSQL before they are applied here (P204). Calls block until the thread answers, so that a
 * writer works the same with and without PostgreSQL.
 */
export class SharedOffers {
  readonly #dataDir: string;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #answers = new Int32Array(new SharedArrayBuffer(4));

  constructor(dataDir: string, { address, program }: SharePlace) {
    this.#dataDir = dataDir;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData: LogThreadData = { role: 'write', dataDir, address, port: port2, answers: this.#answers };
    this.#worker = new Worker(program, { workerData, transferList: [port2], name: 'offers' });
    this.#worker.unref();
    try {
      this.#answer();
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Reads all commits and locks the log until the end of the next one. */
  begin(): void {
    this.#ask({ ask: 'begin' });
  }

  /** Records the changes of a transaction: `end` sends them to the log, `drop` discards them in any state. */
  record(database: DatabaseSync) {
    const session: Session = database.createSession();
    let isOpen = true;
    const drop = (): void => {
      if (isOpen) session.close();
      isOpen = false;
    };
    return {
      drop,
      end: (): void => {
        const changes = session.changeset();
        drop();
        if (changes.length === 0) this.abort();
        else setFollowed(database, this.#ask({ ask: 'append', changes }).followed);
      },
    };
  }

  /** Ends a commit without changes; does nothing if none is open. */
  abort(): void {
    this.#ask({ ask: 'abort' });
  }

  /** Replaces all offers in all folders. @param change applied to a copy of the offers */
  replace(database: DatabaseSync, change: (copy: DatabaseSync) => void): void {
    this.begin();
    const file = this.copy(database);
    try {
      {
        using copy = new DatabaseSync(file);
        change(copy);
      }
      this.#ask({ ask: 'replace', file });
    } finally {
      this.abort();
      rmSync(file, { force: true });
    }
  }

  /** Copies the offers in one snapshot. Returns the file, which the caller removes. */
  copy(database: DatabaseSync): string {
    const file = join(this.#dataDir, `.offers-${randomBytes(6).toString('hex')}.tmp`);
    database.prepare('vacuum into ?').run(file);
    return file;
  }

  /**
   * Replaces all offers in all folders by a changed copy.
   * @param number of the last commit in the copy
   * @throws ExpectedError if there is a later commit
   */
  replaceBy(database: DatabaseSync, file: string, number: number): void {
    this.begin();
    try {
      if (followedLog(database)?.number !== number)
        throw new ExpectedError('Offers were changed meanwhile by somebody else; please start this again.');
      this.#ask({ ask: 'replace', file });
    } finally {
      this.abort();
    }
  }

  /**
   * Leases a shop on all machines. Returns a function that ends the lease; null after the timeout.
   * @param shop id; null = all shops
   */
  lease(shop: number | null, timeoutMs: number): (() => void) | null {
    const name = shop === null ? '*' : String(shop);
    for (let waited = 0; !this.#ask({ ask: 'lease', shop: name }).isOwn; waited += leasePauseMs) {
      if (waited >= timeoutMs) return null;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leasePauseMs);
    }
    return () => void this.#ask({ ask: 'release', shop: name });
  }

  close(): void {
    const entry = open.get(this.#dataDir);
    if (entry && --entry.holders > 0) return;
    open.delete(this.#dataDir);
    try {
      this.#ask({ ask: 'close' });
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#port.close();
    void this.#worker.terminate();
  }

  #ask(call: LogCall) {
    this.#port.postMessage(call);
    return this.#answer();
  }

  #answer() {
    for (let silence = 0; ; ) {
      const answers = Atomics.load(this.#answers, 0);
      const received = receiveMessageOnPort(this.#port);
      if (received) {
        const answer: LogAnswer = received.message;
        if (!('error' in answer)) return answer;
        if (answer.isOutage) throw new OutageError(answer.error);
        throw answer.isExpected ? new ExpectedError(answer.error) : new Error(answer.error);
      }
      if (answers === threadEnded || silence > longestSilenceMs)
        throw new Error('the thread of the shared offers does not answer');
      if (Atomics.wait(this.#answers, 0, answers, lookMs) === 'timed-out') silence += lookMs;
    }
  }
}
