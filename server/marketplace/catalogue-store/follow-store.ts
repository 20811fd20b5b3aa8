import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../clock/clock.js';
import { type Loop, startLoop } from '../../clock/loop.js';
import type { CatalogueStoreTrouble } from '../../contract/offer-changes.js';
import type { StoreSettings } from '../../env-marketplace.js';
import { logLine } from '../program/log.js';
import { headKey, isNewer, parseHead } from './manifest.js';
import type { ObjectStore } from './object-store.js';
import { openStore } from './open-store.js';

/** Pause between two looks, and the longest pause after a failure. */
const usualTimes = { pauseMs: 2000, retryMs: 15_000 };

interface StoreFollower {
  /** Since when the store or its generation is unusable; null = it works. */
  trouble(): CatalogueStoreTrouble | null;
  stop(): Promise<void>;
}

interface Needs {
  readonly dataDir: string;
  /** Built file of `npm run import`, which fetches: unpacking and checking would block the thread's readers. */
  readonly program: URL;
  /** Name of the served generation; null = none. */
  served(): string | null;
  readonly clock: Clock;
  readonly times?: typeof usualTimes;
}

/**
 * Fetches each newer generation of the store. While the store is unusable, the folder serves its own generation.
 * @returns at once, or after the first fetch if the folder serves nothing yet
 */
export async function followStore(settings: StoreSettings, needs: Needs): Promise<StoreFollower> {
  const { dataDir, program, served, clock, times = usualTimes } = needs;
  const store: ObjectStore = await openStore(settings, clock);
  let mark: string | null = null;
  let fetching: ChildProcess | null = null;

  const fetchIt = async (): Promise<void> => {
    const child: ChildProcess = spawn(process.execPath, [fileURLToPath(program), 'fetch', '--data-dir', dataDir]);
    fetching = child;
    const closed = once(child, 'close');
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output = `${output}${text}`.slice(-1000);
      });
    const [code] = await closed;
    fetching = null;
    if (code !== 0) throw new Error(output.trim() || `ended with code ${code}`);
    logLine('info', 'catalogue_fetched', { store: store.name, output: output.trim() });
  };
  const loop: Loop = startLoop({
    clock,
    pauseMs: times.pauseMs,
    retryMs: { first: times.pauseMs, most: times.retryMs },
    async look(ended) {
      const there = await store.get(headKey, mark);
      ended.throwIfAborted();
      if (there && there !== 'same') {
        if (isNewer(parseHead(there.body).generation, served())) await fetchIt();
        mark = there.mark;
      }
      if (loop.trouble) logLine('info', 'catalogue_store_works', { store: store.name, since: loop.trouble.since });
      return undefined;
    },
    onFailure(error, failures) {
      const reason = (error as Error).message;
      if (failures === 1) logLine('error', 'catalogue_store_failed', { store: store.name, reason });
    },
  });
  // A marketplace with a catalogue does not wait.
  if (served() === null) await loop.firstLook;
  return {
    trouble: () => loop.trouble && { since: loop.trouble.since },
    async stop() {
      const stopped = loop.stop();
      // A silent store must not keep the shop from ending.
      if (!fetching) return;
      fetching.kill();
      await stopped;
    },
  };
}
