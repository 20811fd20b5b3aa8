import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { StorageReport } from '../../contract/storage.js';
import { isMark } from './damaged-catalogue.js';
import { freeBytes } from './disk-space.js';
import type { StateDb } from './state-store.js';

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** What the files of the data folder take of their disk, and what is left; a state on PostgreSQL has none there. */
export async function reportStorage(db: StateDb, dataDir: string): Promise<StorageReport> {
  const { sessions } = await db
    .selectFrom('session')
    .select((expression) => expression.fn.countAll<number>().as('sessions'))
    .executeTakeFirstOrThrow();
  return {
    freeBytes: freeBytes(dataDir),
    files: (['state', 'offers'] as const).map((name) => {
      const file = join(dataDir, `${name}.db`);
      return { name, bytes: sizeOf(file), walBytes: sizeOf(`${file}-wal`) };
    }),
    damagedCatalogues: readdirSync(dataDir).filter(isMark).length,
    sessions,
  };
}
