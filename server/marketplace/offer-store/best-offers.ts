import { countries } from '../../contract/countries.js';
import { editionCountries } from '../store/edition-countries.js';
import { blockSize, entriesOf } from './offer-log.js';
import { noPrice, summaryBytes, summaryLayout } from './offer-summary.js';

/** The cheapest offers to one country, by product id. */
export interface CountryColumns {
  /** Cents; `noPrice` = nobody ships there. */
  readonly totals: Uint32Array;
  readonly shops: Uint16Array;
  readonly daysMin: Uint8Array;
  readonly daysMax: Uint8Array;
  /** Per cent (D89). */
  readonly reductions: Uint8Array;
}

/** Ids for which there is room at first. */
const firstRoom = 16 * blockSize;

/**
 * What lists sort and filter by, of all products, in memory by product id: some seventy bytes each. Nothing of it
 * depends on a generation of the catalogue.
 */
export class BestOffers {
  #columns = new Map(editionCountries.map((country) => [country as string, columnsOf(firstRoom)]));
  #lowest = new Uint32Array(firstRoom).fill(noPrice);
  #reach = new Uint32Array(firstRoom);
  readonly #countrySets: (readonly string[])[] = [[]];
  readonly #numberOfSet = new Map([[0, 0]]);

  /** Of an edition country, by product id; ids at or above their length have no offer. */
  of(country: string): CountryColumns {
    const columns = this.#columns.get(country);
    if (!columns) throw new RangeError(`no best offers are known for ${country}`);
    return columns;
  }

  /** Lowest price of the goods by product id, in cents; `noPrice` = no offer. */
  get lowest(): Uint32Array {
    return this.#lowest;
  }

  /** Where a product is shipped to, by its id: a place in `countrySets`. */
  get reach(): Uint32Array {
    return this.#reach;
  }

  /** Sets of countries, each as sorted codes; the first is the empty one. There are few, since shops are. */
  get countrySets(): readonly (readonly string[])[] {
    return this.#countrySets;
  }

  /** Forgets all offers. */
  clear(): void {
    for (const columns of this.#columns.values()) {
      columns.totals.fill(noPrice);
      columns.shops.fill(0);
      columns.reductions.fill(0);
      columns.daysMin.fill(0xff);
      columns.daysMax.fill(0xff);
    }
    this.#lowest.fill(noPrice);
    this.#reach.fill(0);
  }

  /** Takes in a block as the log has packed it. */
  takeBlock(block: number, data: Uint8Array): void {
    this.#grow((block + 1) * blockSize);
    for (let place = 0; place < blockSize; place++)
      this.#take(block * blockSize + place, data.subarray(place * summaryBytes, (place + 1) * summaryBytes));
  }

  /** Takes in what a commit has changed. */
  takeBest(best: Uint8Array): void {
    for (const [product, summary] of entriesOf(best)) {
      this.#grow(product + 1);
      this.#take(product, summary);
    }
  }

  #take(product: number, bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, summaryBytes);
    let at = 0;
    for (const columns of this.#columns.values()) {
      columns.totals[product] = view.getUint32(at + summaryLayout.total, true);
      columns.shops[product] = view.getUint16(at + summaryLayout.shop, true);
      columns.daysMin[product] = view.getUint8(at + summaryLayout.daysMin);
      columns.daysMax[product] = view.getUint8(at + summaryLayout.daysMax);
      columns.reductions[product] = view.getUint8(at + summaryLayout.reduction);
      at += summaryLayout.perCountry;
    }
    this.#lowest[product] = view.getUint32(at, true);
    this.#reach[product] = this.#setOf(view.getUint32(at + 4, true), view.getUint32(at + 8, true));
  }

  #setOf(low: number, high: number): number {
    const bits = high * 2 ** 32 + low;
    const known = this.#numberOfSet.get(bits);
    if (known !== undefined) return known;
    const number = this.#countrySets.push(countriesIn(low, high)) - 1;
    this.#numberOfSet.set(bits, number);
    return number;
  }

  #grow(count: number): void {
    const room = this.#lowest.length;
    if (count <= room) return;
    const larger = Math.max(count, Math.ceil(room * 1.5));
    for (const [country, old] of this.#columns) {
      const columns = columnsOf(larger);
      for (const name of ['totals', 'shops', 'daysMin', 'daysMax', 'reductions'] as const) columns[name].set(old[name]);
      this.#columns.set(country, columns);
    }
    const lowest = new Uint32Array(larger).fill(noPrice);
    lowest.set(this.#lowest);
    this.#lowest = lowest;
    const reach = new Uint32Array(larger);
    reach.set(this.#reach);
    this.#reach = reach;
  }
}

function columnsOf(room: number): CountryColumns {
  return {
    totals: new Uint32Array(room).fill(noPrice),
    shops: new Uint16Array(room),
    daysMin: new Uint8Array(room).fill(0xff),
    daysMax: new Uint8Array(room).fill(0xff),
    reductions: new Uint8Array(room),
  };
}

/** Codes of the countries in two words of bits by the order of `countries`. */
const countriesIn = (low: number, high: number): string[] =>
  countries.filter((_, bit) => ((bit < 32 ? low >>> bit : high >>> (bit - 32)) & 1) === 1);
