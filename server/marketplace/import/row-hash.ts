import type { ShopInfo } from '../offer-store/known-shops.js';

/** Raise it when rows are read differently, so that each offer is read again. */
const readingVersion = 3;
/** Rows with one of these columns have no hash, because their meaning depends on the day. */
const timedColumns = [
  ...['sale_price_effective_date', 'sale_price_from', 'sale_price_to', 'price_from', 'price_to'],
  ...['availability_date', 'expiration_date'],
] as const;

interface Halves {
  readonly low: number;
  readonly high: number;
}
const start: Halves = { low: 0xdeadbeef, high: 0x41c6ce57 };

/** Adds a text to a hash (cyrb53 by bryc, public domain). */
function add(text: string, { low, high }: Halves): Halves {
  let [one, other] = [low, high];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    one = Math.imul(one ^ sign, 2654435761);
    other = Math.imul(other ^ sign, 1597334677);
  }
  return { low: Math.imul(one ^ 0x1f, 2654435761), high: Math.imul(other ^ 0x1f, 1597334677) };
}

function end({ low, high }: Halves): number {
  const one = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const other = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 2 ** 32 * (0x1f_ffff & other) + (one >>> 0);
}

/**
 * Distinguishes rows of the same offer by 53 bits. A merchant who seeks a collision only keeps the own offer as it was.
 */
export class RowHash {
  readonly #start: Halves;

  /** @param context everything else that decides how a row is read */
  constructor(context: string) {
    this.#start = add(context, start);
  }

  of(fields: Readonly<Record<string, string>>): number {
    let halves = this.#start;
    for (const name in fields) halves = add(fields[name] as string, add(name, halves));
    return end(halves);
  }
}

/** Hashes of rows by shop: a surcharge depends on the shop's tariff. */
export class RowHashes {
  readonly #ofShop = new Map<ShopInfo, RowHash>();

  constructor(private readonly context: string) {}

  of(fields: Readonly<Record<string, string>>, shop: ShopInfo): number | null {
    if (timedColumns.some((name) => fields[name])) return null;
    let hash = this.#ofShop.get(shop);
    if (!hash) {
      hash = new RowHash(JSON.stringify([readingVersion, this.context, shop.country, shop.tariff]));
      this.#ofShop.set(shop, hash);
    }
    return hash.of(fields);
  }
}
