import type { Clock } from '../../clock/clock.js';
import { startLoop } from '../../clock/loop.js';
import type { MarketplaceTroubles } from '../../contract/offer-changes.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Upstream } from './upstream.js';

/** Milliseconds between two polls (D90). */
const pauseMs = 500;

export interface CatalogueWatch {
  isDemonstration(): boolean;
  /** The marketplace answered the last poll. */
  isAnswering(): boolean;
  stop(): void;
}

interface WatchOptions {
  clock: Clock;
  /** Called after each successful poll. */
  onLook?: (isDemonstration: boolean, troubles: MarketplaceTroubles) => void;
  onFailed?: () => void;
}

/**
 * Polls which catalogue the marketplace serves and which offers changed, so that outdated entries go even without
 * traffic (D63, D90). It polls at once when an answer has an unknown commit. A failed poll changes nothing.
 * @param isDemonstration state at the start
 */
export function watchCatalogue(
  upstream: Upstream,
  cache: ResponseCache,
  isDemonstration: boolean,
  { clock, onLook, onFailed }: WatchOptions,
): CatalogueWatch {
  const { offers } = cache;
  let known = isDemonstration;
  let isAnswering = true;
  async function poll(): Promise<void> {
    const startedAt = clock.steady();
    try {
      const status = await upstream.status(offers.known);
      cache.notice(status.generation, startedAt);
      if (status.offers) offers.adopt(status.offers);
      known = status.isDemonstration;
      isAnswering = true;
      onLook?.(known, status.troubles ?? {});
    } catch {
      isAnswering = false;
      onFailed?.();
    }
  }
  const loop = startLoop({ clock, look: poll, pauseMs, onFailure: () => {} });
  offers.onNews = loop.wake;
  offers.refresh = poll;
  return {
    isDemonstration: () => known,
    isAnswering: () => isAnswering,
    stop: () => void loop.stop(),
  };
}
