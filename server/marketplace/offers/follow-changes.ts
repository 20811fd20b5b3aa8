import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { logLine } from '../log.js';
import type { CatalogueStore } from '../store/catalogue-store.js';

/** How often is looked whether a change is due, in milliseconds. */
const look = 1000;
/** Shortest pause between two generations that are made for changes, in milliseconds. */
const shortestPause = 60_000;
/** Pause as a multiple of what the last one took: changes that are due one after another cost a twentieth of a core at most. */
const pausePerWork = 20;

/**
 * Makes a new generation each time that prices change or offers end which the served one knows of, so that listings,
 * filters and searches follow. A program of its own does it, as an import: no cart waits for it.
 * @param program built file of the command `npm run import`
 * @returns ends it, and waits for what is under way
 */
export function followChanges(catalogue: CatalogueStore, dataDir: string, program: URL): () => Promise<void> {
  let notBefore = 0;
  let running: ReturnType<typeof spawn> | null = null;
  const start = async (): Promise<void> => {
    const started = performance.now();
    const child = spawn(process.execPath, [program.pathname, 'due', '--data-dir', dataDir]);
    running = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        said = `${said}${text}`.slice(-500);
      });
    const [code] = await once(child, 'close').catch((error: Error) => [error.message]);
    running = null;
    const took = performance.now() - started;
    notBefore = performance.now() + Math.max(shortestPause, took * pausePerWork);
    const isDone = code === 0;
    logLine(isDone ? 'info' : 'warn', isDone ? 'offer_changes_made' : 'offer_changes_failed', {
      seconds: Math.round(took / 100) / 10,
      said: said.trim(),
    });
  };
  const timer = setInterval(() => {
    if (running || performance.now() < notBefore) return;
    if (Date.now() >= (catalogue.current?.nextOfferChange ?? Number.POSITIVE_INFINITY)) void start();
  }, look);
  timer.unref();
  return async () => {
    clearInterval(timer);
    if (!running) return;
    const ended = once(running, 'close');
    running.kill();
    await ended;
  };
}
