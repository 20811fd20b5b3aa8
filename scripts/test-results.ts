import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib-run.ts';

/** The result of a test. */
export interface TestEnd {
  /** Path from the project's folder. */
  file: string;
  /** The titles of its blocks and its own title, with blanks between. */
  title: string;
  /** Vitest's name of the result. */
  status: string;
}

/** The used parts of the report of Vitest's reporter `json`. */
interface Report {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

const reportIn = (folder: string): string => join(folder, 'report.json');

/** Options of Vitest for the report of {@link readResults}. */
export const reportInto = (folder: string): string[] => ['--reporter=json', `--outputFile.json=${reportIn(folder)}`];

/** All tests of a run; none without a report. A file that failed as a whole is a failed test without a title. */
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
