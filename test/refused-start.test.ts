import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyBuild } from './support/build.js';
import { root } from './support/catalogue.js';

const folder = mkdtempSync(join(tmpdir(), 'partavo-refused-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that cannot start prints a sentence with the remedy, and no stack. */
const output = (program: string, env: Record<string, string>, build = root) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(build, 'dist', program)], {
    env: { PORT: '0', MARKETPLACE_PORT: '0', DATA_DIR: folder, ...env },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return [status, stdout, stderr];
};

test('a start that cannot be ends with one sentence that says what to do', () => {
  expect(output('server.js', { PORT: 'many' })).toEqual([
    1,
    '',
    expect.stringMatching(/^PORT: must be a whole number from 0 to 65535.*\.\n$/),
  ]);
  expect(output('server.js', {})).toEqual([
    1,
    '',
    expect.stringMatching(/^There is no catalogue in .*`npm run demo`.*\n$/),
  ]);
  const DATA_DIR = join(folder, 'damaged');
  mkdirSync(DATA_DIR);
  writeFileSync(join(DATA_DIR, 'state.db'), 'no database');
  const damaged = [1, '', `${join(DATA_DIR, 'state.db')} is damaged. Restore a backup: npm run restore -- FILE.\n`];
  expect(output('server.js', { DATA_DIR })).toEqual(damaged);
  expect(output('marketplace.js', { DATA_DIR })).toEqual(damaged);
});

test('a start without the browser files says what to run, and nothing else', () => {
  const build = copyBuild();
  rmSync(join(build.folder, 'static'));
  const refused = output('server.js', {}, build.folder);
  build.forget();
  expect(refused).toEqual([1, '', 'The browser files are not built yet: run `npm run build`.\n']);
});
