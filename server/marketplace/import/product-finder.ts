import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RowError } from './import-errors.js';
import type { KnownBrands } from './known-brands.js';
import type { FeedRecord } from './reading/records.js';
import { gtin, partNumber } from './values.js';

/** Finds the product that a row speaks of: by brand and number, else by its trade item number. */
export class ProductFinder {
  readonly #byNumber: StatementSync;
  readonly #byNumberAlone: StatementSync;
  readonly #byGtin: StatementSync;

  constructor(
    database: DatabaseSync,
    private readonly brands: KnownBrands,
  ) {
    this.#byNumber = database.prepare('select id from product where brand_id = ? and norm_number = ?');
    this.#byNumberAlone = database.prepare('select id from product where norm_number = ? limit 2');
    this.#byGtin = database.prepare('select id from product where ean = ? limit 2');
  }

  /** Id of the product. @throws RowError where there is none, or more than one */
  find({ fields }: FeedRecord): number {
    const number = partNumber(fields);
    const brandName = fields.brand?.trim();
    const brand = brandName ? this.brands.find(brandName) : undefined;
    if (brand && number) {
      const row = this.#byNumber.get(brand.id, number.norm);
      if (row) return Number(row.id);
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
