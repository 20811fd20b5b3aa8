import type { AnswerCache } from '../cache/cache.js';
import type { Upstream } from './upstream.js';

/** Milliseconds between two looks at the marketplace. */
const usualPause = 2000;

/** What is known of the catalogue that the marketplace serves. */
export interface CatalogueWatch {
  isDemonstration(): boolean;
  stop(): void;
}

/**
 * Asks the marketplace every two seconds which catalogue it serves, so that kept answers of an older one are dropped
 * even while nothing new is fetched (D63). What it cannot tell stays as it was; the first look is taken at once.
 *
 * @param isDemonstration what is known at the start.
 * @param onLook told after each look that was answered.
 */
export function watchCatalogue(
  upstream: Upstream,
  cache: AnswerCache,
  isDemonstration: boolean,
  onLook: (isDemonstration: boolean) => void = () => {},
  pause = usualPause,
): CatalogueWatch {
  let known = isDemonstration;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    const startedAt = Date.now();
    try {
      const status = await upstream.status();
      cache.notice(status.generation, startedAt);
      known = status.isDemonstration;
      onLook(known);
    } catch {
      // A marketplace that is away is told by /readyz and by every answer that needs it.
    }
    if (!isStopped) timer = setTimeout(look, pause).unref();
  }
  void look();
  return {
    isDemonstration: () => known,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
