import { settleOffers } from '../store/offer-turn.js';
import { CatalogueCopy } from './catalogue-copy.js';
import { CategoryImporter } from './categories.js';
import type { ImportKind } from './columns.js';
import { FitmentImporter } from './fitment.js';
import type { ImportTarget, Outcome } from './import-target.js';
import type { Importer } from './importer.js';
import { ProductImporter } from './products.js';
import { VehicleImporter } from './vehicles.js';

/** Kinds of which a new generation of the catalogue is made. */
export type CatalogueKind = Exclude<ImportKind, 'offers' | 'shops'>;

/** A new generation of the catalogue while its rows are taken in. */
export class CatalogueTarget implements ImportTarget {
  readonly importer: Importer;
  readonly #copy: CatalogueCopy;

  /** @throws FeedError where another import runs, or the served catalogue is of another version */
  constructor(options: {
    readonly dataDir: string;
    readonly kind: CatalogueKind;
    readonly isDryRun?: boolean;
    readonly isFresh?: boolean;
    readonly timeoutMs?: number;
  }) {
    this.#copy = new CatalogueCopy(options.dataDir, {
      isFresh: options.isFresh ?? false,
      timeoutMs: options.timeoutMs,
    });
    try {
      if (!options.isDryRun) settleOffers(options.dataDir);
      this.importer = importerOf(this.#copy, options.kind);
    } catch (error) {
      this.#copy.close();
      throw error;
    }
  }

  check(): void {
    this.#copy.check(this.importer.tables ?? null);
  }

  activate(): Pick<Outcome, 'generation' | 'commit'> {
    this.#copy.activate(this.importer.tables ?? null);
    return { generation: this.#copy.generation, commit: null };
  }

  close(): void {
    this.#copy.close();
  }
}

function importerOf({ database, ids }: CatalogueCopy, kind: CatalogueKind): Importer {
  switch (kind) {
    case 'products':
      return new ProductImporter(database, ids);
    case 'vehicles':
      return new VehicleImporter(database, ids);
    case 'categories':
      return new CategoryImporter(database);
    case 'fitment':
      return new FitmentImporter(database);
  }
}
