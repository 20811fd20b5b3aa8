import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { catalogueVersion } from './catalogue-schema.js';
import { oldestVersion, otherVersion } from './served-file.js';

test.each([
  [catalogueVersion, null],
  [catalogueVersion + 1, 'A newer version of the shop has made it.'],
  [oldestVersion, 'Bring it up to date first: npm run upgrade'],
  [oldestVersion - 1, 'It is too old to bring up to date'],
])('a catalogue with tables of version %d', (version, advice) => {
  const folder = mkdtempSync(join(tmpdir(), 'version-'));
  const file = join(folder, 'catalogue-g1.db');
  const database = new DatabaseSync(file);
  database.exec(`pragma user_version = ${version}`);
  database.close();
  expect(otherVersion(file)).toEqual(advice && expect.stringContaining(advice));
  rmSync(folder, { recursive: true });
});
