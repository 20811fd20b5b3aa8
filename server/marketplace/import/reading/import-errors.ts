import { ExpectedError } from '../../program/expected-error.js';

/**
 * A file that is not imported at all; the message is a sentence for the operator. The live catalogue stays as it is.
 */
export class FeedError extends ExpectedError {
  override name = 'FeedError';
}

/** Another import has what this one needs; the sentence says what to do. */
export class BusyError extends FeedError {
  override name = 'BusyError';
  readonly isOutage = true;
}

/** One row that cannot be imported. */
export class RowError extends Error {
  override name = 'RowError';

  /** @param reason what is wrong with the value, in words for the author of the file */
  constructor(
    readonly field: string,
    readonly value: string,
    readonly reason: string,
  ) {
    super(`${field}: ${reason}`);
  }
}

/** Something that a row lacks which is taken in all the same. */
export class IncompleteRow extends RowError {
  override name = 'IncompleteRow';
}

/** A valid row that is skipped, such as an offer that is out of stock. */
export class SkippedRow extends RowError {
  override name = 'SkippedRow';
}
