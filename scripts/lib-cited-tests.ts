import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from './lib-run.ts';
import { readResults, reportInto, type TestEnd } from './test-results.ts';

/** Results of files in this command: usual runs, and runs with all samples. */
const ranBefore = { usual: new Map<string, TestEnd[]>(), long: new Map<string, TestEnd[]>() };

/**
 * Runs test files, each once in this command, and returns the results of their tests.
 * @param options.isLong with `TEST_LONG=1` and one at a time; otherwise two at a time
 * @param options.mostMs after which a test fails; left out, the time of each test
 */
export function runTestFiles(
  files: readonly string[],
  { isLong = false, mostMs }: { isLong?: boolean; mostMs?: number | undefined } = {},
): TestEnd[] {
  const ran = isLong ? ranBefore.long : ranBefore.usual;
  const fresh = files.filter((file) => !ran.has(file));
  const ends = fresh.length > 0 ? run(fresh, isLong, mostMs) : [];
  for (const file of fresh)
    ran.set(
      file,
      ends.filter((end) => end.file === file),
    );
  return files.flatMap((file) => ran.get(file) ?? []);
}

function run(files: readonly string[], isLong: boolean, mostMs: number | undefined): TestEnd[] {
  const results = mkdtempSync(join(tmpdir(), 'cited-'));
  const vitest = [
    at('node_modules/vitest/vitest.mjs'),
    'run',
    `--maxWorkers=${isLong ? 1 : 2}`,
    ...reportInto(results),
    ...(mostMs === undefined ? [] : [`--testTimeout=${mostMs}`]),
    '--project=!image',
    ...files,
  ];
  spawnSync(process.execPath, vitest, {
    cwd: at('.'),
    env: { ...process.env, TEST_LONG: isLong ? '1' : process.env.TEST_LONG, TEST_RESULTS: results },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ends = readResults(results);
  rmSync(results, { recursive: true });
  return ends;
}
