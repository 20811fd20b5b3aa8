import { existsSync } from 'node:fs';
import type { Updateable } from 'kysely';
import { type Clock, timeLeft, timestampOf } from '../../clock/clock.js';
import { retryAfter, startLoop, usualRetryMs } from '../../clock/loop.js';
import type { JobTrouble } from '../../contract/offer-changes.js';
import { savedColumns } from '../feeds/chosen-columns.js';
import { type Imported, importFile, noCounts } from '../feeds/import-program.js';
import { endOrphans, holdShop } from '../feeds/shop-lock.js';
import { sentenceOf } from '../program/expected-error.js';
import { logLine } from '../program/log.js';
import type { Senders } from '../shop-file/shop-file.js';
import { isShared, type Lease } from '../state/lease.js';
import type { StateDb } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';
import { concludeImport } from './conclude-import.js';
import { dropForgotten, dropOlderFiles, dropSent, fileOf, type ImportRow, isWorthKeeping } from './sent-files.js';

/*
 * Runs import jobs, the rows of `merchant_import` without an end. One loop takes the lease of a shop, and runs the
 * import as a program. After each failure:
 *
 * - The upload or its job cannot be stored: the merchant gets 503, and may repeat the call with the same key.
 * - Another import of the shop runs: the job stays queued. The loop looks again after a second.
 * - A lock or the program fails, or the program reports an outage: the loop postpones the job, with one line in the
 * log. The delays are 1 s, then twice as long each time, at most half a minute.
 * - The state cannot be read or written: the loop logs one line, and repeats the look in the same way. An outcome that
 * could not be stored waits in memory with its lease.
 * - The import refuses the file, or has an error of its own: the job ends, and its report says so.
 * - The lease is lost, or the shop stops: the loop kills the import. The next look takes the job again.
 * - The file is missing: the job ends as failed, since nobody can repeat it.
 * - A file has no job, since the upload was killed or its commit was lost: a look after a day removes it.
 */

/** Most imports, and most imports of files, at the same time: a change of one offer need not wait for a catalogue. */
const together = { all: 2, files: 1 };
/** Milliseconds between two looks for jobs without a notification. */
const pauseMs = 10_000;
/** Milliseconds until the loop looks again at a shop whose lease is held. */
const heldShopMs = 1000;
/** Milliseconds after which any machine may import an upload of a machine that has not. */
const lostMs = 24 * 3_600_000;
/** Milliseconds between two removals of old files. */
const tidyMs = 3_600_000;

interface Needs {
  readonly db: StateDb;
  readonly dataDir: string;
  /** Built file of `npm run import`. */
  readonly importProgram: URL;
  /** All names that feeds may use for a shop: id, name, slug. */
  namesOf(shopId: number): readonly string[];
  /** Names of the webhooks that receive an event about a held import. */
  targets(): readonly string[];
  /** Senders of mails to merchants. */
  senders(): Senders;
  readonly clock: Clock;
}

/** The loop that imports uploads, one import of a shop after the other. */
export interface ImportJobs {
  /** Makes the loop look for jobs at once. */
  wake(): void;
  /** The failure that delays jobs; null without one. */
  trouble(): JobTrouble | null;
  /** Kills running imports; they run again after the next start. */
  stop(): Promise<void>;
}

/** Result of a run: an outcome for the merchant, or an outage, after which the job is repeated. */
type Ending = Imported | { readonly outage: unknown };
interface RunningJob {
  readonly row: ImportRow;
  readonly leases: readonly Lease[];
  ending: Ending | null;
  /** Resolves when `ending` is set. */
  work: Promise<void>;
}

/** Starts the loop. Its state is in the database and in files, so that it continues after a kill. */
export function startImportJobs(needs: Needs): ImportJobs {
  const { db, dataDir, clock } = needs;
  const ended = new AbortController();
  /** Running jobs by shop. */
  const running = new Map<number, RunningJob>();
  /** Postponed jobs by id. */
  const postponed = new Map<string, JobTrouble>();
  let tidyAt = 0;

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
      for (const id of postponed.keys()) if (!open.some((row) => row.id === id)) postponed.delete(id);
      if (timeLeft(clock, tidyAt, tidyMs) === 0) {
        await dropForgotten(dataDir, (id) => open.some((row) => (row.file_id ?? row.id) === id), clock.now());
        tidyAt = clock.now() + tidyMs;
      }
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

  /** Whether this machine has the file. Machines with a shared state import their own uploads. */
  const isOwn = (row: ImportRow): boolean =>
    !isShared(db) || existsSync(fileOf(dataDir, row)) || clock.now() - Date.parse(row.created_at) > lostMs;

  /** Milliseconds until the next attempt; 0 = now. Setting back the clock cannot prolong it. */
  const waitOf = ({ next_attempt_at: at }: ImportRow): number =>
    at === null ? 0 : timeLeft(clock, Date.parse(at), usualRetryMs.most);

  /** @returns milliseconds until the loop should look at this job again */
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
      // Another process may have imported it meanwhile.
      isOpen = await change(row, { status: 'processing' });
    } finally {
      if (!isOpen) await releaseAll(leases);
    }
    if (isOpen) begin({ row, leases, ending: null, work: Promise.resolve() });
    return pauseMs;
  }

  /** @returns whether the job was still open */
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

  /** @throws if the program cannot be started, or with the reason for which it was killed */
  async function run({ row, leases }: RunningJob): Promise<Ending> {
    const file = fileOf(dataDir, row);
    const signal = AbortSignal.any([ended.signal, ...leases.map((each) => each.signal)]);
    await endOrphans(file, clock);
    if (!existsSync(file)) {
      const reason = 'The file is no longer kept; send it again.';
      if (row.file_id !== null) return { ...noCounts, status: 'refused', isUnchanged: false, reason };
      return { ...noCounts, status: 'failed', isUnchanged: false, reason: `${file} is gone.` };
    }
    const { mode, source } = row;
    // A batch imports its valid offers and reports the others. A file with many errors is probably a wrong one.
    const maxRejects = source === 'batch' ? 100 : null;
    const wish = {
      kind: source === 'terms' ? 'shops' : 'offers',
      choice: { id: row.shop_id },
      mode,
      mapping: null,
      encoding: null,
      maxRejects,
      columns: source === 'file' ? (row.columns ?? (await savedColumns(db, row.shop_id))) : null,
    } as const;
    const how = { isDryRun: row.is_dry_run === 1, isUrgent: source !== 'file' };
    const result = await importFile(needs.importProgram, dataDir, { ...wish, ...how }, file, signal, clock);
    return result.isOutage ? { outage: result.reason } : result;
  }

  /** Stores the result of a run. If that fails, the next look does it. */
  async function settle({ row, leases }: RunningJob, ending: Ending): Promise<void> {
    if (!('outage' in ending)) {
      await concludeImport(needs, row, ending);
      const isKept = isWorthKeeping(row, ending.status);
      const tidied = isKept ? dropOlderFiles(db, dataDir, row.shop_id) : dropSent(dataDir, row.id);
      await tidied.catch((error: unknown) =>
        logLine('warn', 'merchant_import_left', { id: row.id, reason: sentenceOf(error) }),
      );
    } else if (!leases.some((each) => each.signal.aborted)) await postpone(row, ending.outage);
    running.delete(row.shop_id);
    await releaseAll(leases);
  }

  /** @returns milliseconds until the next attempt */
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
        // If this fails, the job runs again after the next start.
        if (job.ending && !('outage' in job.ending)) await settle(job, job.ending).catch(() => {});
        await releaseAll(job.leases);
      }
    },
  };
}

/**
 * Takes the leases of a shop under all its names, as the operator's feeds may use any; null if one is held. Releases
 * the others if one fails.
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
