import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib-run.ts';

/** A test that ran, with Jest's name of how it ended. */
export interface TestEnd {
  file: string;
  title: string;
  status: string;
}
/** As much as is read of what Jest tells. */
interface Run {
  testResults: readonly {
    testFilePath: string;
    testResults: readonly { fullName: string; status: string; invocations?: number }[];
  }[];
}

/**
 * A reporter of Jest: names the tests that passed on their second try only, and writes down which tests ran and how each
 * ended, a file per process, into the folder that `TEST_RESULTS` names; nothing without it. `check-specification.ts` reads
 * them.
 */
export default class Results {
  onRunComplete(_contexts: unknown, { testResults }: Run): void {
    for (const { testFilePath, testResults: tests } of testResults)
      for (const { fullName, status, invocations = 1 } of tests)
        if (status === 'passed' && invocations > 1)
          console.log(`Passed on its second try: ${relative(root, testFilePath)}, ${fullName}`);
    const folder = process.env.TEST_RESULTS;
    if (!folder) return;
    const ran = testResults.flatMap(({ testFilePath, testResults: tests }) =>
      tests.map(({ fullName, status }): TestEnd => ({ file: relative(root, testFilePath), title: fullName, status })),
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(ran));
  }
}
