import { spawnSync } from 'node:child_process';

export interface Tried {
  promise: string;
  figure: string;
  goal: string;
  isHeld: boolean;
}
/** The same, with the numbers of the promises in `promises.json` that it belongs to. */
export interface Kept extends Tried {
  numbers: readonly number[];
}

/** Tries of a scenario with figures of the clock, and how many of them must hold. */
const [tries, needed] = [3, 2];

/**
 * Tries a scenario with figures of the clock three times: two must hold, since a machine does other things at times.
 * Each row has the figures of all three; a try that ends with an error holds nothing.
 */
export async function again(scenario: () => Promise<Tried[]>): Promise<Tried[]> {
  const attempts: Tried[][] = [];
  for (let attempt = 1; attempt <= tries; attempt++) {
    const rows = await scenario().catch((error) => {
      console.error(error);
      return [];
    });
    console.error(`try ${attempt} of ${tries}: ${rows.filter(({ isHeld }) => isHeld).length} of ${rows.length} held`);
    attempts.push(rows);
  }
  const most = attempts.reduce((longest, rows) => (rows.length > longest.length ? rows : longest));
  if (most.length === 0) throw new Error('no try came to its end');
  return most.map((tried, index) => {
    const all = attempts.map((rows) => rows[index] ?? { figure: 'an error', isHeld: false });
    return {
      ...tried,
      figure: all.map(({ figure, isHeld }) => `${figure}${isHeld ? '' : ' (not held)'}`).join('; '),
      isHeld: all.filter(({ isHeld }) => isHeld).length >= needed,
    };
  });
}

/** Whether a program is there; a root user of Debian and its like gets it from apt. */
export function hasProgram(program: string, debianPackage: string): boolean {
  const isThere = (): boolean => spawnSync(program, ['--version']).error === undefined;
  if (!isThere() && process.getuid?.() === 0)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], { stdio: 'ignore' });
  return isThere();
}
