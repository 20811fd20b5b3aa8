import type { Clock } from '../../clock/clock.js';
import { servedFile } from '../catalogue-file/served-file.js';
import type { Publication } from '../catalogue-store/publish.js';
import { settleOffers } from '../data-folder/offer-turn.js';
import { editionLanguages } from '../shop-file/edition-languages.js';
import { AttributeImporter } from './attribute-definitions.js';
import { BrandImporter } from './brands.js';
import { CatalogueCopy } from './catalogue-copy.js';
import { CategoryImporter } from './categories.js';
import { compareSearches, countedQueries, type Query } from './compare-searches.js';
import { DocumentImporter } from './documents.js';
import { ApprovalImporter, FitmentImporter } from './fitment.js';
import type { Importer, ImportTarget, Outcome } from './import-target.js';
import { ProductImporter } from './products.js';
import type { ImportKind } from './reading/columns.js';
import { ReviewImporter } from './reviews.js';
import { SearchRuleImporter } from './search-rules.js';
import { VehicleImporter } from './vehicles.js';
import { WarningImporter } from './warnings.js';

export type CatalogueKind = Exclude<ImportKind, 'offers' | 'shops'>;

/** A new generation of the catalogue, while the import writes its rows. */
export class CatalogueTarget implements ImportTarget {
  readonly importer: Importer;
  readonly #copy: CatalogueCopy;
  readonly #dataDir: string;
  readonly #clock: Clock;

  /** @throws FeedError if another import runs, or the served catalogue has another version */
  constructor(options: {
    readonly dataDir: string;
    readonly clock: Clock;
    readonly kind: CatalogueKind;
    readonly isDryRun?: boolean;
    readonly isFresh?: boolean;
    readonly keepsOffers?: boolean;
    readonly timeoutMs?: number;
    readonly imageHosts?: readonly string[];
  }) {
    this.#dataDir = options.dataDir;
    this.#clock = options.clock;
    this.#copy = new CatalogueCopy(options.dataDir, this.#clock, {
      isFresh: options.isFresh ?? false,
      ...(options.keepsOffers !== undefined && { keepsOffers: options.keepsOffers }),
      timeoutMs: options.timeoutMs,
    });
    try {
      // A fresh catalogue may replace a damaged one, which no offer can be judged by.
      if (!options.isDryRun && !options.isFresh) settleOffers(options.dataDir, this.#clock);
      this.importer = importers[options.kind](this.#copy, options);
    } catch (error) {
      this.#copy.close();
      throw error;
    }
  }

  check(): void {
    this.#copy.check(this.importer.tables ?? null);
  }

  /** Lists searches whose answer would change. Only `close` may follow. */
  async compare(queries: readonly Query[]): Promise<string[]> {
    const served = servedFile(this.#dataDir);
    if (!(this.importer instanceof SearchRuleImporter) || served === null) return [];
    const asked = [...this.importer.words, ...queries, ...countedQueries(this.#dataDir)];
    return compareSearches(this.#dataDir, [served, this.#copy.release()], asked, this.#clock);
  }

  seal(): Publication {
    return this.#copy.publication(this.importer.tables ?? null);
  }

  activate(): Pick<Outcome, 'generation' | 'commit'> {
    this.#copy.activate(this.importer.tables ?? null);
    return { generation: this.#copy.generation, commit: null };
  }

  close(): void {
    this.#copy.close();
  }
}

interface Needs {
  readonly clock: Clock;
  readonly dataDir: string;
  readonly imageHosts?: readonly string[];
}
const importers: Readonly<Record<CatalogueKind, (copy: CatalogueCopy, needs: Needs) => Importer>> = {
  vehicles: ({ database, ids }) => new VehicleImporter(database, ids),
  categories: ({ database }, { dataDir }) => new CategoryImporter(database, editionLanguages(dataDir)),
  attributes: ({ database }) => new AttributeImporter(database),
  products: ({ database, ids }, { imageHosts }) => new ProductImporter(database, ids, imageHosts),
  fitment: ({ database }) => new FitmentImporter(database),
  approvals: ({ database }) => new ApprovalImporter(database),
  documents: ({ database }) => new DocumentImporter(database),
  warnings: ({ database }) => new WarningImporter(database),
  brands: ({ database }) => new BrandImporter(database),
  reviews: ({ database }, { clock }) => new ReviewImporter(database, clock),
  search: ({ database }) => new SearchRuleImporter(database),
};
