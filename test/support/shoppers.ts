import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Visitor } from './visitor.js';

/** Milliseconds before an add that was not acknowledged is sent again, with the same key. */
const pause = 50;

/** Visitors who add to their carts for as long as they are let. */
export interface Shoppers {
  /** Adds that were acknowledged so far. */
  acknowledged(): number;
  /** Statuses of adds that were not, with how often; 0 = no answer. */
  readonly refused: ReadonlyMap<number, number>;
  /** Adds that were not acknowledged so far, each time that they were sent. */
  refusals(): number;
  /** The longest that one add has waited for its answer, in milliseconds. */
  slowest(): number;
  /** Has everybody finish the add that is under way. */
  stop(): Promise<void>;
  /** Ends at once; nothing can be said of the carts after it. */
  abandon(): void;
  /** How many pieces the carts have too few or too many, by what was acknowledged. To be called after `stop`. */
  wrong(): Promise<{ lost: number; doubled: number }>;
}

/**
 * Each adds one piece after the other to a cart of their own, with a key of its own, which is sent until it is
 * acknowledged.
 * @param origin where shops are asked @param offers ids of offers to add, in turn
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
