import type { FeedRecord } from './reading/records.js';

/** Takes in the rows of one kind. */
export interface Importer {
  /** @throws RowFault, RowLeftOut for this row only; nothing of it has been written then */
  take(record: FeedRecord): void;
  /** Told of a row that cannot be told apart into its columns, and is not taken in. */
  skip?(): void;
  /** Tables that it writes; absent = perhaps all. */
  readonly tables?: readonly string[];
  /** Whether rows that were left out have changed something all the same, such as offers that are sold out. */
  readonly hasEffect?: boolean;
  /** What the operator should know besides counts and reasons. */
  readonly notes?: readonly string[];
  /** Writes what only all rows together tell. @returns what has changed, by words for the operator */
  finish(): Readonly<Record<string, number>>;
}
