import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '../files/exclusive-lock.js';
import { type SharedOffers, sharedOffers } from '../offer-store/shared-offers.js';
import { BusyError } from './reading/import-errors.js';

/**
 * Lets feeds of different shops run in parallel, and feeds of one shop one after the other. File locks end with their
 * process, however it dies. Leases of the offer log exclude other machines.
 */
export class FeedLock {
  readonly #unlock: (() => void)[] = [];
  readonly #shared: SharedOffers | null;
  #giveBack: (() => void) | null = null;

  /**
   * @param shop shop of all rows; null = rows name their shops, so no other feed may run
   * @param timeoutMs how long to wait for another feed
   * @throws BusyError if another feed is still running then; ExpectedError if a lock cannot be taken
   */
  constructor(dataDir: string, shop: { readonly id: number; readonly name: string } | null, timeoutMs = 5000) {
    const folder = join(dataDir, 'locks');
    mkdirSync(folder, { recursive: true });
    const whose = shop === null ? 'of offers' : `of offers of ${shop.name}`;
    const busy = `Another import ${whose} is running; please start this one when it has ended.`;
    this.#shared = sharedOffers(dataDir);
    const lock = (name: string, kind: 'exclusive' | 'shared'): void => {
      const unlock = lockFile(join(folder, name), kind, timeoutMs);
      if (!unlock) throw new BusyError(busy);
      this.#unlock.push(unlock);
    };
    try {
      lock('offers.lock', shop === null ? 'exclusive' : 'shared');
      if (shop !== null) lock(`shop-${shop.id}.lock`, 'exclusive');
      if (!this.#shared) return;
      this.#giveBack = this.#shared.lease(shop?.id ?? null, timeoutMs);
      if (!this.#giveBack) throw new BusyError(busy);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release(): void {
    try {
      this.#giveBack?.();
    } finally {
      this.#giveBack = null;
      for (const unlock of this.#unlock.splice(0)) unlock();
      this.#shared?.close();
    }
  }

  [Symbol.dispose](): void {
    this.release();
  }
}
