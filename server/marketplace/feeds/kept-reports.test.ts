import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastSummaries, readSummary } from './kept-reports.js';

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
