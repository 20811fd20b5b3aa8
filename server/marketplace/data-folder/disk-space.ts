import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import type { StorageReport } from '../../contract/storage.js';
import { isMark } from '../catalogue-file/damaged-catalogue.js';
import { logLine } from '../program/log.js';
import type { StateDb } from '../state/state-store.js';

/** Reserve for deletions, changes and the write-ahead log when new data is refused. */
export const reservedBytes = 16 * 1024 * 1024;
/** How long a figure is valid, and the pause between two log lines. */
const lastsMs = { figure: 1000, line: 60_000 };

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A database on another machine checks its own disk. */
export const noLimit: Pick<DiskSpace, 'requireSpace'> = { requireSpace() {} };

export class DiskSpace {
  #free = Number.POSITIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly read = (): number => freeBytes(folder),
  ) {}

  /**
   * Call it before new data is stored. A full disk refuses new data, while carts can still change.
   * @throws ProblemError `unavailable` if only the reserve is free
   */
  requireSpace(): void {
    const now = this.clock.steady();
    if (now - this.#readAt > lastsMs.figure) {
      this.#free = this.read();
      this.#readAt = now;
    }
    if (this.#free > reservedBytes) return;
    if (now - this.#loggedAt > lastsMs.line) {
      this.#loggedAt = now;
      logLine('error', 'disk_full', { folder: this.folder, freeBytes: this.#free, reservedBytes });
    }
    throw new ProblemError('unavailable', `the disk of ${this.folder} is full`);
  }
}

/** Bytes of a file; 0 = it is missing. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Sizes of the files in the data folder, and the free space. */
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
