import { isIPv6 } from 'node:net';
import type { Clock } from '../../clock/clock.js';

/** Pages per second that a bucket regains (D55). */
export const pageRefill = 5;
/** Most clients in memory; the least recently seen is dropped first. */
const remembered = 50_000;

interface Bucket {
  left: number;
  /** Milliseconds of the clock's `steady`. */
  at: number;
}

/** Returns the owner of a bucket: an IPv4 address, or the /56 network of an IPv6 subscriber, who has many addresses. */
export function clientOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back].map(
    (group) => Number.parseInt(group, 16) || 0,
  );
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  return [a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':');
}

/**
 * Token buckets: each client starts with `size` tokens and regains `refill` per second (D55). They live in the memory
 * of one process. With several web tiers behind a balancer, each process has its share.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly size: number;
  readonly refill: number;
  /** @param tiers number of processes among which a client's requests are spread */
  constructor(
    size: number,
    private readonly clock: Pick<Clock, 'steady'>,
    refill = pageRefill,
    tiers = 1,
  ) {
    this.size = Math.max(size === 0 ? 0 : 1, size / tiers);
    this.refill = refill / tiers;
  }

  #refilled(client: string): Bucket {
    const bucket = this.#buckets.get(client);
    const at = this.clock.steady();
    if (!bucket) return { left: this.size, at };
    const earned = ((at - bucket.at) / 1000) * this.refill;
    return { left: Math.min(this.size, bucket.left + earned), at };
  }

  /** Takes a token. @returns false from an empty bucket */
  take(client: string): boolean {
    const bucket = this.#refilled(client);
    const isFree = bucket.left >= 1;
    if (isFree) bucket.left -= 1;
    // Inserted again, so that the order of the map is the order of use.
    this.#buckets.delete(client);
    this.#buckets.set(client, bucket);
    if (this.#buckets.size > remembered) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    }
    return isFree;
  }

  /** Returns a token that was not needed. */
  giveBack(client: string): void {
    const bucket = this.#buckets.get(client);
    if (bucket) bucket.left = Math.min(this.size, bucket.left + 1);
  }

  /** Returns whole seconds until the client has a token again; 0 if it has one. */
  secondsUntilFree(client: string): number {
    const { left } = this.#refilled(client);
    return left >= 1 ? 0 : Math.ceil((1 - left) / this.refill);
  }
}
