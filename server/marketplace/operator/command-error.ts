/** What an operator has to know to go on; shown as a sentence, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}
