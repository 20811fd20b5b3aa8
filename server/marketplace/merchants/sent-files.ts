import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import type { FeedStatus } from '../../contract/feeds.js';
import { feedFolder } from '../feeds/shop-lock.js';
import { flush, storeFile } from '../files/replace-file.js';
import type { ShopId } from '../program/shop-choice.js';
import type { StateDb } from '../state/state-store.js';
import type { StateTables } from '../state/state-tables.js';

/** A row of `merchant_import`. */
export type ImportRow = Selectable<StateTables['merchant_import']>;

/** The file of an upload: of single offers until their import has ended, others as `keptFiles` says. */
export const sentFile = (dataDir: string, id: string): string => join(feedFolder(dataDir), `merchant-${id}.upload`);

/** The file that an import job reads. */
export const fileOf = (
  dataDir: string,
  { id, file_id }: { readonly id: string; readonly file_id: string | null },
): string => sentFile(dataDir, file_id ?? id);

/** Writes an upload to disk. Runs before its job is stored. @returns once the file is durable under its name */
export async function keepSent(dataDir: string, id: string, content: Uint8Array): Promise<void> {
  const made = await mkdir(feedFolder(dataDir), { recursive: true, mode: 0o700 });
  if (made !== undefined) flush(dataDir);
  await storeFile(sentFile(dataDir, id), content, 0o600);
}

export const dropSent = (dataDir: string, id: string): Promise<void> => rm(sentFile(dataDir, id), { force: true });

/** Milliseconds for which files are kept after their import, to preview and correct them. */
const keptMs = 24 * 3_600_000;
/** Files of a shop that are kept. */
const maxKeptFiles = 5;

/** Whether the file of an import is kept: a preview, or a file that may need a correction. */
export const isWorthKeeping = (
  row: Pick<ImportRow, 'source' | 'is_dry_run' | 'file_id'>,
  status: FeedStatus,
): boolean => row.source === 'file' && (row.is_dry_run === 1 || row.file_id !== null || status !== 'completed');

const filesOf = (db: StateDb, shopId: ShopId) =>
  db
    .selectFrom('merchant_import')
    .select('id')
    .where('shop_id', '=', shopId)
    .where('source', '=', 'file')
    .where('file_id', 'is', null)
    .where((row) => row.or([row('is_dry_run', '=', 1), row('status', '!=', 'completed')]))
    .orderBy('position', 'desc');

/** Returns the ids of a shop's uploads whose files are kept, on whichever machine. */
export async function keptFiles(db: StateDb, shopId: ShopId, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - keptMs).toISOString();
  const rows = await filesOf(db, shopId).where('created_at', '>', since).limit(maxKeptFiles).execute();
  return rows.map(({ id }) => id);
}

/** Removes older files of a shop than the kept ones, unless a job reads them. */
export async function dropOlderFiles(db: StateDb, dataDir: string, shopId: ShopId): Promise<void> {
  const open = await db.selectFrom('merchant_import').select(['id', 'file_id']).where('ended_at', 'is', null).execute();
  const older = await filesOf(db, shopId).offset(maxKeptFiles).limit(maxKeptFiles).execute();
  for (const { id } of older) if (!open.some((job) => (job.file_id ?? job.id) === id)) await dropSent(dataDir, id);
}

/**
 * Removes files that are kept no longer, and those without a job, which a killed process or a failed commit left behind.
 * @param isOpen whether a job that has not ended reads the file of that id
 */
export async function dropForgotten(dataDir: string, isOpen: (id: string) => boolean, now: number): Promise<void> {
  for (const name of await readdir(feedFolder(dataDir)).catch(() => [])) {
    const id = /^merchant-(.+)\.upload(?:\.columns)?$/.exec(name)?.[1];
    if (id === undefined || isOpen(id)) continue;
    const { mtimeMs } = await stat(join(feedFolder(dataDir), name));
    if (now - mtimeMs > keptMs) await rm(join(feedFolder(dataDir), name), { force: true });
  }
}
