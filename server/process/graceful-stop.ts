import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.js';
import { events } from '../web/http/log-events.js';
import type { Listener } from './listen.js';

/** Milliseconds after the signal until requests under way are cut, and until the process ends whatever is not done. */
const limits = { requests: 8000, process: 9500 };

interface Stopping {
  clock: Clock;
  listener: Listener;
  log: Logger;
  /** Seconds in which the shop goes on taking connections while `/readyz` says no, so that balancers can look away. */
  drainSeconds: number;
  /** Ends what the requests have needed. */
  close(): Promise<void>;
}

/**
 * Ends the process within ten seconds of SIGTERM, and at once after SIGINT, without failing a request that was taken:
 * `/readyz` says 503, connections are told to close with their next answer, then no more are taken, and what is
 * under way gets its answer.
 *
 * Node itself may hang after that, when everything is closed and written (nodejs/node issue 54918); the supervisor of
 * the process kills it then.
 *
 * @returns whether the process is still meant to take requests.
 */
export function stopOnSignals({ clock, listener, log, drainSeconds, close }: Stopping): { isReady(): boolean } {
  const { server } = listener;
  let isReady = true;
  server.prependListener('request', (_, response) => {
    if (!isReady) response.shouldKeepAlive = false;
  });
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (!isReady) return;
    isReady = false;
    log.info({ signal }, events.stopping);
    clock.after(limits.process, () => {
      log.warn(events.stopForced);
      process.exit(1);
    });
    clock.after(limits.requests, () => server.closeAllConnections());
    if (signal === 'SIGTERM') await clock.sleep(drainSeconds * 1000);
    await listener.close();
    await close();
    log.info(events.stopped);
    log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  return { isReady: () => isReady };
}
