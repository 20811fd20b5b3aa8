import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RowError } from './reading/import-errors.js';
import { ImportReport } from './report.js';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a report of a wholly wrong file counts all rows, and its lines, values and reasons are limited', () => {
  const report = new ImportReport(folder, 'shops', new Date(0));
  const note = (reason: string) => report.note(new RowError('name', 'v'.repeat(121), reason));
  // Reasons that differ in digits alone count as one, so these differ in a sign.
  for (let sign = 0; sign < 1000; sign++) note(String.fromCodePoint(0x4e00 + sign));
  for (let times = 0; times < 19_000; times++) note('is the thousand and first');
  for (let times = 0; times < 9; times++) note(String.fromCodePoint(0x4e00 + 999));
  const lines = readFileSync(report.file, 'utf8').trimEnd().split('\n');
  expect([report.rejected, lines.length]).toEqual([20_009, 20_000]);
  expect(JSON.parse(lines[0] ?? '').value).toBe(`${'v'.repeat(120)}…`);
  const reasons = Object.entries(report.reasons());
  expect([reasons.length, reasons[0]]).toEqual([50, [`name ${String.fromCodePoint(0x4e00 + 999)}`, 10]]);
});
