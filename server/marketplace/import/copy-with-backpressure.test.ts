import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../../../test/support/ticking-clock.js';
import { copyWithBackpressure } from './copy-with-backpressure.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partavo-copy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([0, 1, 4 * 1024 * 1024, 9 * 1024 * 1024 + 7, 129 * 1024 * 1024])(
  'a file of %d bytes is copied completely',
  (size) => {
    const [from, to] = [join(folder, `from-${size}`), join(folder, `to-${size}`)];
    const bytes = randomBytes(size);
    writeFileSync(from, bytes);
    copyWithBackpressure(from, to, testClock);
    expect(bytes.equals(readFileSync(to))).toBe(true);
  },
);

test('a copy overwrites no existing file, and a missing source makes no file', () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  writeFileSync(from, 'new');
  writeFileSync(to, 'old');
  expect(() => copyWithBackpressure(from, to, testClock)).toThrow('EEXIST');
  expect(readFileSync(to, 'utf8')).toBe('old');
  expect(() => copyWithBackpressure(join(folder, 'missing'), join(folder, 'never'), testClock)).toThrow('ENOENT');
});
