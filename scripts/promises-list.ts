import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { at } from './lib-run.ts';
import { markdownTable } from './lib-table.ts';

/** Parts of test titles by file. A file without titles counts as a whole. */
export type Proofs = Readonly<Record<string, readonly string[]>>;
/** A change of one line that breaks a promise on purpose. */
export interface Breakage {
  file: string;
  /** A line that occurs once in the file. */
  line: string;
  instead: string;
  /** The scenario that must notice; default: the tests. */
  only?: string;
}
/** A promise of the shop under load and failures. */
export interface ShopPromise {
  /** Number of the promise, from 1. */
  number: number;
  words: string;
  /** The reason why nothing tests it. */
  aside?: string;
  scenarios?: readonly string[];
  proofs?: Proofs;
  /** Tests that run with `TEST_LONG=1`, one file at a time. */
  withAllSamples?: Proofs;
  breakages?: readonly Breakage[];
}

const listed: Omit<ShopPromise, 'number'>[] = JSON.parse(readFileSync(at('scripts/promises.json'), 'utf8'));
export const promises: readonly ShopPromise[] = listed.map((promise, index) => ({ ...promise, number: index + 1 }));

/** The promises with these numbers. */
export const numbered = (numbers: readonly number[]): ShopPromise[] =>
  promises.filter(({ number }) => numbers.includes(number));

/** A result of a scenario. */
export interface Tried {
  promise: string;
  figure: string;
  goal: string;
  isHeld: boolean;
}
/** A result with the numbers of its promises. */
export interface Kept extends Tried {
  numbers: readonly number[];
}

/** A Markdown table of promises with the results of their scenarios and tests. */
export function tableOf(numbers: readonly number[], kept: readonly Kept[]): string {
  const rows = numbered(numbers).map(({ number, words, aside, scenarios = [], proofs, withAllSamples }) => {
    const own = kept.filter((each) => each.numbers.includes(number));
    const broken = own.filter(({ isHeld }) => !isHeld).length;
    const result = own.length === 0 ? 'not tried' : broken === 0 ? 'held' : `NOT HELD (${broken} of ${own.length})`;
    const by = [...scenarios.map((name) => `--only ${name}`), ...Object.keys({ ...proofs, ...withAllSamples })];
    return [number, words, aside ?? by.join(', '), aside ? 'withdrawn' : result];
  });
  return markdownTable(['', 'promise', 'tried by', 'result'], rows);
}

/** Tries of a scenario with clock times, and how many of them must hold. */
const [tries, needed] = [3, 2];

/**
 * Tries a scenario with clock times three times. Two must hold, since other work may disturb one. Each row has the
 * figures of all tries. In a try that ends with an error no row holds.
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
  if (most.length === 0) throw new Error('every try has failed');
  return most.map((tried, index) => {
    const all = attempts.map((rows) => rows[index] ?? { figure: 'an error', isHeld: false });
    return {
      ...tried,
      figure: all.map(({ figure, isHeld }) => `${figure}${isHeld ? '' : ' (not held)'}`).join('; '),
      isHeld: all.filter(({ isHeld }) => isHeld).length >= needed,
    };
  });
}

/** Whether a program is installed. On Debian and its like a root user gets it from apt. */
export function hasProgram(program: string, debianPackage = program): boolean {
  const isThere = (): boolean => spawnSync(program, ['--version']).error === undefined;
  if (!isThere() && process.getuid?.() === 0)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], { stdio: 'ignore' });
  return isThere();
}
