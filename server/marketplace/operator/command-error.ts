import { ToldError } from '../commands/told-error.js';

/** What an operator has to know to go on; shown as a sentence, without a stack. */
export class CommandError extends ToldError {
  override name = 'CommandError';
}
