import type { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import type { ConsoleFeeds, consoleHeldBody } from '../../contract/console.js';
import { ProblemError } from '../../contract/problem.js';
import { runImportProgram } from '../feeds/import-program.js';
import { dropHeldFeed, type HeldFeed, listHeldFeeds, readHeldFeed } from '../import/held-feeds.js';
import { noteDecision } from '../merchants/held-uploads.js';
import { sentenceOf } from '../program/expected-error.js';
import type { StateDb } from '../state/state-store.js';
import type { Operator } from './sessions.js';

/** Milliseconds that a call waits for an approval. Then customers' calls behind it continue. */
const waitMs = 250;

type Act = z.output<typeof consoleHeldBody>['act'];
const approvals = { approve: [], keepNewer: ['--keep-newer'], overwrite: ['--overwrite'] } as const;

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
  decide(operator: Pick<Operator, 'note'>, name: string, act: Act): Promise<boolean>;
  stop(): Promise<void>;
}

export function startHeldFeeds(needs: Needs): HeldFeeds {
  const { db, dataDir, importProgram, clock } = needs;
  const ended = new AbortController();
  const running = new Map<string, { readonly feed: HeldFeed; readonly work: Promise<void> }>();
  const failures = new Map<string, { readonly failure: string | null; readonly newer: number }>();

  function heldOf(name: string): HeldFeed {
    try {
      return readHeldFeed(dataDir, name);
    } catch (error) {
      throw new ProblemError('not_found', sentenceOf(error));
    }
  }

  async function approve(
    operator: Pick<Operator, 'note'>,
    program: URL,
    name: string,
    act: Exclude<Act, 'drop'>,
  ): Promise<void> {
    failures.delete(name);
    const words = ['approve', name, ...approvals[act], '--data-dir', dataDir];
    const result = await runImportProgram(program, words, {}, ended.signal, clock);
    const { status, reason, newer } = result;
    const isTaken = status === 'completed' || status === 'completed_with_errors';
    if (isTaken) await noteDecision(needs, name, result);
    else failures.set(name, { failure: newer > 0 ? null : (reason ?? status), newer });
    await operator.note(db, { event: 'held_approved', what: `${name} ${status}` });
  }

  return {
    // An applied feed leaves the folder of held feeds before its sender and the audit hear of it.
    list: () =>
      [...new Set([...listHeldFeeds(dataDir), ...running.keys()])].sort().map((name) => {
        const isRunning = running.has(name);
        const { at, shop, mode, reason, preview = null } = running.get(name)?.feed ?? heldOf(name);
        const { failure, newer } = failures.get(name) ?? { failure: null, newer: 0 };
        return { name, at, shop: shop ?? '', mode, reason, isRunning, preview, failure, newer };
      }),
    async decide(operator, name, act) {
      if (running.has(name)) return false;
      const feed = heldOf(name);
      if (act === 'drop') {
        dropHeldFeed(dataDir, name);
        failures.delete(name);
        await noteDecision(needs, name, null);
        await operator.note(db, { event: 'held_dropped', what: name });
        return true;
      }
      if (!importProgram) throw new ProblemError('unavailable', 'nothing is imported here');
      const work = approve(operator, importProgram, name, act)
        .catch((error: unknown) => void failures.set(name, { failure: sentenceOf(error), newer: 0 }))
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
