import { createInterface } from 'node:readline/promises';
import type { Clock } from '../../clock/clock.js';
import { offersToClear } from '../data-folder/offer-turn.js';
import { ExpectedError } from '../program/expected-error.js';
import { UsageError } from '../program/run-command.js';
import type { ImportKind } from './reading/columns.js';

/** Asks at the terminal. Returns the answer. */
export type Ask = (question: string) => Promise<string>;

interface AnewOptions {
  readonly anew?: boolean | undefined;
  readonly 'remove-offers'?: boolean | undefined;
  readonly 'keep-offers'?: boolean | undefined;
}

export interface Place {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly isDryRun: boolean;
  /** Null = there is no terminal. */
  readonly ask: Ask | null;
  say(line: string): void;
}

/**
 * Returns whether the import keeps all shops and offers. With `--anew` it prints how many there are. It asks the operator
 * if no option answers (D94).
 * @throws UsageError for options that contradict each other, ExpectedError if the operator does not agree
 */
export async function keepsOffersOf(options: AnewOptions, kind: ImportKind | 'all', place: Place): Promise<boolean> {
  const { anew: isFresh, 'remove-offers': isRemoval, 'keep-offers': isKept } = options;
  if ((isRemoval && isKept) || ((isRemoval || isKept) && !isFresh))
    throw new UsageError('--anew may have one of --remove-offers and --keep-offers.');
  if (isFresh && (kind === 'offers' || kind === 'shops'))
    throw new UsageError(`--anew begins with an empty catalogue, which has no ${kind}.`);
  const found = isFresh && !isKept ? offersToClear(place.dataDir, place.clock) : null;
  if (found === null) return !isFresh || isKept === true;
  place.say(`--anew would remove all shops (${found.shops}) and offers (${found.offers}). Recalls and ids stay.`);
  if (await mayRemove(isRemoval, place)) return false;
  throw new ExpectedError(
    'Nothing was imported. Add --remove-offers to remove them, or --keep-offers to keep them. The shop sells kept offers again when their products are back.',
  );
}

/** Whether an option or the operator agrees that shops and offers are removed. A dry run needs no answer. */
export const mayRemove = async (isRemoval: boolean | undefined, { isDryRun, ask }: Place): Promise<boolean> =>
  isRemoval || isDryRun || (await ask?.('Remove them? (yes/no) '))?.trim() === 'yes';

export const askAtTerminal: Ask = async (question) => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};
