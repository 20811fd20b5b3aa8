import { randomBytes } from 'node:crypto';
import type { Clock, Timer } from '../../clock/clock.js';
import type { Followed } from '../offer-store/followed-log.js';
import { offerStoreVersion } from '../offer-store/offer-tables.js';
import { type LogAnswer, type LogCall, type LogThreadData, threadEnded } from '../offer-store/shared-offers.js';
import { isExpectedError } from '../program/expected-error.js';
import { StateUnavailable } from '../state/postgres-errors.js';
import { type BegunCommit, CommitLog, chainOf, packChanges, whyAway } from './commit-log.js';
import { LocalOffers } from './local-offers.js';
import { digestOfFile, piecesOf } from './snapshot-file.js';

/** Interval of renewals, several within the time of a lease. */
const renewMs = 15_000;

/** A writer's side of the log. It answers one call after the other. */
class LogWriter {
  readonly #holder = randomBytes(9).toString('base64url');
  readonly #leases = new Set<string>();
  readonly #beating: Timer;
  #begun: BegunCommit | null = null;

  constructor(
    private readonly log: CommitLog,
    private readonly local: LocalOffers,
    clock: Clock,
  ) {
    this.#beating = clock.every(renewMs, () => {
      // The next commit notices an expired lease, and a failed renewal may succeed later.
      if (this.#leases.size > 0) log.renew(this.#holder, [...this.#leases]).catch(() => {});
    });
  }

  async answer(call: LogCall): Promise<LogAnswer> {
    const nothing = { followed: null, isOwn: false };
    switch (call.ask) {
      case 'begin':
        await this.#begin();
        return nothing;
      case 'append':
        return { ...nothing, followed: await this.#append(packChanges(call.changes)) };
      case 'replace':
        await this.#replace(call.file);
        return nothing;
      case 'abort':
        await this.#abort();
        return nothing;
      case 'lease':
        return { ...nothing, isOwn: await this.#lease(call.shop) };
      case 'release':
        this.#leases.delete(call.shop);
        // A lease that cannot be released expires.
        await this.log.release(this.#holder, call.shop).catch(() => {});
        return nothing;
      case 'close':
        this.#beating.cancel();
        await this.#abort();
        this.local.close();
        await this.log.close();
        return nothing;
    }
  }

  async #begin(): Promise<void> {
    await this.#abort();
    this.#begun = await this.local.beginCommit();
  }

  async #append(data: Buffer): Promise<Followed> {
    const { transaction, head } = this.#mustHaveBegun();
    const chain = chainOf(head.chain, data);
    const number = await this.log.append(transaction, head, data, {
      chain,
      holder: this.#holder,
      leases: [...this.#leases],
    });
    await this.#commit(transaction);
    return { name: head.name, number, chain };
  }

  async #replace(file: string): Promise<void> {
    const { transaction, head } = this.#mustHaveBegun();
    const { bytes, sha256 } = await digestOfFile(file);
    const chain = chainOf(head.chain, Buffer.from(sha256));
    const nothing = Buffer.alloc(0);
    const number = await this.log.append(transaction, head, nothing, {
      chain,
      holder: this.#holder,
      leases: [...this.#leases],
    });
    await this.log.put(transaction, { number, chain, version: offerStoreVersion, bytes, sha256 }, piecesOf(file));
    await this.#commit(transaction);
    await this.local.catchUp();
  }

  /** After a failure the caller still aborts, which releases the connection. */
  async #commit(transaction: BegunCommit['transaction']): Promise<void> {
    await transaction.commit().execute();
    this.#begun = null;
  }

  async #abort(): Promise<void> {
    const begun = this.#begun;
    this.#begun = null;
    // A lost connection has no transaction.
    await begun?.transaction
      .rollback()
      .execute()
      .catch(() => {});
  }

  async #lease(shop: string): Promise<boolean> {
    if (!(await this.log.lease(shop, this.#holder))) return false;
    this.#leases.add(shop);
    // The folder must have the last commits of the shop's former writer.
    await this.local.catchUp();
    return true;
  }

  #mustHaveBegun(): BegunCommit {
    if (!this.#begun) throw new Error('no commit has begun');
    return this.#begun;
  }
}

/**
 * Serves the writer that has started this thread. The writer waits for each answer; the first one answers the start.
 */
export async function writeAsThread({ dataDir, address, port, answers }: LogThreadData, clock: Clock): Promise<void> {
  const reply = (answer: LogAnswer): void => {
    port.postMessage(answer);
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  };
  const refuse = (error: unknown): void => {
    const isAway = error instanceof StateUnavailable;
    const text = isAway
      ? `${whyAway(address, error)} Committed offers stay; start this again later.`
      : String((error as Error)?.message ?? error);
    reply({ error: text, isExpected: isExpectedError(error), isOutage: isAway });
  };
  process.on('uncaughtException', (error) => {
    refuse(error);
    process.exit(1);
  });
  process.on('exit', () => {
    Atomics.store(answers, 0, threadEnded);
    Atomics.notify(answers, 0);
  });
  try {
    const log = await CommitLog.open(address, clock);
    const local = new LocalOffers(dataDir, log);
    await local.join();
    const writer = new LogWriter(log, local, clock);
    let last: Promise<void> = Promise.resolve();
    port.on('message', (call: LogCall) => {
      last = last.then(() => writer.answer(call).then(reply, refuse));
    });
    reply({ followed: null, isOwn: false });
  } catch (error) {
    refuse(error);
  }
}
