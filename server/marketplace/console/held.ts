import { type Clock, timestampOf } from '../../clock/clock.js';
import type { ConsoleFeeds } from '../../contract/console.js';
import { ProblemError } from '../../contract/problem.js';
import { runImportProgram } from '../feeds/import-program.js';
import { readSummary } from '../feeds/kept-reports.js';
import { dropHeldFeed, type HeldFeed, listHeldFeeds, readHeldFeed } from '../import/held-feeds.js';
import { sentenceOf } from '../program/expected-error.js';
import type { StateDb } from '../state/state-store.js';
import type { Operator } from './sessions.js';

/** Milliseconds that a call waits for an approval. Then customers' calls behind it continue. */
const waitMs = 250;

type Outcome = 'approved' | 'dropped';

interface Needs {
  readonly db: StateDb;
  readonly dataDir: string;
  readonly clock: Clock;
  /** Built file of `npm run import`; missing in a process that imports nothing. */
  readonly importProgram: URL | undefined;
}

/** Feeds that a guard has held, and the operator's decisions about them. */
export interface HeldFeeds {
  list(): ConsoleFeeds['held'];
  /** @returns whether the feed is dropped or already applied @throws ProblemError `not_found` */
  decide(operator: Operator, name: string, act: 'approve' | 'drop'): Promise<boolean>;
  stop(): Promise<void>;
}

/** Stores the decision in the upload of the merchant, too. */
async function notifySender({ db, dataDir, clock }: Needs, name: string, outcome: Outcome): Promise<void> {
  const waiting = await db
    .selectFrom('merchant_import')
    .select(['id', 'report'])
    .where('status', '=', 'held')
    .execute();
  for (const { id, report } of waiting) {
    const summary = report === null ? null : await readSummary(dataDir, report);
    if (summary?.held !== name) continue;
    const status = outcome === 'approved' ? 'completed' : 'cancelled';
    await db
      .updateTable('merchant_import')
      .set({ status, ended_at: timestampOf(clock), held: 0, ...(outcome === 'approved' && { reason: null }) })
      .where('id', '=', id)
      .execute();
  }
}

export function startHeldFeeds(needs: Needs): HeldFeeds {
  const { db, dataDir, importProgram, clock } = needs;
  const ended = new AbortController();
  const running = new Map<string, { readonly feed: HeldFeed; readonly work: Promise<void> }>();
  const failures = new Map<string, string>();

  function heldOf(name: string): HeldFeed {
    try {
      return readHeldFeed(dataDir, name);
    } catch (error) {
      throw new ProblemError('not_found', sentenceOf(error));
    }
  }

  async function approve(operator: Operator, program: URL, name: string): Promise<void> {
    failures.delete(name);
    const result = await runImportProgram(program, ['approve', name, '--data-dir', dataDir], {}, ended.signal, clock);
    const { status, reason } = result;
    const isTaken = status === 'completed' || status === 'completed_with_errors';
    if (isTaken) await notifySender(needs, name, 'approved');
    else failures.set(name, reason ?? status);
    await operator.note(db, { event: 'held_approved', what: `${name} ${status}` });
  }

  return {
    // An applied feed leaves the folder of held feeds before its sender and the audit hear of it.
    list: () =>
      [...new Set([...listHeldFeeds(dataDir), ...running.keys()])].sort().map((name) => {
        const isRunning = running.has(name);
        const { at, shop, mode, reason } = running.get(name)?.feed ?? heldOf(name);
        return { name, at, shop: shop ?? '', mode, reason, isRunning, failure: failures.get(name) ?? null };
      }),
    async decide(operator, name, act) {
      if (running.has(name)) return false;
      const feed = heldOf(name);
      if (act === 'drop') {
        dropHeldFeed(dataDir, name);
        failures.delete(name);
        await notifySender(needs, name, 'dropped');
        await operator.note(db, { event: 'held_dropped', what: name });
        return true;
      }
      if (!importProgram) throw new ProblemError('unavailable', 'nothing is imported here');
      const work = approve(operator, importProgram, name)
        .catch((error: unknown) => void failures.set(name, sentenceOf(error)))
        .finally(() => running.delete(name));
      running.set(name, { feed, work });
      return Promise.race([work.then(() => true), clock.sleep(waitMs).then(() => false)]);
    },
    async stop() {
      ended.abort(new Error('the shop ends'));
      await Promise.all([...running.values()].map(({ work }) => work));
    },
  };
}
