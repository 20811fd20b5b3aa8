import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BootError } from './boot-error.js';
import { storedSecret } from './secret.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the key is made once, for its owner only, without another file beside it', () => {
  const secret = storedSecret(join(folder, 'new'));
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(storedSecret(join(folder, 'new'))).toBe(secret);
  expect(readdirSync(join(folder, 'new'))).toEqual(['session-secret']);
  expect(statSync(join(folder, 'new/session-secret')).mode & 0o777).toBe(0o600);
});

test('a key of the operator has 32 characters or more', () => {
  writeFileSync(join(folder, 'session-secret'), `${'k'.repeat(32)}\n`);
  expect(storedSecret(folder)).toBe('k'.repeat(32));
});

test.each([
  ['31 characters', 'k'.repeat(31)],
  ['an empty file', ''],
  ['half a file', 'a1b2c3d4e5'],
  ['blanks', ' '.repeat(64)],
])('%s is no key: the start fails with a sentence and the file stays', (_name, content) => {
  const file = join(folder, 'session-secret');
  writeFileSync(file, content);
  expect(() => storedSecret(folder)).toThrow(BootError);
  expect(() => storedSecret(folder)).toThrow(`${file} holds ${content.trim().length} characters`);
  expect(readFileSync(file, 'utf8')).toBe(content);
});
