import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KnownBrands } from './known-brands.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { gtin, partNumber } from './values.js';

/** Products after which all numbers of a brand are read at once. */
const fewProducts = 40_000;

type Id = [id: number];

/** Finds the product that a row speaks of: by brand and number, else by its trade item number. */
export class ProductFinder {
  readonly #byNumber: StatementSync;
  readonly #byBrand: StatementSync;
  readonly #byNumberAlone: StatementSync;
  readonly #byGtin: StatementSync;
  #asked = 0;
  readonly #ofBrand = new Map<number, Map<string, number>>();

  constructor(
    database: DatabaseSync,
    private readonly brands: KnownBrands,
  ) {
    this.#byNumber = database.prepare('select id from product where brand_id = ? and norm_number = ?');
    this.#byBrand = database.prepare('select norm_number, id from product where brand_id = ?');
    this.#byNumberAlone = database.prepare('select id from product where norm_number = ? limit 2');
    this.#byGtin = database.prepare('select id from product where ean = ? limit 2');
    // Each row of a feed asks once; objects take half as long again.
    for (const statement of [this.#byNumber, this.#byBrand, this.#byNumberAlone, this.#byGtin])
      statement.setReturnArrays(true);
  }

  #idOf(brandId: number, norm: string): number | undefined {
    if (++this.#asked > fewProducts) {
      const numbers = this.#ofBrand.get(brandId) ?? this.#readBrand(brandId);
      return numbers.get(norm);
    }
    return (this.#byNumber.get(brandId, norm) as unknown as Id | undefined)?.[0];
  }

  /** Ids by number; read from the index of both alone. */
  #readBrand(brandId: number): Map<string, number> {
    const numbers = new Map(this.#byBrand.all(brandId) as unknown as [norm: string, id: number][]);
    this.#ofBrand.set(brandId, numbers);
    return numbers;
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
      const [id, other] = this.#byGtin.all(code) as unknown as Id[];
      if (id && !other) return id[0];
      if (other) throw new RowError('gtin', code, 'is the number of several products');
    }
    if (!number)
      throw new RowError(
        code === null ? 'number' : 'gtin',
        code ?? '',
        code === null ? 'is missing' : 'is of no known product',
      );
    if (brandName && !brand) throw new RowError('brand', brandName, 'is no known brand');
    if (brand) throw new RowError('number', number.written, `is no known product of ${brand.name}`);
    const [id, other] = this.#byNumberAlone.all(number.norm) as unknown as Id[];
    if (id && !other) return id[0];
    throw new RowError('number', number.written, id ? 'is of several brands; name one' : 'is of no known product');
  }
}
