import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Visitor } from './visitor.js';

/** Milliseconds before an unacknowledged add is repeated with the same key. */
const pause = 50;

/** Visitors who add to their carts until they are stopped. */
export interface Shoppers {
  /** Adds that were acknowledged so far. */
  acknowledged(): number;
  /** Statuses of other adds with their counts; 0 = no response. */
  readonly refused: ReadonlyMap<number, number>;
  /** Attempts that were not acknowledged. */
  refusals(): number;
  /** Longest wait of an add for its acknowledgement, in milliseconds. */
  slowest(): number;
  /** Stops after the adds in progress. */
  stop(): Promise<void>;
  /** Stops at once; the carts are then uncertain. */
  abandon(): void;
  /** Returns how many pieces the carts lack or have twice, compared with the acknowledged adds. Runs after `stop`. */
  wrong(): Promise<{ lost: number; doubled: number }>;
}

/**
 * Starts visitors who add pieces to carts of their own. Each add repeats with its key until it is acknowledged.
 * @param origin of the shop @param offers ids of offers to add, in turn
 */
export function startShoppers(origin: string, offers: readonly string[], count: number): Shoppers {
  const refused = new Map<number, number>();
  let acknowledged = 0;
  let slowest = 0;
  let isOver = false;
  let isAbandoned = false;
  const people = Array.from({ length: count }, () => ({
    visitor: new Visitor(origin),
    pieces: new Map<string, number>(),
  }));
  const shop = async ({ visitor, pieces }: (typeof people)[number], person: number): Promise<void> => {
    for (let turn = person; !isOver; turn += 1) {
      const offer = offers[turn % offers.length] ?? '';
      // A line has at most 99 pieces.
      if ((pieces.get(offer) ?? 0) >= 95) return;
      const headers = { accept: 'application/json', 'idempotency-key': randomUUID() };
      for (let status = -1; status !== 200; ) {
        if (isAbandoned) return;
        const began = performance.now();
        status = await visitor
          .post(`/api/Warenkorb/Hinzufuegen/${offer}`, { quantity: '1', locale: 'de-DE' }, headers)
          .then(
            (seen) => seen.status,
            () => 0,
          );
        slowest = Math.max(slowest, performance.now() - began);
        if (status === 200) break;
        refused.set(status, (refused.get(status) ?? 0) + 1);
        await setTimeout(pause);
      }
      pieces.set(offer, (pieces.get(offer) ?? 0) + 1);
      acknowledged += 1;
    }
  };
  const running = people.map(shop);
  return {
    acknowledged: () => acknowledged,
    refused,
    refusals: () => [...refused.values()].reduce((sum, times) => sum + times, 0),
    slowest: () => slowest,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
    abandon() {
      isOver = true;
      isAbandoned = true;
    },
    async wrong() {
      let lost = 0;
      let doubled = 0;
      for (const { visitor, pieces } of people) {
        const { text } = await visitor.ask('/api/Warenkorb');
        const lines: { offerId: string; quantity: number }[] = JSON.parse(text).cartData.cartArticles;
        const there = new Map(lines.map(({ offerId, quantity }) => [offerId, quantity]));
        for (const offer of new Set([...pieces.keys(), ...there.keys()])) {
          const more = (there.get(offer) ?? 0) - (pieces.get(offer) ?? 0);
          if (more < 0) lost -= more;
          else doubled += more;
        }
      }
      return { lost, doubled };
    },
  };
}
