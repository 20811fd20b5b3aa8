import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { at, root } from './lib-run.ts';

/** Seconds that each file of tests took when it last ran, by its path from the project's folder. */
const secondsFile = at('dist/test-seconds.json');
function readSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(secondsFile, 'utf8'));
  } catch {
    return {};
  }
}

/** What a file is taken for that has not run here yet: browsers take longest. */
const usualSeconds = (path: string): number =>
  path.includes('.browser.test.') ? 30 : path.startsWith('test/') ? 5 : 1;

/** As much as is read of what Jest tells. */
interface Run {
  testResults: readonly { testFilePath: string; perfStats: { runtime: number } }[];
}

/**
 * The order of files for Jest: the longest first, so that none is left over while the other worker has nothing to do.
 */
export default class LongestFirst {
  sort<Test extends { path: string }>(tests: readonly Test[]): Test[] {
    const known = readSeconds();
    const seconds = ({ path }: Test): number => known[relative(root, path)] ?? usualSeconds(relative(root, path));
    return tests.toSorted((one, other) => seconds(other) - seconds(one));
  }
  allFailedTests<Test>(tests: readonly Test[]): readonly Test[] {
    return tests;
  }
  shard<Test>(tests: readonly Test[]): readonly Test[] {
    return tests;
  }
  cacheResults(_tests: unknown, { testResults }: Run): void {
    const ran = testResults.map(({ testFilePath, perfStats }) => [
      relative(root, testFilePath),
      perfStats.runtime / 1000,
    ]);
    mkdirSync(dirname(secondsFile), { recursive: true });
    writeFileSync(secondsFile, JSON.stringify({ ...readSeconds(), ...Object.fromEntries(ran) }));
  }
}
