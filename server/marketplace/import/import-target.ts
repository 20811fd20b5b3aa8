import type { Publication } from '../catalogue-store/publish.js';
import type { Unsold } from '../offer-store/unsold-offers.js';
import type { Query } from './compare-searches.js';
import type { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import type { ImportSummary } from './report.js';

export interface Importer {
  /** @throws RowError, SkippedRow for this row only; nothing of it has been written then */
  take(record: FeedRecord): void;
  /** What rows lack that are taken in all the same; the caller reports it and takes it out. */
  readonly incomplete?: RowError[];
  /** Called for a row that cannot be split into columns and is not imported. */
  skip?(): void;
  /** Tables that it writes; absent = perhaps all. */
  readonly tables?: readonly string[];
  /** Whether rows that were left out count all the same, such as offers that are sold out, or ask for what is done. */
  readonly hasEffect?: boolean;
  /** Whether anything differs from before; known when `finish` has run. */
  readonly hasChanged: boolean;
  /** Of the offers that were taken in, those that nobody can buy; known when `finish` has run. */
  readonly unsold?: Unsold;
  /** What the operator should know besides counts and reasons. */
  readonly notes?: readonly string[];
  /** Country of the shop of all rows; null where each row names its own. */
  readonly country?: string | null;
  /** Set where a file says by itself that what it does not name stays. */
  isUpdate?: boolean;
  /** The reason for which somebody has to approve the feed; null = it is sound. Known when `finish` has run. */
  readonly held?: string | null;
  /** Notes what spares the next import work; called where nothing differs, and by `activate` otherwise. */
  remember?(): void;
  /**
   * Writes what depends on all rows, then what follows from the changes.
   * @returns what has changed, by words for the operator
   */
  finish(): Readonly<Record<string, number>>;
}

export type Outcome = Pick<
  ImportSummary,
  'outcome' | 'refusal' | 'held' | 'generation' | 'commit' | 'changes' | 'unsold' | 'notes'
>;

/** Where the rows of a kind go: a new generation of the catalogue, or the offers in place. */
export interface ImportTarget {
  readonly importer: Importer;
  /** Number of the commit of prices that were due when it was opened; null or missing where none were. */
  readonly due?: number | null;
  /** Does everything but the last step. @throws ExpectedError */
  check?(): void;
  /** What visitors would notice of it, in lines; after `check`, and in the place of `activate`. */
  compare?(queries: readonly Query[]): Promise<string[]>;
  /** Finishes a new generation, so that it can be published before it is activated. @throws ExpectedError */
  seal?(): Publication;
  /** Hands what is new over to the readers. @throws ExpectedError; nothing has changed then */
  activate(): Pick<Outcome, 'generation' | 'commit'>;
  /** Drops files that were not activated. */
  close(): void;
}
