import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type SharedOffers, sharedOffers } from '../offer-store/shared-offers.js';
import { FeedError } from './import-errors.js';

/**
 * Lets feeds of different shops run beside each other, and those of one shop one after the other. Locks of the system,
 * which end with the process that has them, whatever it dies of; and of the log that the offers follow, for other
 * machines.
 */
export class FeedLock {
  readonly #files: DatabaseSync[] = [];
  readonly #shared: SharedOffers | null;
  #giveBack: (() => void) | null = null;

  /**
   * @param shop the shop of all rows; null = rows name their own, so that no other feed may run
   * @param timeoutMs how long others are waited for, in milliseconds
   * @throws FeedError where another feed has not ended by then
   */
  constructor(dataDir: string, shop: { readonly id: number; readonly name: string } | null, timeoutMs = 5000) {
    const folder = join(dataDir, 'locks');
    mkdirSync(folder, { recursive: true });
    const whose = shop === null ? 'of offers' : `of offers of ${shop.name}`;
    const busy = `Another import ${whose} is running; please start this one when it has ended.`;
    this.#shared = sharedOffers(dataDir);
    try {
      const all = this.#open(join(folder, 'offers.lock'), timeoutMs);
      if (shop === null) {
        all.exec('begin exclusive');
      } else {
        all.exec('begin');
        all.prepare('select count(*) from sqlite_master').get();
        this.#open(join(folder, `shop-${shop.id}.lock`), timeoutMs).exec('begin exclusive');
      }
      if (!this.#shared) return;
      this.#giveBack = this.#shared.lease(shop?.id ?? null, timeoutMs);
      if (!this.#giveBack) throw new FeedError(busy);
    } catch (error) {
      this.release();
      if ((Number((error as { errcode?: unknown }).errcode) & 0xff) !== sqliteBusy) throw error;
      throw new FeedError(busy);
    }
  }

  #open(file: string, timeoutMs: number): DatabaseSync {
    const lock = new DatabaseSync(file, { timeout: timeoutMs });
    this.#files.push(lock);
    return lock;
  }

  release(): void {
    try {
      this.#giveBack?.();
    } finally {
      this.#giveBack = null;
      for (const file of this.#files.splice(0)) file.close();
      this.#shared?.close();
    }
  }
}

const sqliteBusy = 5;
