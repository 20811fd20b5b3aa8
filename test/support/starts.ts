import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Programs whose starts take most of a run's time. */
const programs = ['shop', 'marketplace', 'chromium', 'postgres'] as const;
export type Started = (typeof programs)[number];

const fileIn = (results: string): string => join(results, 'starts.txt');

/** Records a start in the folder `TEST_RESULTS`; does nothing without it. */
export function noteStart(started: Started): void {
  const { TEST_RESULTS: results } = process.env;
  if (!results) return;
  mkdirSync(dirname(fileIn(results)), { recursive: true });
  appendFileSync(fileIn(results), `${started}\n`);
}

/** @returns the number of starts of each program, by the name of its budget, such as `starts.shop` */
export function readStarts(results: string): Record<string, number> {
  const lines = existsSync(fileIn(results)) ? readFileSync(fileIn(results), 'utf8').split('\n') : [];
  return Object.fromEntries(programs.map((name) => [`starts.${name}`, lines.filter((line) => line === name).length]));
}
