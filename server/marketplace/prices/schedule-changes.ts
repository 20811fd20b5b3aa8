import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import type { CatalogueStore } from '../generation/catalogue-store.js';
import { logLine } from '../program/log.js';

const checkMs = 1000;
/** Shortest pause between two runs. */
const shortestPauseMs = 5000;
/** Pause as a multiple of the last run's time: consecutive changes use at most a twentieth of a core. */
const pausePerRun = 20;

/**
 * Applies announced changes of prices and ends of offers when they are due, so that lists and searches follow. A
 * separate program does it, so that no cart waits. Returns a function that stops it after the run in progress.
 * @param program built file of the command `npm run import`
 */
export function scheduleChanges(
  catalogue: Pick<CatalogueStore, 'current'>,
  dataDir: string,
  program: URL,
  clock: Clock,
): () => Promise<void> {
  let running: ChildProcess | null = null;
  /** Returns the end of the program's output. @throws Error with that output if the program fails */
  const run = async (): Promise<string> => {
    const child: ChildProcess = spawn(process.execPath, [fileURLToPath(program), 'due', '--data-dir', dataDir]);
    running = child;
    const closed = once(child, 'close');
    let output = '';
    // A process without free file handles starts a child without streams.
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output = `${output}${text}`.slice(-500);
      });
    const [code] = await closed;
    if (code !== 0) throw new Error(output.trim() || `ended with code ${code}`);
    return output.trim();
  };
  const loop = startLoop({
    clock,
    pauseMs: checkMs,
    async look() {
      if (clock.now() < (catalogue.current?.offers.nextOfferChange ?? Number.POSITIVE_INFINITY)) return undefined;
      const started = clock.steady();
      const outcome = await run().then(
        (output) => ({ isDone: true, output }),
        (error: Error) => ({ isDone: false, output: error.message }),
      );
      running = null;
      const tookMs = clock.steady() - started;
      logLine(outcome.isDone ? 'info' : 'warn', outcome.isDone ? 'offer_changes_made' : 'offer_changes_failed', {
        seconds: Math.round(tookMs / 100) / 10,
        output: outcome.output,
      });
      return Math.max(shortestPauseMs, tookMs * pausePerRun);
    },
    onFailure: (error) => logLine('warn', 'offer_changes_failed', { seconds: 0, output: String(error) }),
  });
  return async () => {
    const stopped = loop.stop();
    running?.kill();
    await stopped;
  };
}
