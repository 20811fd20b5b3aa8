import { readFileSync } from 'node:fs';
import type { Kept } from './lib-promises.ts';
import { at } from './lib-run.ts';
import { markdownTable } from './lib-table.ts';

/** Files of tests, each with words of titles; without words every test of the file counts. */
export type Proofs = Readonly<Record<string, readonly string[]>>;
/** A line of the program that is broken on purpose, to see whether the promise notices. */
export interface Breakage {
  file: string;
  /** Occurs once in the file. */
  line: string;
  instead: string;
  /** The scenario that must notice; the tests where it is left out. */
  only?: string;
}
/** A promise of the shop under load and failures. `aside` gives the reason why nothing tests it. */
export interface ShopPromise {
  words: string;
  aside?: string;
  scenarios?: readonly string[];
  proofs?: Proofs;
  /** Tests that run with `TEST_LONG=1`, one file at a time. */
  atLength?: Proofs;
  breakages?: readonly Breakage[];
}

/** By number, the first is 1. */
export const promises: readonly ShopPromise[] = JSON.parse(readFileSync(at('scripts/promises.json'), 'utf8'));

/** The promises with these numbers, each with its own. */
export const numbered = (numbers: readonly number[]): (ShopPromise & { number: number })[] =>
  promises
    .map((promise, index) => ({ ...promise, number: index + 1 }))
    .filter(({ number }) => numbers.includes(number));

/** @returns promises as a table in Markdown: number, words, by what each was tried, and whether it is held */
export function tableOf(numbers: readonly number[], kept: readonly Kept[]): string {
  const rows = numbered(numbers).map(({ number, words, aside, scenarios = [], proofs = {}, atLength = {} }) => {
    const own = kept.filter((each) => each.numbers.includes(number));
    const broken = own.filter(({ isHeld }) => !isHeld).length;
    const result = own.length === 0 ? 'not tried' : broken === 0 ? 'held' : `NOT HELD (${broken} of ${own.length})`;
    const by = [...scenarios.map((name) => `--only ${name}`), ...Object.keys({ ...proofs, ...atLength })];
    return [number, words, aside ?? by.join(', '), aside ? 'withdrawn' : result];
  });
  return markdownTable(['', 'promise', 'tried by', 'result'], rows);
}
