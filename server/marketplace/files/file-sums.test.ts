import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { damagedCatalogue, sumsFile, writeSums } from './file-sums.js';
import { storeFile } from './replace-file.js';

const pieceBytes = 4 * 1024 ** 2;
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sums-'));
  file = join(folder, 'catalogue-g1.db');
  writeFileSync(file, Buffer.alloc(pieceBytes));
  writeSums(file, file);
});
afterEach(() => rmSync(folder, { recursive: true }));

const isDamaged = () => damagedCatalogue(file, 'it stays') !== null;
/** Writes sums that match their own checksum. */
const put = (lines: string): void =>
  writeFileSync(sumsFile(file), `${lines}${createHash('sha256').update(lines).digest('hex')}\n`);

test('bytes after the last whole piece are damage', () => {
  expect(isDamaged()).toBe(false);
  appendFileSync(file, 'x');
  expect(isDamaged()).toBe(true);
});

test('sums that are damaged, or of pieces of another size, say nothing about a catalogue', () => {
  const [head = '', ...pieces] = readFileSync(sumsFile(file), 'utf8').trimEnd().split('\n').slice(0, -1);
  appendFileSync(file, 'x');
  put(`${[head, ...pieces].join('\n')}\n`);
  expect(isDamaged()).toBe(true);
  put(`${[`${pieceBytes} 1024`, ...pieces].join('\n')}\n`);
  expect(isDamaged()).toBe(false);
  writeFileSync(sumsFile(file), `${[head, ...pieces].join('\n')}\n${'0'.repeat(64)}\n`);
  expect(isDamaged()).toBe(false);
});

test('a file with secrets is stored for its owner only', async () => {
  const target = join(folder, 'secret');
  await storeFile(target, Buffer.from('x'), 0o600);
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

test('a file that cannot get its name leaves nothing behind', async () => {
  const target = join(folder, 'taken');
  mkdirSync(target);
  const before = readdirSync(folder);
  await expect(storeFile(target, Buffer.from('x'))).rejects.toMatchObject({ syscall: 'rename' });
  expect(readdirSync(folder)).toEqual(before);
});
