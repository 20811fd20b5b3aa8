import type { DatabaseSync } from 'node:sqlite';
import { inLanguages } from '../../contract/languages.js';
import { slugOf } from '../catalogue/slugs.js';
import type { IdRegistry } from '../catalogue-file/ids.js';
import { nameKey } from '../offer-store/name-key.js';

interface KnownBrand {
  readonly id: number;
  readonly name: string;
}

/** Brands by their name without case, accents and signs, as feeds spell them in many ways. */
export class KnownBrands {
  readonly #byKey = new Map<string, KnownBrand>();
  /** By the names that files have used. */
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

  /** The brand of a name; makes an unknown one. Its parts are sold when its address is complete. */
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
