import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../clock/clock.js';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { servedFile, versionOf } from '../catalogue-file/served-file.js';
import { refuseLostOffers } from '../data-folder/lost-files.js';
import type { FindProduct, ProductFacts } from '../offer-store/offer-commit.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { productFacts } from '../offer-store/product-flags.js';
import { FeedError } from './reading/import-errors.js';

/** The products of the catalogue that is served, for those who take in offers of them. Follows its pointer. */
export class ServedProducts {
  #file: string | null = null;
  #database: DatabaseSync | null = null;
  #find: FindProduct = () => null;

  /**
   * @throws FeedError where the catalogue has tables of another version
   * @throws StateFileError where its offers are lost
   */
  constructor(private readonly dataDir: string) {
    refuseLostOffers(dataDir);
    this.follow();
  }

  /** The catalogue's file, to be read; null before the first. */
  get database(): DatabaseSync | null {
    return this.#database;
  }

  /** Turns to the catalogue that is served by now. */
  follow(): void {
    const file = servedFile(this.dataDir);
    if (file === this.#file) return;
    this.close();
    this.#file = file;
    if (file === null) return;
    const version = versionOf(file);
    if (version !== catalogueVersion)
      throw new FeedError(
        `The served catalogue has tables of version ${version}, not ${catalogueVersion}. Bring it up to date first: npm run upgrade (in the container: node dist/operate.js upgrade).`,
      );
    this.#database = new DatabaseSync(file, { readOnly: true });
    // Mapped, since an import reads scattered pages.
    this.#database.exec('pragma cache_size = -65536; pragma mmap_size = 2147418112');
    this.#find = productFacts(this.#database);
  }

  /** @returns null where the product is not in the catalogue */
  readonly facts = (id: number): ProductFacts | null => this.#find(id);

  close(): void {
    this.#database?.close();
    this.#database = null;
    this.#find = () => null;
  }
}

/** Works on the offers of a folder, judged by the catalogue that is served. @throws as both open */
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
