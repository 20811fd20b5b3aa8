/** A start that is impossible; the message is a sentence for the operator. */
export class BootError extends Error {
  /** The program ends with the message alone, without a stack. */
  readonly isExpectedError = true;
}
