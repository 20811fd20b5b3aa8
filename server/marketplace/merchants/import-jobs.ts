import { existsSync } from 'node:fs';
import type { Updateable } from 'kysely';
import { type Clock, timestampOf } from '../../clock/clock.js';
import { retryAfter, startLoop, usualRetryMs } from '../../clock/loop.js';
import type { JobTrouble } from '../../contract/offer-changes.js';
import { type Imported, importFile, noCounts } from '../feeds/import-program.js';
import { endOrphans, holdShop } from '../feeds/shop-lock.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import { isShared, type Lease } from '../state/lease.js';
import type { StateDb } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { concludeImport, type ImportRow } from './conclude-import.js';
import { dropForgotten, dropSent, sentFile } from './sent-files.js';

/*
 * What merchants send becomes import jobs: rows of `merchant_import` without an end. One loop looks at them, takes the
 * lease of a shop, and then runs the import as a program of its own. After each failure:
 *
 * - The shop has a feed or an import under way, here or elsewhere: the job stays queued and counts for nothing. The loop
 *   looks again after a second.
 * - A lock cannot be taken, the program cannot be started, or it says that disk, database or another import keep it from
 *   its work: the job is postponed, with one line in the log, by 1 s, then twice as long each time, at most half a minute.
 * - The state cannot be read or written: the look fails, with one line in the log, and the loop repeats it in the same way.
 *   An outcome that could not be stored waits in memory, with its lease.
 * - The import refuses the file, or breaks off by a fault of its own: the job has ended; its report says so.
 * - The lease is lost, or the shop ends: the import is killed and the job has no end, so that the next look takes it.
 * - The file is gone: the job has ended as failed, since nobody can repeat it.
 * - A file has no job, since the upload was killed or its commit was lost: the first look after a start removes it.
 */

/** Imports at the same time, and files of them: a change of one offer does not wait for another shop's catalogue. */
const together = { all: 2, files: 1 };
/** Milliseconds between two looks for jobs without a notification. */
const pauseMs = 10_000;
/** Milliseconds until a shop is looked at again that somebody else holds. */
const heldShopMs = 1000;
/** Milliseconds after which what another machine should have taken in counts as lost with it. */
const lostMs = 24 * 3_600_000;

interface Needs {
  readonly db: StateDb;
  readonly dataDir: string;
  /** Built file of `npm run import`. */
  readonly importProgram: URL;
  /** All that a shop may be called where its feeds are taken in: id, name, slug. */
  namesOf(shopId: number): readonly string[];
  /** Names of those who are told of what is held. */
  targets(): readonly string[];
  readonly clock: Clock;
}

/** Takes in what merchants have sent, one import of a shop after the other. */
export interface ImportJobs {
  /** Says that there is a job. */
  wake(): void;
  /** Null while all jobs get on. */
  trouble(): JobTrouble | null;
  /** Ends what is under way; it is taken in after the next start. */
  stop(): Promise<void>;
}

/** What a run has come to: an outcome for the merchant, or an outage, after which it is tried again. */
type Ending = Imported | { readonly outage: unknown };
interface RunningJob {
  readonly row: ImportRow;
  readonly leases: readonly Lease[];
  ending: Ending | null;
  /** Resolves when `ending` is there. */
  work: Promise<void>;
}

/** All that it knows is in the state and in the files: what a stop or a kill has left goes on with the next start. */
export function startImportJobs(needs: Needs): ImportJobs {
  const { db, dataDir, clock } = needs;
  const ended = new AbortController();
  /** By shop. */
  const running = new Map<number, RunningJob>();
  /** Jobs that were tried in vain, by id. */
  const postponed = new Map<string, JobTrouble>();
  let hasTidied = false;

  const loop = startLoop({
    clock,
    pauseMs,
    async look() {
      for (const job of running.values()) if (job.ending) await settle(job, job.ending);
      const open = await db
        .selectFrom('merchant_import')
        .selectAll()
        .where('ended_at', 'is', null)
        .orderBy('position')
        .execute();
      const isOpen = (id: string): boolean => open.some((row) => row.id === id);
      for (const id of postponed.keys()) if (!isOpen(id)) postponed.delete(id);
      if (!hasTidied) await dropForgotten(dataDir, isOpen, clock.now());
      hasTidied = true;
      let next = pauseMs;
      const shops = new Set(running.keys());
      for (const row of open.filter(isOwn)) {
        if (shops.has(row.shop_id) || ended.signal.aborted) continue;
        shops.add(row.shop_id);
        next = Math.min(next, waitOf(row) || (await tryToBegin(row)));
      }
      return next;
    },
    onFailure: (error) => logLine('error', 'merchant_imports_failed', { reason: sentenceOf(error) }),
  });

  /** Whether it was sent to this machine, which has its file: others that share the state take in their own. */
  const isOwn = (row: ImportRow): boolean =>
    !isShared(db) || existsSync(sentFile(dataDir, row.id)) || clock.now() - Date.parse(row.created_at) > lostMs;

  /** Milliseconds until it may be tried; 0 = now, also where somebody has set back the clock. */
  const waitOf = ({ next_attempt_at: at }: ImportRow): number => {
    const wait = at === null ? 0 : Date.parse(at) - clock.now();
    return wait > usualRetryMs.most ? 0 : Math.max(0, wait);
  };

  /** @returns milliseconds until the loop should look again for its sake */
  async function tryToBegin(row: ImportRow): Promise<number> {
    const isFile = row.source === 'file';
    const files = [...running.values()].filter((job) => job.row.source === 'file').length;
    // The end of a job wakes the loop.
    if (running.size >= together.all || (isFile && files >= together.files)) return pauseMs;
    let leases: readonly Lease[] | null;
    try {
      leases = await holdAll(needs, needs.namesOf(row.shop_id));
    } catch (error) {
      return postpone(row, error);
    }
    if (!leases) return heldShopMs;
    let isOpen = false;
    try {
      // Another process may have taken it in meanwhile.
      isOpen = await change(row, { status: 'processing' });
    } finally {
      if (!isOpen) await releaseAll(leases);
    }
    if (isOpen) begin({ row, leases, ending: null, work: Promise.resolve() });
    return pauseMs;
  }

  /** @returns whether the job was open still */
  async function change({ id }: ImportRow, to: Updateable<StateTables['merchant_import']>): Promise<boolean> {
    const open = db.updateTable('merchant_import').set(to).where('id', '=', id).where('ended_at', 'is', null);
    return (await open.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
  }

  function begin(job: RunningJob): void {
    running.set(job.row.shop_id, job);
    job.work = run(job)
      .catch((error: unknown) => ({ outage: error }))
      .then((ending) => {
        job.ending = ending;
        loop.wake();
      });
  }

  /** @throws where the program cannot be started, and the reason of the end where it was ended */
  async function run({ row, leases }: RunningJob): Promise<Ending> {
    const file = sentFile(dataDir, row.id);
    const signal = AbortSignal.any([ended.signal, ...leases.map((each) => each.signal)]);
    await endOrphans(file, clock);
    if (!existsSync(file)) return { ...noCounts, status: 'failed', isUnchanged: false, reason: `${file} is gone.` };
    const { mode, source } = row;
    // Of several offers the sound ones are taken, and the others told; of a file too many mean that it is another one.
    const maxRejects = source === 'batch' ? 100 : null;
    const wish = {
      kind: 'offers',
      choice: { id: row.shop_id },
      mode,
      mapping: null,
      encoding: null,
      maxRejects,
    } as const;
    const how = { isDryRun: row.is_dry_run === 1, isUrgent: source !== 'file' };
    const result = await importFile(needs.importProgram, dataDir, { ...wish, ...how }, file, signal, clock);
    return result.isOutage ? { outage: result.reason } : result;
  }

  /** Stores what a run has come to; where that fails, the next look does. */
  async function settle({ row, leases }: RunningJob, ending: Ending): Promise<void> {
    if (!('outage' in ending)) {
      await concludeImport(needs, row, ending);
      await dropSent(dataDir, row.id).catch((error: unknown) =>
        logLine('warn', 'merchant_import_left', { id: row.id, reason: sentenceOf(error) }),
      );
    } else if (!leases.some((each) => each.signal.aborted)) await postpone(row, ending.outage);
    running.delete(row.shop_id);
    await releaseAll(leases);
  }

  /** @returns milliseconds until it is tried again */
  async function postpone(row: ImportRow, outage: unknown): Promise<number> {
    const attempts = row.attempts + 1;
    const waitMs = retryAfter(attempts);
    const next = new Date(clock.now() + waitMs).toISOString();
    const reason = typeof outage === 'string' ? outage : sentenceOf(outage);
    await change(row, { status: 'queued', attempts, next_attempt_at: next });
    postponed.set(row.id, { since: postponed.get(row.id)?.since ?? timestampOf(clock), reason });
    logLine('error', 'merchant_import_postponed', { id: row.id, attempts, next, reason });
    return waitMs;
  }

  return {
    wake: loop.wake,
    trouble: () => {
      if (loop.trouble) return { since: loop.trouble.since, reason: sentenceOf(loop.trouble.error) };
      return postponed.values().next().value ?? null;
    },
    async stop() {
      ended.abort(new Error('the shop ends'));
      await loop.stop();
      for (const job of running.values()) {
        await job.work;
        // An outcome that cannot be stored now is that of the next start.
        if (job.ending && !('outage' in job.ending)) await settle(job, job.ending).catch(() => {});
        await releaseAll(job.leases);
      }
    },
  };
}

/**
 * Takes the lease of a shop by all its names, as feeds of the operator may call it; null where one of them is held. Where
 * one cannot be taken, those that were are given back.
 */
async function holdAll(needs: Needs, names: readonly string[]): Promise<readonly Lease[] | null> {
  const leases: Lease[] = [];
  try {
    for (const name of new Set(names.map((each) => each.toLowerCase()))) {
      const lease = await holdShop(needs, name);
      if (!lease) {
        await releaseAll(leases);
        return null;
      }
      leases.push(lease);
    }
    return leases;
  } catch (error) {
    await releaseAll(leases);
    throw error;
  }
}
const releaseAll = (leases: readonly Lease[]): Promise<unknown> => Promise.all(leases.map((each) => each.release()));
