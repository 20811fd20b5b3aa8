import { countries } from '../../contract/countries.js';
import { editionCountries } from '../shipping/edition-countries.js';
import { entriesOf } from './offer-log.js';
import { noPrice, summaryBytes, summaryLayout } from './offer-summary.js';
import { blockSize } from './summary-blocks.js';

/** The cheapest offers to one country by product id. */
export interface AmountColumns {
  /** Cents; `noPrice` = nobody ships there. */
  readonly totals: Uint32Array;
  readonly shops: Uint16Array;
  readonly daysMin: Uint8Array;
  readonly daysMax: Uint8Array;
}

/** The cheapest offers of one pack. */
export interface BestColumns extends AmountColumns {
  /** The cheapest offers of the usual packs (D74). */
  readonly usual: AmountColumns;
}

export interface CountryColumns extends BestColumns {
  /** Reductions in per cent (D89). */
  readonly reductions: Uint8Array;
}

const firstRoom = 16 * blockSize;

/** Sort keys and filters of all products by product id, some hundred bytes each. They do not depend on a generation. */
export class BestOffers {
  #columns = new Map(editionCountries.map((country) => [country as string, columnsOf(firstRoom)]));
  #reach = new Uint32Array(firstRoom);
  readonly #countrySets: (readonly string[])[] = [[]];
  readonly #numberOfSet = new Map([[0, 0]]);

  /** Returns the columns of an edition country; ids beyond their length have no offer. */
  of(country: string): CountryColumns {
    const columns = this.#columns.get(country);
    if (!columns) throw new RangeError(`no best offers are known for ${country}`);
    return columns;
  }

  /** Countries of a product as an index in `countrySets`, by product id. */
  get reach(): Uint32Array {
    return this.#reach;
  }

  /** Sets of country codes, sorted; the first is empty. There are as few as combinations of shops. */
  get countrySets(): readonly (readonly string[])[] {
    return this.#countrySets;
  }

  clear(): void {
    for (const columns of this.#columns.values()) {
      for (const each of [columns, columns.usual]) {
        each.totals.fill(noPrice);
        each.shops.fill(0);
        each.daysMin.fill(0xff);
        each.daysMax.fill(0xff);
      }
      columns.reductions.fill(0);
    }
    this.#reach.fill(0);
  }

  /** Reads a block in the format of the log. */
  loadBlock(block: number, data: Uint8Array): void {
    this.#grow((block + 1) * blockSize);
    for (let place = 0; place < blockSize; place++)
      this.#write(block * blockSize + place, data.subarray(place * summaryBytes, (place + 1) * summaryBytes));
  }

  applyBest(best: Uint8Array): void {
    for (const [product, summary] of entriesOf(best)) {
      this.#grow(product + 1);
      this.#write(product, summary);
    }
  }

  #write(product: number, bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, summaryBytes);
    let at = 0;
    for (const columns of this.#columns.values()) {
      readAmount(columns, product, view, at);
      readAmount(columns.usual, product, view, at + summaryLayout.usual);
      columns.reductions[product] = view.getUint8(at + summaryLayout.reduction);
      at += summaryLayout.perCountry;
    }
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
    const room = this.#reach.length;
    if (count <= room) return;
    const larger = Math.max(count, Math.ceil(room * 1.5));
    for (const [country, old] of this.#columns) {
      const columns = columnsOf(larger);
      columns.reductions.set(old.reductions);
      copyBest(old, columns);
      this.#columns.set(country, columns);
    }
    const reach = new Uint32Array(larger);
    reach.set(this.#reach);
    this.#reach = reach;
  }
}

export function copyBest(from: BestColumns, to: BestColumns): void {
  for (const name of ['totals', 'shops', 'daysMin', 'daysMax'] as const) {
    to[name].set(from[name]);
    to.usual[name].set(from.usual[name]);
  }
}

function readAmount(columns: AmountColumns, product: number, view: DataView, at: number): void {
  columns.totals[product] = view.getUint32(at + summaryLayout.total, true);
  columns.shops[product] = view.getUint16(at + summaryLayout.shop, true);
  columns.daysMin[product] = view.getUint8(at + summaryLayout.daysMin);
  columns.daysMax[product] = view.getUint8(at + summaryLayout.daysMax);
}

const columnsOf = (room: number): CountryColumns => ({ ...bestColumnsOf(room), reductions: new Uint8Array(room) });

/** Returns columns without any offer. */
export const bestColumnsOf = (room: number): BestColumns => ({
  ...amountColumnsOf(room),
  usual: amountColumnsOf(room),
});

const amountColumnsOf = (room: number): AmountColumns => ({
  totals: new Uint32Array(room).fill(noPrice),
  shops: new Uint16Array(room),
  daysMin: new Uint8Array(room).fill(0xff),
  daysMax: new Uint8Array(room).fill(0xff),
});

/** Returns the countries of two words of bits, in the order of `countries`. */
const countriesIn = (low: number, high: number): string[] =>
  countries.filter((_, bit) => ((bit < 32 ? low >>> bit : high >>> (bit - 32)) & 1) === 1);
