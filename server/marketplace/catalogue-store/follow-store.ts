import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CatalogueStoreTrouble } from '../../contract/offer-changes.js';
import type { StoreSettings } from '../../env-marketplace.js';
import { logLine } from '../http/log.js';
import { headKey, isNewer, parseHead } from './manifest.js';
import type { ObjectStore } from './object-store.js';
import { openStore } from './open-store.js';

/** Milliseconds between two looks at the store, and until a failed fetch is tried again. */
const usualTimes = { pause: 2000, retry: 15_000 };

/** A data folder that keeps to what the store serves. */
interface StoreFollower {
  /** Since when the store cannot be used, or what it serves; null while all is well. */
  trouble(): CatalogueStoreTrouble | null;
  stop(): Promise<void>;
}

interface Needs {
  readonly dataDir: string;
  /**
   * Built file of the command `npm run import`, which fetches: unpacking and checking is no work for a thread with
   * readers.
   */
  readonly program: URL;
  /** Name of the generation that is served here; null while there is none. */
  served(): string | null;
  readonly times?: typeof usualTimes;
}

/**
 * Looks every other second which generation the store serves, and has it fetched when it is newer than the one here.
 * While the store cannot be used, what is here is served on.
 * @returns after the first look, and the fetch that follows from it, where nothing is served yet; else at once
 */
export async function followStore(settings: StoreSettings, needs: Needs): Promise<StoreFollower> {
  const { dataDir, program, served, times = usualTimes } = needs;
  const store: ObjectStore = await openStore(settings);
  let trouble: CatalogueStoreTrouble | null = null;
  let mark: string | null = null;
  let notBefore = 0;
  let fetching: ChildProcess | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const fetchIt = async (): Promise<void> => {
    const child: ChildProcess = spawn(process.execPath, [fileURLToPath(program), 'fetch', '--data-dir', dataDir]);
    fetching = child;
    const closed = once(child, 'close');
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        said = `${said}${text}`.slice(-1000);
      });
    const [code] = await closed;
    fetching = null;
    if (code !== 0) throw new Error(said.trim() || `ended with code ${code}`);
    logLine('info', 'catalogue_fetched', { store: store.name, said: said.trim() });
  };
  const look = async (): Promise<void> => {
    if (performance.now() < notBefore) return;
    try {
      const there = await store.get(headKey, mark);
      if (isStopped) return;
      if (there && there !== 'same') {
        notBefore = performance.now() + times.retry;
        if (isNewer(parseHead(there.body).generation, served())) await fetchIt();
        notBefore = 0;
        mark = there.mark;
      }
      if (trouble) logLine('info', 'catalogue_store_works', { store: store.name, since: trouble.since });
      trouble = null;
    } catch (error) {
      if (isStopped) return;
      const reason = (error as Error).message;
      if (!trouble) logLine('error', 'catalogue_store_failed', { store: store.name, reason });
      trouble ??= { since: new Date().toISOString() };
    }
  };
  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = look().finally(next);
    }, times.pause);
    timer.unref();
  };
  let looking = look().finally(next);
  // Who has something to serve waits for nobody.
  if (served() === null) await looking;
  return {
    trouble: () => trouble,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      if (!fetching) return;
      fetching.kill();
      await looking;
    },
  };
}
