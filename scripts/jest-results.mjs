import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './lib-run.mjs';

/**
 * A reporter of Jest: writes down which tests ran and how each ended, a file per process, into the folder that
 * `TEST_RESULTS` names; nothing without it. `check-specification.mjs` reads them.
 */
export default class Results {
  onRunComplete(_contexts, { testResults }) {
    const folder = process.env.TEST_RESULTS;
    if (!folder) return;
    const ran = testResults.flatMap(({ testFilePath, testResults: tests }) =>
      tests.map(({ fullName, status }) => ({ file: relative(root, testFilePath), title: fullName, status })),
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(ran));
  }
}
