import type { DatabaseSync } from 'node:sqlite';
import type { FeedPreview } from '../../contract/file-preview.js';

/** Limits above which a feed is held instead of applied; null = no limit. */
export interface GuardLimits {
  /** Share of a shop's offers that a feed may remove, in per cent. */
  readonly maxRemovals: number | null;
  /** Share of a feed's known offers whose price may more than double or halve, in per cent. */
  readonly maxPriceJumps: number | null;
}
export const defaultLimits: GuardLimits = { maxRemovals: 30, maxPriceJumps: 30 };

/** Fewest offers of a shop, or of a feed, for which the guards apply. */
const fewest = 10;
/** Factor by which a price jumps. */
const jump = 2;
/** Price changes and removals that a preview lists. */
const listed = 20;

type PriceChange = FeedPreview['prices'][number];
const factorOf = ({ before, now }: PriceChange): number => Math.max(before, now) / Math.max(1, Math.min(before, now));

/** Counts removals and price jumps, so that a merchant's mistake does not empty a shop or give its goods away. */
export class Guards {
  readonly #removed = new Map<number, number>();
  readonly #prices = new Map<number, { compared: number; jumps: number }>();
  readonly #removals: string[] = [];
  /** The largest first. */
  readonly #largest: PriceChange[] = [];

  /** @param database `offers.db` */
  constructor(
    private readonly database: DatabaseSync,
    private readonly limits: GuardLimits,
  ) {}

  /** Keys of the first removals, and the largest price changes. */
  get listed(): Pick<FeedPreview, 'prices' | 'removals'> {
    return { prices: this.#largest, removals: this.#removals };
  }

  noteRemoval(shopId: number, key: string): void {
    if (this.#removals.length < listed) this.#removals.push(key);
    this.#removed.set(shopId, (this.#removed.get(shopId) ?? 0) + 1);
  }

  /** @param before in cents, as is `now` */
  notePrice(shopId: number, key: string, before: number, now: number): void {
    const prices = this.#prices.get(shopId) ?? { compared: 0, jumps: 0 };
    this.#prices.set(shopId, prices);
    prices.compared++;
    if (now > before * jump || now * jump < before) prices.jumps++;
    const change = { key, before, now };
    const last = this.#largest.at(-1);
    if (before === now || (last && this.#largest.length === listed && factorOf(change) <= factorOf(last))) return;
    const place = this.#largest.findIndex((each) => factorOf(each) < factorOf(change));
    this.#largest.splice(place < 0 ? this.#largest.length : place, 0, change);
    this.#largest.length = Math.min(this.#largest.length, listed);
  }

  /** Returns the reason to hold the feed as a sentence; null = the feed may be applied. */
  verdict(): string | null {
    const { maxRemovals, maxPriceJumps } = this.limits;
    for (const [shop, removed] of this.#removed) {
      const { name, offers } = this.#shop(shop);
      if (maxRemovals === null || offers < fewest || removed * 100 <= offers * maxRemovals) continue;
      return `It would take off ${removed} of the ${offers} offers of ${name}, more than ${maxRemovals} per cent.`;
    }
    for (const [shop, { compared, jumps }] of this.#prices) {
      const { name, offers } = this.#shop(shop);
      const all = Math.max(compared, offers);
      if (maxPriceJumps === null || all < fewest || jumps * 100 <= all * maxPriceJumps) continue;
      return `It would more than double or halve ${jumps} of the prices of ${name}, more than ${maxPriceJumps} per cent of its offers.`;
    }
    return null;
  }

  #shop(id: number): { name: string; offers: number } {
    const { name, offers } = this.database
      .prepare(
        'select name, (select count(*) from offer_key where shop_id = shop.id and product_id <> 0) as offers from shop where id = ?',
      )
      .get(id) as { name: string; offers: number };
    return { name, offers };
  }
}
