import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type Session } from 'node:sqlite';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { ExpectedError, OutageError } from '../program/expected-error.js';
import { type Followed, followedLog, forgetBeginning, setFollowed } from './followed-log.js';

/** What is asked of the thread that speaks to PostgreSQL (server/marketplace/offer-commits/offers-thread.ts). */
export type LogCall =
  /** Takes in all commits; from then on nobody else adds one, until one of the next two. */
  | { readonly ask: 'begin' }
  | { readonly ask: 'append'; readonly changes: Uint8Array }
  | { readonly ask: 'abort' }
  /** After `begin`: a file takes the place of all offers. */
  | { readonly ask: 'replace'; readonly file: string }
  /** @param shop its id; `*` = all of them */
  | { readonly ask: 'lease'; readonly shop: string }
  | { readonly ask: 'release'; readonly shop: string }
  | { readonly ask: 'close' };

/** What it answers: where the log is after a commit, whether a lease was had. */
export type LogAnswer =
  | { readonly followed: Followed | null; readonly isOwn: boolean }
  | { readonly error: string; readonly isExpected: boolean; readonly isOutage: boolean };

/** What the thread is started with. */
export interface LogThreadData {
  readonly role: 'write';
  readonly dataDir: string;
  readonly address: string;
  readonly port: MessagePort;
  /** Raised after each answer; `threadEnded` when no more will come. */
  readonly answers: Int32Array;
}

export const threadEnded = -1;

/** Where the offers of this process are shared. */
export interface SharePlace {
  /** Address of a database of PostgreSQL. */
  readonly address: string;
  /** Built file of the thread. */
  readonly program: URL;
}

/** What a transaction changes, while it does. */
export interface OfferRecord {
  /** Puts it into the log, before the end of the transaction. */
  end(): void;
  /** Forgets it; may be called in any case. */
  drop(): void;
}

/**
 * Milliseconds without an answer after which the thread counts as dead: a new folder fetches all offers in one answer.
 * Looked for again and again until then.
 */
const longestSilence = 30 * 60_000;
const look = 1000;
/** Milliseconds between two tries to have a shop to oneself. */
const leasePause = 250;

let place: SharePlace | null = null;
const open = new Map<string, { readonly shared: SharedOffers; holders: number }>();

/** Says where this process shares offers, before it writes any; null = each folder has its own. */
export function shareOffersAt(given: SharePlace | null): void {
  place = given;
}

/** Whether a folder of this process may begin without offers, since it gets those that it shares. */
export const sharesOffers = (): boolean => place !== null;

/**
 * The log that a folder follows, for one writer, which closes it. The folder joins the log, and has all of its commits.
 * @returns null where this process shares no offers
 * @throws ExpectedError where the log cannot be reached, or folder and log have different offers
 */
export function sharedOffers(dataDir: string): SharedOffers | null {
  if (!place) return null;
  const entry = open.get(dataDir) ?? { shared: new SharedOffers(dataDir, place), holders: 0 };
  entry.holders++;
  open.set(dataDir, entry);
  return entry.shared;
}

/**
 * To be called before a folder's offers are changed by it alone.
 * @throws ExpectedError where they follow a log, so that nobody may
 */
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
 * Commits of offers that are in PostgreSQL before they are here (P204). Calls wait for the thread that speaks to it, so
 * that a writer is the same program with and without it.
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

  /** The folder has all commits then, and nobody else adds one until the end of this one. */
  begin(): void {
    this.#ask({ ask: 'begin' });
  }

  /** Records what a transaction changes */
  record(database: DatabaseSync): OfferRecord {
    const session: Session = database.createSession();
    let isOpen = true;
    const drop = (): void => {
      if (isOpen) session.close();
      isOpen = false;
    };
    return {
      drop,
      end: () => {
        const changes = session.changeset();
        drop();
        if (changes.length === 0) return this.abort();
        setFollowed(database, this.#ask({ ask: 'append', changes }).followed);
      },
    };
  }

  /** Ends a commit that is not wanted; does nothing where there is none. */
  abort(): void {
    this.#ask({ ask: 'abort' });
  }

  /** Puts others in the place of all offers, for all folders. @param change in a copy of the offers */
  replace(database: DatabaseSync, change: (copy: DatabaseSync) => void): void {
    this.begin();
    const file = this.copy(database);
    try {
      const copy = new DatabaseSync(file);
      try {
        change(copy);
      } finally {
        copy.close();
      }
      this.#ask({ ask: 'replace', file });
    } finally {
      this.abort();
      rmSync(file, { force: true });
    }
  }

  /** Copies the offers as of one moment. @returns the file, to be removed by the caller */
  copy(database: DatabaseSync): string {
    const file = join(this.#dataDir, `.offers-${randomBytes(6).toString('hex')}.tmp`);
    database.prepare('vacuum into ?').run(file);
    return file;
  }

  /**
   * Puts a changed copy in the place of all offers, for all folders.
   * @param number of the commit that was the last one when it was copied
   * @throws ExpectedError where there is another one by now
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
   * Has a shop to itself, on all machines.
   * @param shop its id; null = all shops
   * @returns what ends it; null where somebody else has it for longer than that
   */
  lease(shop: number | null, timeoutMs: number): (() => void) | null {
    const name = shop === null ? '*' : String(shop);
    for (let waited = 0; !this.#ask({ ask: 'lease', shop: name }).isOwn; waited += leasePause) {
      if (waited >= timeoutMs) return null;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leasePause);
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
      if (answers === threadEnded || silence > longestSilence)
        throw new Error('the thread of the shared offers does not answer');
      if (Atomics.wait(this.#answers, 0, answers, look) === 'timed-out') silence += look;
    }
  }
}
