import type { DatabaseSync } from 'node:sqlite';
import { FitmentWriter } from './fitment-writer.js';
import type { Importer } from './importer.js';
import { KnownBrands } from './known-brands.js';
import { KnownModels } from './known-models.js';
import { KnownNotes } from './known-notes.js';
import { ProductFinder } from './product-finder.js';
import type { FeedRecord } from './reading/records.js';

/**
 * Which part fits which car. A file holds all cars of each part that it names: others are taken off it. A car is named
 * by its id, by the key of another system, or by make, series, engine and what else the file says; all cars that agree
 * are meant.
 */
export class FitmentImporter implements Importer {
  readonly #finder: ProductFinder;
  readonly #models: KnownModels;
  readonly #fits = new Map<number, Map<number, number>>();
  readonly #notes: KnownNotes;
  /** Products that fit other cars than before, or under other conditions. */
  #changed = 0;

  constructor(private readonly database: DatabaseSync) {
    this.#finder = new ProductFinder(database, new KnownBrands(database));
    this.#models = new KnownModels(database);
    this.#notes = new KnownNotes(database);
  }

  take(record: FeedRecord): void {
    const productId = this.#finder.find(record);
    const models = this.#models.find(record.fields);
    const note = this.#notes.of(record.fields);
    const fits = this.#fits.get(productId) ?? new Map<number, number>();
    this.#fits.set(productId, fits);
    for (const { number } of models) fits.set(number, note);
  }

  get hasChanged(): boolean {
    return this.#changed > 0;
  }

  finish(): Readonly<Record<string, number>> {
    const writer = new FitmentWriter(this.database);
    const categoryOf = this.database.prepare('select category_id from product where id = ?');
    let fitments = 0;
    for (const [productId, fits] of this.#fits) {
      if (writer.replace(productId, Number(categoryOf.get(productId)?.category_id), fits)) this.#changed++;
      fitments += fits.size;
    }
    return { products: this.#fits.size, changed: this.#changed, fitments };
  }
}
