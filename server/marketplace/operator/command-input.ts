import type { ShopChoice } from '../commands/shop-choice.js';
import type { StatePlace } from '../store/state-place.js';

/** What a command of the operator was called with. */
export interface CommandInput extends StatePlace {
  /** Words after the name of the command. */
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly json: boolean;
  /** Cases that are closed as well. */
  readonly all: boolean;
  /** Number of the case that is dealt with. */
  readonly handled: string | undefined;
  readonly resend: boolean;
  /** Null = all shops, or none. */
  readonly shop: ShopChoice | null;
  /** Says what would change, and changes nothing. */
  readonly isDryRun: boolean;
  /** For all languages, or after `fr:` for one. */
  readonly reasons: readonly string[];
  readonly url: string | undefined;
  readonly scope: string | undefined;
  readonly days: string | undefined;
  /** Prints a line. */
  say(line: string): void;
}
