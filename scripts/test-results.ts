import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib-run.ts';

/** A test that ran, with Vitest's name of how it ended. */
export interface TestEnd {
  /** Path from the project's folder. */
  file: string;
  /** The titles of its blocks and its own, separated by blanks. */
  title: string;
  status: string;
}

/** The parts of the report of Vitest's reporter `json` that are read here. */
interface Report {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

const reportIn = (folder: string): string => join(folder, 'report.json');

/** Options of Vitest's command line that let it write what {@link readResults} reads. */
export const reportInto = (folder: string): string[] => ['--reporter=json', `--outputFile.json=${reportIn(folder)}`];

/** Each test of a run, none without a report. A file that could not be run is a failed test without a title. */
export function readResults(folder: string): TestEnd[] {
  const file = reportIn(folder);
  if (!existsSync(file)) return [];
  const { testResults }: Report = JSON.parse(readFileSync(file, 'utf8'));
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const path = relative(root, name);
    const ended = assertionResults.map(({ fullName, status: end }) => ({ file: path, title: fullName, status: end }));
    const isBroken = status === 'failed' && !ended.some((end) => end.status === 'failed');
    return isBroken ? [...ended, { file: path, title: '', status: 'failed' }] : ended;
  });
}
