import type { ResponseCache } from '../cache/response-cache.js';
import type { Upstream } from './upstream.js';

/** Polling interval in milliseconds (D90). */
const usualPause = 500;

/** What is known of the catalogue that the marketplace serves. */
export interface CatalogueWatch {
  isDemonstration(): boolean;
  stop(): void;
}

/**
 * Asks the marketplace twice a second which catalogue it serves and what has changed in its offers, so that what is kept
 * of an older one goes even without traffic (D63, D90); at once when an answer is of a commit that is not known yet.
 * After a failed poll the last known state stays. The first poll is sent at once.
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
  const { offers } = cache;
  let known = isDemonstration;
  let isStopped = false;
  let isAsking = false;
  let isAskedAgain = false;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    const startedAt = Date.now();
    try {
      const status = await upstream.status(offers.known);
      cache.notice(status.generation, startedAt);
      if (status.offers) offers.adopt(status.offers);
      known = status.isDemonstration;
      onLook(known);
    } catch {
      // An unavailable marketplace is reported by /readyz and by every response that needs it.
    }
  }
  /** One poll at a time, and another one for what answers tell meanwhile. */
  async function poll(): Promise<void> {
    isAskedAgain = isAsking;
    if (isAsking || isStopped) return;
    isAsking = true;
    clearTimeout(timer);
    do {
      isAskedAgain = false;
      await look();
    } while (isAskedAgain && !isStopped);
    isAsking = false;
    if (!isStopped) timer = setTimeout(poll, pause).unref();
  }
  offers.onNews = () => void poll();
  void poll();
  return {
    isDemonstration: () => known,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
