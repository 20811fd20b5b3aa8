import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResults, type TestEnd } from './jest-results.ts';
import { at } from './lib-run.ts';

/** How the tests of files ended that were run before. */
const ran = new Map<string, TestEnd[]>();

/**
 * Runs whole files of tests, two at a time and each once in a run of this command, and tells how each test in them
 * ended.
 */
export function runTestFiles(files: readonly string[]): TestEnd[] {
  const fresh = files.filter((file) => !ran.has(file));
  const ends = fresh.length > 0 ? run(fresh) : [];
  for (const file of fresh)
    ran.set(
      file,
      ends.filter((end) => end.file === file),
    );
  return files.flatMap((file) => ran.get(file) ?? []);
}

function run(files: readonly string[]): TestEnd[] {
  const results = mkdtempSync(join(tmpdir(), 'cited-'));
  const jest = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    at('node_modules/jest/bin/jest.js'),
    '--maxWorkers=2',
    '--silent',
    '--runTestsByPath',
    ...files,
  ];
  spawnSync(process.execPath, jest, {
    cwd: at('.'),
    env: { ...process.env, TEST_RESULTS: results },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ends = readResults(results);
  rmSync(results, { recursive: true });
  return ends;
}
