import type { ResponseCache } from '../cache/response-cache.js';
import type { Upstream } from './upstream.js';

/** Polling interval in milliseconds. */
const usualPause = 2000;

/** What is known of the catalogue that the marketplace serves. */
export interface CatalogueWatch {
  isDemonstration(): boolean;
  stop(): void;
}

/**
 * Polls the marketplace's readiness every two seconds for its catalogue, so that cached responses of an older one are
 * dropped even without traffic (D63). After a failed poll the last known state stays. The first poll is sent at once.
 * @param isDemonstration the state known at the start.
 * @param onLook called after each successful poll.
 */
export function watchCatalogue(
  upstream: Upstream,
  cache: ResponseCache,
  isDemonstration: boolean,
  onLook: (isDemonstration: boolean) => void = () => {},
  pause = usualPause,
): CatalogueWatch {
  let known = isDemonstration;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function pollOnce(): Promise<void> {
    const startedAt = Date.now();
    try {
      const status = await upstream.status();
      cache.notice(status.generation, startedAt);
      known = status.isDemonstration;
      onLook(known);
    } catch {
      // An unavailable marketplace is reported by /readyz and by every response that needs it.
    }
    if (!isStopped) timer = setTimeout(pollOnce, pause).unref();
  }
  void pollOnce();
  return {
    isDemonstration: () => known,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
