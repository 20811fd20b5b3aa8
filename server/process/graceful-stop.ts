import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.js';
import { events } from '../web/http/log-events.js';
import type { Listener } from './listen.js';

/** Milliseconds after the signal until the process cuts open requests, and until it ends in any case. */
const limitsMs = { requests: 8000, process: 9500 };

interface Stopping {
  clock: Clock;
  listener: Listener;
  log: Logger;
  /** Seconds in which the shop still accepts connections while `/readyz` answers 503, so that balancers can react. */
  drainSeconds: number;
  /** Closes everything that requests needed. */
  close(): Promise<void>;
}

/**
 * Ends the process within ten seconds of SIGTERM, and at once after SIGINT, without failing an accepted request.
 * `/readyz` answers 503, and each answer closes its connection. Then the port closes, and open requests get their
 * answers.
 *
 * Node itself may hang after that (nodejs/node issue 54918). The supervisor of the process then kills it.
 *
 * @returns whether the process still accepts requests
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
    clock.after(limitsMs.process, () => {
      log.warn(events.stopForced);
      process.exit(1);
    });
    clock.after(limitsMs.requests, () => server.closeAllConnections());
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
