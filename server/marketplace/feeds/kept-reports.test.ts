import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { previewLimits } from '../../contract/file-preview.js';
import { unsoldTexts } from '../offer-store/withheld.js';
import { dropReport, lastSummaries, previewOf, readSummary, rejectedRows, reportedRows } from './kept-reports.js';

test('missing and incomplete summaries of killed imports are skipped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  try {
    mkdirSync(join(folder, 'imports'));
    const names = ['a.summary.json', 'b.summary.json', 'c.summary.json'];
    for (const [index, name] of names.entries())
      writeFileSync(join(folder, 'imports', name), ['', '{"kind":"off', '{}'][index] ?? '');
    expect(await lastSummaries(folder, 2)).toEqual(['c.summary.json', 'b.summary.json']);
    for (const name of [...names, 'd.summary.json'])
      expect([name, await readSummary(folder, name)]).toEqual([name, null]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a report shows two hundred rows without faults of the program, and goes with its rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  const imports = join(folder, 'imports');
  const [name, ofNothing] = ['a.summary.json', 'b.summary.json'] as const;
  try {
    mkdirSync(imports);
    const row = { file: 'a.csv', field: 'price', value: 'x', reason: 'is no price' };
    const rows = Array.from({ length: 201 }, (_, n) => ({ ...row, line: n, outcome: n === 1 ? 'failed' : 'rejected' }));
    writeFileSync(join(imports, 'a.jsonl'), rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const counts = { seconds: 1, rows: 201, rejected: 200, leftOut: 0, reasons: {} };
    const summary = {
      kind: 'offers',
      files: [],
      outcome: 'active',
      refusal: null,
      generation: null,
      startedAt: '2026',
    };
    const sample = { columns: [], meanings: [], rows: [{ line: 2, values: {}, faults: [] }], held: null };
    const unsold = { offers: 3, reasons: { [unsoldTexts.outOfStock]: 3, [unsoldTexts.gone]: 0 } };
    const write = (file: string, more: object): void =>
      writeFileSync(join(imports, file), JSON.stringify({ ...summary, ...counts, unsold, ...more }));
    write(name, { sample });
    write(ofNothing, { sample: { ...sample, rows: [] } });
    expect(reportedRows(folder, name).map(({ line }) => line)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    expect(rejectedRows(folder, name).slice(0, 2)).toEqual(
      [0, 2].map((line) => ({ line, field: 'price', value: 'x', reason: 'is no price', outcome: 'rejected' })),
    );
    const preview = await previewOf(folder, name);
    expect([preview?.unsold, preview?.rejectedRows.length]).toEqual([{ outOfStock: 3 }, previewLimits.rejected]);
    expect(await previewOf(folder, ofNothing)).toBeNull();
    dropReport(folder, name);
    expect(readdirSync(imports)).toEqual([ofNothing]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
