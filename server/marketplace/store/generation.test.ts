import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeCatalogue } from '../catalogue/fixture.test-data.js';
import { catalogueVersion } from './catalogue-schema.js';
import { openGeneration } from './generation.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'generation-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a catalogue of the tables this program reads is opened', async () => {
  const generation = await openGeneration('now', join(folder, writeCatalogue(folder, { generation: 'now' })));
  expect(generation.id).toBe('now');
  await generation.close();
});

test('one of other tables is refused with both versions, instead of failing call by call', async () => {
  const file = join(folder, writeCatalogue(folder, { generation: 'old' }));
  const database = new DatabaseSync(file);
  database.exec('pragma user_version = 1');
  database.close();
  await expect(openGeneration('old', file)).rejects.toThrow(
    `version 1, this program reads version ${catalogueVersion}`,
  );
});

test('a missing file is refused', async () => {
  await expect(openGeneration('none', join(folder, 'none.db'))).rejects.toThrow();
});
