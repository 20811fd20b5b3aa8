import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import type { StorageReport } from '../../contract/storage.js';
import { isMark } from '../catalogue-file/damaged-catalogue.js';
import { logLine } from '../program/log.js';
import type { StateDb } from '../state/state-store.js';

/** Bytes that are left for deletions, changes and the write-ahead log when nothing new is taken any more. */
export const reservedBytes = 16 * 1024 * 1024;
/** Milliseconds for which a figure is believed, and between two log lines. */
const lasts = { figure: 1000, line: 60_000 };

/** Bytes that may still be written to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** For a state on another machine, which refuses by itself what it has no room for. */
export const noLimit: Pick<DiskSpace, 'requireSpace'> = { requireSpace() {} };

/** The free space of the folder that the state is in. */
export class DiskSpace {
  #free = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly read = (): number => freeBytes(folder),
  ) {}

  /**
   * Called before something new is kept, so that a full disk refuses what is new while carts can still be changed.
   * @throws ProblemError `unavailable` where only the reserve is left
   */
  requireSpace(): void {
    const now = this.clock.steady();
    if (now - this.#readAt > lasts.figure) {
      this.#free = this.read();
      this.#readAt = now;
    }
    if (this.#free > reservedBytes) return;
    if (now - this.#saidAt > lasts.line) {
      this.#saidAt = now;
      logLine('error', 'disk_full', { folder: this.folder, freeBytes: this.#free, reservedBytes });
    }
    throw new ProblemError('unavailable', `the disk of ${this.folder} is full`);
  }
}

/** Bytes of a file; 0 = there is none. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

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
