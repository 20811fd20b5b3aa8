import { ToldError } from '../commands/told-error.js';

/** A file that is not imported at all; the message is a sentence for the operator. The live catalogue stays as it is. */
export class FeedRefused extends ToldError {
  override name = 'FeedRefused';
}

/** One row that cannot be imported. */
export class RowFault extends Error {
  override name = 'RowFault';

  /** @param reason what is wrong with the value, in words for the author of the file */
  constructor(
    readonly field: string,
    readonly value: string,
    readonly reason: string,
  ) {
    super(`${field}: ${reason}`);
  }
}

/** One row that is sound but stands for nothing to sell or to store, such as an offer that is out of stock. */
export class RowLeftOut extends RowFault {
  override name = 'RowLeftOut';
}
