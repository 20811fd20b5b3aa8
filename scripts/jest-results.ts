import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib-run.ts';

/** A test that ran, with Jest's name of how it ended. */
export interface TestEnd {
  file: string;
  title: string;
  status: string;
}
/** Every test that ran, of all processes that wrote into a folder. */
export const readResults = (folder: string): TestEnd[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

/** As much as is read of what Jest tells. */
interface Run {
  testResults: readonly {
    testFilePath: string;
    testExecError?: unknown;
    testResults: readonly { fullName: string; status: string }[];
  }[];
}

/**
 * A reporter of Jest: writes down which tests ran and how each ended, a file per process, into the folder that
 * `TEST_RESULTS` names; nothing without it. A file that could not be run stands there as a failed test without a title.
 * `check-specification.ts` reads them.
 */
export default class Results {
  onRunComplete(_contexts: unknown, { testResults }: Run): void {
    const folder = process.env.TEST_RESULTS;
    if (!folder) return;
    const ran = testResults.flatMap(({ testFilePath, testExecError, testResults: tests }): TestEnd[] => {
      const file = relative(root, testFilePath);
      const ended = tests.map(({ fullName, status }) => ({ file, title: fullName, status }));
      return testExecError ? [...ended, { file, title: '', status: 'failed' }] : ended;
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(ran));
  }
}
