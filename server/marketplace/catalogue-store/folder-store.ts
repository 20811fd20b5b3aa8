import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { waitForLock } from '../files/exclusive-lock.js';
import { storeFile } from '../files/replace-file.js';
import { lockedSentence, type ObjectStore, type StoredObject, StoreError, type StoreLock } from './object-store.js';

const markOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * A store in a folder that all machines share, or several data folders of one machine. Its file lock ends with its
 * process; a shared file system must pass locks on (NFS 4 does).
 */
export class FolderStore implements ObjectStore {
  readonly name: string;
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
    this.name = `folder:${folder}`;
  }

  async get(key: string): Promise<StoredObject | null>;
  async get(key: string, known: string | null): Promise<StoredObject | 'same' | null>;
  async get(key: string, known: string | null = null): Promise<StoredObject | 'same' | null> {
    return this.#do(async () => {
      await this.#mustExist();
      const body = await readFile(this.#path(key)).catch(nullIfMissing);
      if (body === null) return null;
      const mark = markOf(body);
      return mark === known ? 'same' : { body, mark };
    });
  }

  async has(key: string): Promise<boolean> {
    return this.#do(async () => (await stat(this.#path(key)).catch(nullIfMissing)) !== null);
  }

  async put(key: string, body: Uint8Array, replaces?: string | null): Promise<boolean> {
    return this.#do(async () => {
      const path = this.#path(key);
      if (replaces !== undefined) {
        // Callers of a conditional put hold the lock, so nothing changes in between.
        const there = await readFile(path).catch(nullIfMissing);
        if ((there && markOf(there)) !== replaces) return false;
      }
      await mkdir(dirname(path), { recursive: true });
      await storeFile(path, body);
      return true;
    });
  }

  async list(prefix: string): Promise<{ key: string; ageMs: number }[]> {
    return this.#do(async () => {
      const entries = await readdir(this.#path(prefix), { recursive: true, withFileTypes: true }).catch(nullIfMissing);
      const found: { key: string; ageMs: number }[] = [];
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const about = await stat(path).catch(nullIfMissing);
        if (about) found.push({ key: relative(this.#folder, path), ageMs: this.#clock.now() - about.mtimeMs });
      }
      return found;
    });
  }

  async remove(key: string): Promise<void> {
    await this.#do(() => rm(this.#path(key), { force: true }));
  }

  async lock(timeoutMs: number): Promise<StoreLock> {
    return this.#do(async () => {
      await this.#mustExist();
      const release = await waitForLock(this.#path('importing.lock'), timeoutMs, this.#clock);
      if (release === null) throw new StoreError(lockedSentence);
      return { check: async () => {}, release: async () => release() };
    });
  }

  #path(key: string): string {
    return join(this.#folder, key);
  }

  /** A missing folder is a disk that is not mounted, not an empty store. */
  async #mustExist(): Promise<void> {
    await stat(this.#folder);
  }

  async #do<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'ENOENT' ? 'the folder does not exist' : (code ?? message);
      throw new StoreError(`The catalogue store ${this.name} cannot be used: ${reason}.`);
    }
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
