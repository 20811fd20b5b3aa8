import { monitorEventLoopDelay } from 'node:perf_hooks';

/** One promise as it was kept. */
export interface Kept {
  /** Of the promises in `promises-list.ts` that it belongs to. */
  numbers: readonly number[];
  promise: string;
  figure: string;
  goal: string;
  isHeld: boolean;
}

/** Tries of a scenario with figures of the clock. */
const tries = 3;

/**
 * Tries a scenario with figures of the clock again where one is not held: a machine that does something else for a
 * while is no fault of the shop, which is held to nothing less. Says which try it was, and how long this process itself
 * was held up meanwhile.
 */
export async function again(scenario: () => Promise<Kept[]>): Promise<Kept[]> {
  for (let attempt = 1; ; attempt++) {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const kept = await scenario();
    delay.disable();
    const broken = kept.filter(({ isHeld }) => !isHeld);
    const heldUp = Math.round(delay.percentile(99.9) / 1e6);
    if (broken.length === 0 || attempt === tries)
      return kept.map((each) => ({ ...each, figure: attempt === 1 ? each.figure : `${each.figure} (try ${attempt})` }));
    for (const { promise, figure, goal } of broken)
      console.error(
        `Once more, since not held: ${promise}: ${figure}, wanted ${goal}; this command was held up ${heldUp} ms`,
      );
  }
}

/** A row of a table in Markdown. */
export const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
