import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from '@jest/globals';
import { activate, ids, writeCatalogue } from '../catalogue/fixture.test-data.js';
import { IdRegistry, productNaturalKey } from '../store/ids.js';
import type { ImportKind } from './columns.js';
import { type ImportOptions, runImport } from './import.js';

/** The small catalogue in a data folder of its own for each test, and imports into it. */
export function importRoom() {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'import-'));
    activate(dataDir, 'g1', writeCatalogue(dataDir, { generation: 'g1' }));
    new IdRegistry(join(dataDir, 'ids.db')).close();
    const registry = new DatabaseSync(join(dataDir, 'ids.db'));
    const known = registry.prepare('insert into id values (?, ?, ?)');
    known.run('product', productNaturalKey('Brand 1', 'PAD1'), ids.pad);
    for (const [shop, name] of ['Alpha', 'Beta', 'Gamma'].entries()) known.run('shop', name, shop + 1);
    registry.close();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
  async function importFile(kind: ImportKind, content: string, options: Partial<ImportOptions> = {}) {
    const file = join(dataDir, 'table.csv');
    writeFileSync(file, content);
    return (await runImport({ dataDir, kind, files: [file], maxRejects: 99, ...options })).summary;
  }
  return {
    dataDir: () => dataDir,
    importFile,
    importTable: (kind: ImportKind, ...lines: string[]) => importFile(kind, `${lines.join('\n')}\n`),
    /** The first row that a query finds in the catalogue that is served now. */
    served(query: string): Record<string, unknown> | undefined {
      const state = new DatabaseSync(join(dataDir, 'state.db'), { readOnly: true });
      const file = String(state.prepare('select file from catalogue_pointer').get()?.file);
      state.close();
      const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
      const row = database.prepare(query).get();
      database.close();
      return row;
    },
  };
}
