import { ExpectedError } from '../program/expected-error.js';
import type { ShopChoice } from '../program/shop-choice.js';
import type { StatePlace } from '../state/state-place.js';

/** Tells the operator how to go on, as a sentence without a stack. */
export class CommandError extends ExpectedError {
  override name = 'CommandError';
}

export interface CommandInput extends StatePlace {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly json: boolean;
  /** Lists closed cases too. */
  readonly all: boolean;
  /** Number of the case to close. */
  readonly handled: string | undefined;
  readonly resend: boolean;
  /** The chosen shop; null if no option names one. */
  readonly shop: ShopChoice | null;
  /** Prints the changes without making them. */
  readonly isDryRun: boolean;
  /** Reasons for all languages, or after `fr:` for one. */
  readonly reasons: readonly string[];
  readonly url: string | undefined;
  readonly scope: string | undefined;
  readonly days: string | undefined;
  say(line: string): void;
}
