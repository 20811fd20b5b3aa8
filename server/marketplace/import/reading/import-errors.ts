import { ExpectedError } from '../../program/expected-error.js';

/** Refuses a whole file. The message is a sentence for the operator; the served catalogue stays. */
export class FeedError extends ExpectedError {
  override name = 'FeedError';
}

/** Refuses a table because of its header. */
export class HeaderError extends FeedError {
  override name = 'HeaderError';

  /** @param names our names of the columns as far as they are known; null = not read */
  constructor(
    message: string,
    readonly names: readonly (string | null)[],
  ) {
    super(message);
  }
}

/** Refuses an import because another one is running. */
export class BusyError extends FeedError {
  override name = 'BusyError';
  readonly isOutage = true;
}

/** Thrown to reject one row. */
export class RowError extends Error {
  override name = 'RowError';

  /** @param reason what is wrong, in words for the author of the file */
  constructor(
    readonly field: string,
    readonly value: string,
    readonly reason: string,
  ) {
    super(`${field}: ${reason}`);
  }
}

/** Reports a fault of a row that is imported nevertheless. */
export class IncompleteRow extends RowError {
  override name = 'IncompleteRow';
}

/** Skips a valid row, such as an offer that is out of stock. */
export class SkippedRow extends RowError {
  override name = 'SkippedRow';
}
