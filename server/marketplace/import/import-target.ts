import type { FeedPreview } from '../../contract/file-preview.js';
import type { Publication } from '../catalogue-store/publish.js';
import type { Unsold } from '../offer-store/withheld.js';
import type { Query } from './compare-searches.js';
import type { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import type { ImportSummary } from './report.js';

export interface Importer {
  /** @throws RowError, SkippedRow for this row only, before anything of it is written */
  importRow(record: FeedRecord): void;
  /** Faults of rows that are imported nevertheless. The caller reports and empties the list. */
  readonly incomplete?: RowError[];
  /** Called for a row that cannot be split into columns. */
  skip?(): void;
  /** Tables that it writes; left out = any. */
  readonly tables?: readonly string[];
  /** Whether skipped rows have an effect, such as offers that are sold out. Then a file of such rows alone is valid. */
  readonly hasEffect?: boolean;
  /**
   * Whether anything differs from before; left out = `finish` counts something as added, changed or removed. Valid
   * after `finish`, as are `unsold` and `held`.
   */
  readonly hasChanged?: boolean;
  /** Offers of the files that nobody can buy. */
  readonly unsold?: Unsold;
  /** Remarks for the operator. */
  readonly notes?: readonly string[];
  /** Country of the shop of all rows; null = rows name their shops. */
  readonly country?: string | null;
  /** Whether offers stay that the files do not name; a file may say so itself. */
  isUpdate?: boolean;
  /** Why an operator has to approve the feed; null = no approval is needed. */
  readonly held?: string | null;
  /** Changes that a held feed would make. */
  readonly preview?: FeedPreview;
  /** Offers that have changed since the feed was held. */
  readonly newer?: number;
  /** Stores the offers of the feed's shops in a file, for its approval. */
  storeOffers?(file: string): void;
  /** Stores what makes the next import faster. Called if nothing differs; `activate` does so otherwise. */
  remember?(): void;
  /**
   * Writes what depends on all rows, and derived tables.
   * @returns counts of changes, by words for the operator
   */
  finish(): Readonly<Record<string, number>>;
}

export type Outcome = Pick<
  ImportSummary,
  'outcome' | 'refusal' | 'held' | 'preview' | 'newer' | 'generation' | 'commit' | 'changes' | 'unsold' | 'notes'
>;

/** Where an import writes: a new generation of the catalogue, or the offers in place. */
export interface ImportTarget {
  readonly importer: Importer;
  /** Commit of the prices that were due at the start; null = none was due. */
  readonly due?: number | null;
  /** Does everything but the activation. @throws ExpectedError */
  check?(): void;
  /** Runs after `check`. Describes in lines what visitors would notice. */
  compare?(queries: readonly Query[]): Promise<string[]>;
  /** Finishes a new generation for its publication before `activate`. @throws ExpectedError */
  seal?(): Publication;
  /** Makes the changes visible to readers. @throws ExpectedError; then nothing has changed */
  activate(): Pick<Outcome, 'generation' | 'commit'>;
  /** Drops everything that is not active. */
  close(): void;
}
