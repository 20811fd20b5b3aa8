import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { inLanguages } from '../../contract/languages.js';
import { slugOf } from '../catalogue/slugs.js';
import type { IdRegistry } from '../catalogue-file/ids.js';
import { nameKey } from '../offer-store/name-key.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { gtin, partNumber } from './values.js';

interface KnownBrand {
  readonly id: number;
  readonly name: string;
}

/** Brands by name, without case, accents and signs. */
export class KnownBrands {
  readonly #byKey = new Map<string, KnownBrand>();
  /** Cache by the spellings of the file. */
  readonly #found = new Map<string, KnownBrand>();
  readonly #slugs = new Set<string>();

  constructor(private readonly database: DatabaseSync) {
    for (const row of database.prepare('select id, name, slug from brand').all()) {
      this.#byKey.set(nameKey(String(row.name)), { id: Number(row.id), name: String(row.name) });
      this.#slugs.add(String(row.slug).toLowerCase());
    }
  }

  find(name: string): KnownBrand | undefined {
    const known = this.#found.get(name);
    if (known) return known;
    const brand = this.#byKey.get(nameKey(name));
    if (brand) this.#found.set(name, brand);
    return brand;
  }

  /** Finds a brand or makes it. Its parts are sold once its maker has an address. */
  findOrMake(name: string, ids: IdRegistry): KnownBrand & { isNew: boolean } {
    const known = this.find(name);
    if (known) return { ...known, isNew: false };
    const id = ids.idOf('brand', name);
    const base = slugOf(name, 'de');
    const slug = this.#slugs.has(base.toLowerCase()) ? `${base}-${id}` : base;
    const nothing = JSON.stringify(inLanguages(() => ''));
    this.database
      .prepare(
        "insert into brand (id, name, slug, seo_name, description, address, email, article_count) values (?, ?, ?, ?, ?, '', '', 0)",
      )
      .run(id, name, slug, slug, nothing);
    this.#slugs.add(slug.toLowerCase());
    this.#byKey.set(nameKey(name), { id, name });
    return { id, name, isNew: true };
  }
}

/** Lookups after which all numbers of a brand are read at once. */
const fewProducts = 40_000;

type Id = [id: number];

/** Finds the product of a row: by brand and number, else by GTIN. */
export class ProductFinder {
  readonly #byNumber: StatementSync;
  readonly #byBrand: StatementSync;
  readonly #byNumberAlone: StatementSync;
  readonly #byGtin: StatementSync;
  #asked = 0;
  readonly #ofBrand = new Map<number, Map<string, number>>();

  readonly #brands: KnownBrands;

  constructor(database: DatabaseSync) {
    this.#brands = new KnownBrands(database);
    this.#byNumber = database.prepare('select id from product where brand_id = ? and norm_number = ?');
    this.#byBrand = database.prepare('select norm_number, id from product where brand_id = ?');
    this.#byNumberAlone = database.prepare('select id from product where norm_number = ? limit 2');
    this.#byGtin = database.prepare('select id from product where ean = ? limit 2');
    // Arrays, because objects take half as long again, and each row needs a lookup.
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

  /** Reads the ids of a brand by number, from an index that covers the query. */
  #readBrand(brandId: number): Map<string, number> {
    const numbers = new Map(this.#byBrand.all(brandId) as unknown as [norm: string, id: number][]);
    this.#ofBrand.set(brandId, numbers);
    return numbers;
  }

  /** @returns the id of the product @throws RowError if no product matches, or several do */
  find({ fields }: FeedRecord): number {
    const number = partNumber(fields);
    const brandName = fields.brand?.trim();
    const brand = brandName ? this.#brands.find(brandName) : undefined;
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
