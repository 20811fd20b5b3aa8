import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from './run-program.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-program-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const run = (source: string, limits: { timeout?: number } = {}): Promise<string> => {
  writeFileSync(join(folder, 'program.mjs'), source);
  return runProgram(pathToFileURL(join(folder, 'program.mjs')), ['word'], { signal, ...limits });
};

test('a program gives its output, and a failed one its cause in one line', async () => {
  expect(await run('console.log(process.argv[2])')).toBe('word\n');
  await expect(run('console.error("The folder is locked.\\nUsage: …"); process.exit(1)')).rejects.toThrow(
    /^The folder is locked\.$/,
  );
  await expect(run('throw new TypeError("no such word")')).rejects.toThrow(/^TypeError: no such word$/);
  await expect(run('import "./missing.js"')).rejects.toThrow(/^Error \[ERR_MODULE_NOT_FOUND\]: Cannot find module .+$/);
  await expect(run('process.exit(3)')).rejects.toThrow(/^It has ended with code 3\.$/);
  await expect(run('setInterval(() => {}, 1000)', { timeout: 1 })).rejects.toThrow(
    /^It has not ended within 0\.001 s\.$/,
  );
});
