import { ExpectedError } from '../program/expected-error.js';

/** What an operator has to know to go on; shown as a sentence, without a stack. */
export class CommandError extends ExpectedError {
  override name = 'CommandError';
}
