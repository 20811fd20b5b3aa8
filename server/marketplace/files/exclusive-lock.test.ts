import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../scripts/build-server.ts';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { sentenceOf } from '../program/expected-error.js';
import { lockFile, waitForLock } from './exclusive-lock.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'locks-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('one process holds an exclusive lock, several hold a shared one, and the file stays empty', () => {
  const file = join(folder, 'one.lock');
  const unlock = lockFile(file, 'exclusive');
  expect([lockFile(file, 'exclusive'), lockFile(file, 'shared')]).toEqual([null, null]);
  unlock?.();
  const shared = [lockFile(file, 'shared'), lockFile(file, 'shared')];
  expect([shared.includes(null), lockFile(file, 'exclusive')]).toEqual([false, null]);
  for (const each of shared) each?.();
  lockFile(file, 'exclusive')?.();
  expect(statSync(file).size).toBe(0);
});

test('a waiting process gets the lock soon after its release, or a timeout', async () => {
  const file = join(folder, 'waited.lock');
  const clock = new ManualClock();
  const unlock = lockFile(file, 'exclusive');
  const late = waitForLock(file, 600, clock);
  await clock.advance(750);
  expect(clock.waiting).toBe(0);
  expect(await late).toBeNull();
  const waiting = waitForLock(file, 600, clock);
  await clock.advance(300);
  unlock?.();
  await clock.advance(300);
  expect(await waiting).not.toBeNull();
});

test('a file that cannot be locked is refused with a sentence that names it', () => {
  const file = join(folder, 'folder.lock');
  mkdirSync(file);
  let refusal: unknown;
  try {
    lockFile(file, 'exclusive');
  } catch (error) {
    // An error of this realm, which `sentenceOf` of the tests recognises.
    refusal = Object.assign(new Error((error as Error).message), error);
  }
  expect(sentenceOf(refusal)).toBe(`${file} cannot be opened by this user (unable to open database file).`);
});

test('a lock file of another user is refused, although SQLite can read it', async () => {
  await bundle({ lock: 'server/marketplace/files/exclusive-lock.ts' }, 'esm', folder);
  const file = join(folder, 'foreign.lock');
  // As root the tests give the child another user; as another user they drop their own right to write.
  writeFileSync(file, '', { mode: 0o644 });
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) chmodSync(file, 0o444);
  const program = `const { lockFile } = await import(${JSON.stringify(pathToFileURL(join(folder, 'lock.js')).href)});
    const take = (kind) => { try { return lockFile(${JSON.stringify(file)}, kind) ? 'has it' : 'busy' } catch (error) { return error.path + ': ' + error.message } };
    console.log(JSON.stringify([take('exclusive'), take('exclusive'), take('shared')]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: '/',
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });
  const refusal = `${file}: attempt to write a readonly database`;
  expect([stdout.trim() && JSON.parse(stdout), stderr]).toEqual([[refusal, refusal, 'has it'], '']);
});
