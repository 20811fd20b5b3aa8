import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock/clock.js';

/** Milliseconds after which an unfinished file has no writer any more. */
const abandonedMs = 60_000;

/**
 * Pictures on disk within a budget of bytes; the least recently used makes room. After a start, the age of a file
 * counts as its last use. Deleted files are made again.
 */
export class PictureStore {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #sizes: LRUCache<string, number>;

  constructor(folder: string, budget: number, clock: Pick<Clock, 'now'>) {
    this.#folder = folder;
    this.#maxBytes = budget;
    this.#sizes = new LRUCache({
      maxSize: budget,
      sizeCalculation: (size) => size,
      dispose: (_, name, reason) => {
        if (reason === 'evict') void rm(join(folder, name), { force: true }).catch(() => {});
      },
    });
    mkdirSync(folder, { recursive: true });
    const files = readdirSync(folder).flatMap((name) => {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false });
      return stat ? [{ name, size: stat.size, written: stat.mtimeMs }] : [];
    });
    for (const { name, size, written } of files.sort((a, b) => a.written - b.written)) {
      if (!name.startsWith('new-')) this.#sizes.set(name, Math.max(1, size));
      else if (clock.now() - written > abandonedMs) void rm(join(folder, name), { force: true }).catch(() => {});
    }
  }

  get bytes(): number {
    return this.#sizes.calculatedSize;
  }

  async read(name: string): Promise<Buffer | null> {
    if (this.#sizes.get(name) === undefined) return null;
    try {
      return await readFile(join(this.#folder, name));
    } catch {
      this.#sizes.delete(name);
      return null;
    }
  }

  /** Writes a file in one step, so that no reader sees a part of it. */
  async write(name: string, content: Buffer): Promise<void> {
    if (content.length > this.#maxBytes) return;
    const fresh = join(this.#folder, `new-${randomUUID()}`);
    try {
      await writeFile(fresh, content);
      await rename(fresh, join(this.#folder, name));
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
    this.#sizes.set(name, content.length);
  }
}
