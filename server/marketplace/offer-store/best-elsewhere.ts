import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type AmountColumns, type BestColumns, bestColumnsOf, copyBest } from './best-offers.js';
import { better, type Candidate, maxDays, noPrice } from './offer-summary.js';
import type { OfferRow } from './offer-tables.js';
import type { ShopIndex } from './shop-index.js';

/** Countries with columns in memory, seventeen bytes per product each. */
const mostCountries = 4;
/** Products whose offers are read without yielding to the event loop. */
const readAtATime = 500;

type Stored = [
  product: number,
  id: number,
  shop: number,
  price: number,
  surcharge: number,
  stock: number,
  handlingMin: number,
  handlingMax: number,
];
type Best = Candidate<
  Pick<OfferRow, 'id' | 'shop_id' | 'price' | 'surcharge' | 'stock' | 'handling_min' | 'handling_max'>
> | null;
/** Best offers of one pack and of the usual packs; equal if that is one. */
type BestOfBoth = { pack: Best; usual: Best };

const nothing: BestOfBoth = { pack: null, usual: null };

/** Data besides the offers that decide the best one. */
export interface Known {
  shops(): ShopIndex;
  /** Packs usually bought by product id, 0 = one (D74). */
  readonly usualPacks: Uint16Array;
}

/** A product and its index in the columns. */
interface Wanted {
  readonly id: number;
  readonly slot: number;
}
/** Columns of one country, and which entries are filled. */
interface Kept {
  readonly columns: BestColumns;
  readonly isKnown: Uint8Array;
  readonly usualPacks: Uint16Array;
}

/**
 * Best offers to countries without stored ones (D62). A list asks for its products. Each result is cached until a
 * commit changes the product, a tariff changes, or other catalogues or countries are asked for.
 */
export class BestElsewhere {
  readonly #kept = new LRUCache<string, Kept>({ max: mostCountries });
  readonly #offersOf: StatementSync;

  constructor(database: DatabaseSync) {
    // A JSON text costs half as much as a row for each offer.
    this.#offersOf = database.prepare(`
      select json_group_array(json_array(product_id, id, shop_id, price, surcharge, stock,
        handling_min, handling_max)) as offers
      from offer where product_id in (select value from json_each(?)) and withheld = 0`);
  }

  /** Returns columns of one country by product id; only the given ids are filled. */
  async of(country: string, ids: Float64Array, known: Known): Promise<BestColumns> {
    const room = 1 + ids.reduce((last, id) => Math.max(last, id), 0);
    let kept = this.#kept.get(country);
    if (kept?.usualPacks !== known.usualPacks) kept = undefined;
    if (!kept || kept.isKnown.length < room) {
      kept = grown(kept, Math.ceil(room * 1.5), known.usualPacks);
      this.#kept.set(country, kept);
    }
    const own = kept;
    // A commit may have changed products meanwhile.
    for (let missing = missingOf(own, ids); missing.length > 0; missing = missingOf(own, ids))
      await this.#fill(missing, known, [country], [own.columns], own.isKnown);
    return own.columns;
  }

  /** Returns columns of several countries in the order of the ids. */
  async ofAll(countries: readonly string[], ids: Float64Array, known: Known): Promise<Map<string, BestColumns>> {
    const columns = countries.map(() => bestColumnsOf(ids.length));
    if (countries.length > 0)
      await this.#fill(
        Array.from(ids, (id, slot) => ({ id, slot })),
        known,
        countries,
        columns,
      );
    return new Map(countries.map((country, index) => [country, columns[index] as BestColumns]));
  }

  forget(products: Iterable<number>): void {
    for (const { isKnown } of this.#kept.values()) for (const product of products) isKnown[product] = 0;
  }

  /** Drops all results, as after a change of tariffs. */
  clear(): void {
    for (const { isKnown } of this.#kept.values()) isKnown.fill(0);
  }

  async #fill(
    wanted: readonly Wanted[],
    known: Known,
    countries: readonly string[],
    columns: readonly BestColumns[],
    isKnown?: Uint8Array,
  ): Promise<void> {
    for (let start = 0; start < wanted.length; start += readAtATime) {
      if (start > 0) await setImmediate();
      const chunk = wanted.slice(start, start + readAtATime);
      const best = this.#read(chunk, known, countries);
      for (const { id, slot } of chunk) {
        for (const [index, own] of columns.entries()) {
          const { pack, usual } = best.get(id)?.[index] ?? nothing;
          put(own, slot, pack);
          put(own.usual, slot, usual);
        }
        if (isKnown) isKnown[slot] = 1;
      }
    }
  }

  #read(wanted: readonly Wanted[], known: Known, countries: readonly string[]): Map<number, BestOfBoth[]> {
    const shops = known.shops();
    const read = this.#offersOf.get(JSON.stringify(wanted.map(({ id }) => id)));
    const offers: Stored[] = JSON.parse(String(read?.offers));
    const byProduct = new Map<number, BestOfBoth[]>();
    for (const [product, id, shop_id, price, surcharge, stock, handling_min, handling_max] of offers) {
      const packs = known.usualPacks[product] || 1;
      const best = byProduct.get(product) ?? countries.map(() => nothing);
      byProduct.set(product, best);
      const rating = shops.all.get(shop_id)?.rating ?? 0;
      const offer = { id, shop_id, price, surcharge, stock, handling_min, handling_max };
      for (const [index, country] of countries.entries()) {
        const rate = shops.rate(shop_id, country);
        if (!rate) continue;
        const former = best[index] ?? nothing;
        const pack = better(former.pack, offer, rate, rating, 1);
        best[index] = { pack, usual: packs === 1 ? pack : better(former.usual, offer, rate, rating, packs) };
      }
    }
    return byProduct;
  }
}

function missingOf({ isKnown }: Kept, ids: Float64Array): Wanted[] {
  const missing: Wanted[] = [];
  for (const id of ids) if (isKnown[id] === 0) missing.push({ id, slot: id });
  return missing;
}

function put({ totals, shops, daysMin, daysMax }: AmountColumns, slot: number, best: Best): void {
  totals[slot] = best?.total ?? noPrice;
  shops[slot] = best?.offer.shop_id ?? 0;
  daysMin[slot] = Math.min(maxDays, best?.daysMin ?? maxDays);
  daysMax[slot] = Math.min(maxDays, best?.daysMax ?? maxDays);
}

function grown(old: Kept | undefined, room: number, usualPacks: Uint16Array): Kept {
  const kept = { columns: bestColumnsOf(room), isKnown: new Uint8Array(room), usualPacks };
  if (!old) return kept;
  copyBest(old.columns, kept.columns);
  kept.isKnown.set(old.isKnown);
  return kept;
}
