import type { ShopChoice } from '../program/shop-choice.js';
import type { StatePlace } from '../state/state-place.js';

/** Words and options of a command of the operator. */
export interface CommandInput extends StatePlace {
  /** Words after the name of the command. */
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly json: boolean;
  /** Lists closed cases too. */
  readonly all: boolean;
  /** Number of the case to close. */
  readonly handled: string | undefined;
  readonly resend: boolean;
  /** Null without an option for it. */
  readonly shop: ShopChoice | null;
  /** Prints the changes without making them. */
  readonly isDryRun: boolean;
  /** For all languages, or after `fr:` for one. */
  readonly reasons: readonly string[];
  readonly url: string | undefined;
  readonly scope: string | undefined;
  readonly days: string | undefined;
  /** Prints a line. */
  say(line: string): void;
}
