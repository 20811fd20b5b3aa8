import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RowError } from './import-errors.js';
import type { KnownBrands } from './known-brands.js';
import type { FeedRecord } from './reading/records.js';
import { gtin, partNumber } from './values.js';

/** Products after which all numbers are read at once, which takes as long as looking up so many. */
const fewProducts = 40_000;

/** Finds the product that a row speaks of: by brand and number, else by its trade item number. */
export class ProductFinder {
  readonly #byNumber: StatementSync;
  readonly #byNumberAlone: StatementSync;
  readonly #byGtin: StatementSync;
  #asked = 0;
  #all: Map<number, Map<string, number>> | null = null;

  constructor(
    private readonly database: DatabaseSync,
    private readonly brands: KnownBrands,
  ) {
    this.#byNumber = database.prepare('select id from product where brand_id = ? and norm_number = ?');
    this.#byNumberAlone = database.prepare('select id from product where norm_number = ? limit 2');
    this.#byGtin = database.prepare('select id from product where ean = ? limit 2');
  }

  #idOf(brandId: number, norm: string): number | undefined {
    if (++this.#asked === fewProducts) this.#all = this.#readAll();
    if (this.#all) return this.#all.get(brandId)?.get(norm);
    const row = this.#byNumber.get(brandId, norm);
    return row && Number(row.id);
  }

  /** By brand and number; read from the index of both alone. */
  #readAll(): Map<number, Map<string, number>> {
    const all = new Map<number, Map<string, number>>();
    const rows = this.database.prepare('select brand_id, norm_number, id from product order by brand_id, norm_number');
    rows.setReturnArrays(true);
    for (const [brand, norm, id] of rows.iterate() as Iterable<unknown> as Iterable<[number, string, number]>) {
      let numbers = all.get(brand);
      if (!numbers) {
        numbers = new Map();
        all.set(brand, numbers);
      }
      numbers.set(norm, id);
    }
    return all;
  }

  /** Id of the product. @throws RowError where there is none, or more than one */
  find({ fields }: FeedRecord): number {
    const number = partNumber(fields);
    const brandName = fields.brand?.trim();
    const brand = brandName ? this.brands.find(brandName) : undefined;
    if (brand && number) {
      const id = this.#idOf(brand.id, number.norm);
      if (id !== undefined) return id;
    }
    const code = gtin(fields);
    if (code !== null) {
      const rows = this.#byGtin.all(code);
      if (rows.length === 1) return Number(rows[0]?.id);
      if (rows.length > 1) throw new RowError('gtin', code, 'is the number of several products');
    }
    if (!number)
      throw new RowError(
        code === null ? 'number' : 'gtin',
        code ?? '',
        code === null ? 'is missing' : 'is of no known product',
      );
    if (brandName && !brand) throw new RowError('brand', brandName, 'is no known brand');
    if (brand) throw new RowError('number', number.written, `is no known product of ${brand.name}`);
    const rows = this.#byNumberAlone.all(number.norm);
    if (rows.length !== 1)
      throw new RowError(
        'number',
        number.written,
        rows.length === 0 ? 'is of no known product' : 'is of several brands; name one',
      );
    return Number(rows[0]?.id);
  }
}
