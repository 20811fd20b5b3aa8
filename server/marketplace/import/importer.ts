import type { Unsold } from '../store/unsold-offers.js';
import type { RowError } from './import-errors.js';
import type { FeedRecord } from './reading/records.js';

/** Imports the rows of one kind. */
export interface Importer {
  /** @throws RowError, SkippedRow for this row only; nothing of it has been written then */
  take(record: FeedRecord): void;
  /** What rows lack that are taken in all the same; who reports it takes it out. */
  readonly incomplete?: RowError[];
  /** Called for a row that cannot be split into columns and is not imported. */
  skip?(): void;
  /** Tables that it writes; absent = perhaps all. */
  readonly tables?: readonly string[];
  /** Whether rows that were left out count all the same, such as offers that are sold out, or ask for what is done. */
  readonly hasEffect?: boolean;
  /** Whether the catalogue is to be another than before; told when `finish` has run. */
  readonly hasChanged: boolean;
  /** Of the offers that were taken in, those that nobody can buy; told when `finish` has run. */
  readonly unsold?: Unsold;
  /** What the operator should know besides counts and reasons. */
  readonly notes?: readonly string[];
  /**
   * Writes what only all rows together tell, and what follows from what has changed.
   * @returns what has changed, by words for the operator
   */
  finish(): Readonly<Record<string, number>>;
}
