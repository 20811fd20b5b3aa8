import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { otherVersion, servedFile } from '../catalogue-file/served-file.js';
import { refuseLostOffers } from '../data-folder/lost-files.js';
import type { FindProduct, ProductFacts } from '../offer-store/offer-commit.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { productFacts } from '../offer-store/product-flags.js';
import { FeedError } from './reading/import-errors.js';

/** Products of the served catalogue, for writers of offers. */
export class ServedProducts {
  #file: string | null = null;
  #database: DatabaseSync | null = null;
  #find: FindProduct = () => null;

  /**
   * @throws FeedError if the catalogue has another version
   * @throws StateFileError if its offers are lost
   */
  constructor(private readonly dataDir: string) {
    refuseLostOffers(dataDir);
    this.follow();
  }

  /** The file of the catalogue, read-only; null = no catalogue. */
  get database(): DatabaseSync | null {
    return this.#database;
  }

  /** Switches to the catalogue that is served now. */
  follow(): void {
    const file = servedFile(this.dataDir);
    if (file === this.#file) return;
    this.close();
    this.#file = file;
    if (file === null) return;
    const other = otherVersion(file);
    if (other !== null) throw new FeedError(other);
    this.#database = new DatabaseSync(file, { readOnly: true });
    // Memory-mapped, because an import reads scattered pages.
    this.#database.exec('pragma cache_size = -65536; pragma mmap_size = 2147418112');
    this.#find = productFacts(this.#database);
  }

  /** @returns null if the catalogue lacks the product */
  readonly facts = (id: number): ProductFacts | null => this.#find(id);

  close(): void {
    this.#database?.close();
    this.#database = null;
    this.#find = () => null;
  }
}

/** Works on the offers of a folder, judged by the served catalogue. @throws FeedError, StateFileError */
export function withOffers<Result>(
  { dataDir, clock }: { readonly dataDir: string; readonly clock: Clock },
  work: (writer: OfferWriter, products: ServedProducts) => Result,
): Result {
  const products = new ServedProducts(dataDir);
  const writer = new OfferWriter(dataDir, products.facts, clock);
  try {
    return work(writer, products);
  } finally {
    writer.close();
    products.close();
  }
}
