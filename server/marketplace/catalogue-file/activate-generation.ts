import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeSums } from '../files/file-sums.js';
import { replaceFile } from '../files/replace-file.js';
import { privateStateFile } from '../state/state-store.js';

export const generationFile = (generation: string): string => `catalogue-${generation}.db`;

/** Returns the path of a new generation. @throws Error if the file exists: a served file is never replaced */
function newPath(dataDir: string, generation: string): string {
  const target = join(dataDir, generationFile(generation));
  if (existsSync(target)) throw new Error(`${target} exists already and may be in use.`);
  return target;
}

/** Writes the checksums by which damage is found later (P196). Call it before readers wait: it reads the whole file. */
export function storeSums(dataDir: string, temporary: string, generation: string): void {
  writeSums(temporary, newPath(dataDir, generation));
}

/**
 * Renames a finished file with checksums, then points the state at it, so that no reader sees half a generation (D63).
 */
export function activateGeneration(dataDir: string, temporary: string, generation: string, now: Date): string {
  const file = generationFile(generation);
  replaceFile(temporary, newPath(dataDir, generation));
  using state = new DatabaseSync(privateStateFile(dataDir));
  state.exec(`
    pragma busy_timeout = 10000;
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table if not exists catalogue_pointer (id integer primary key check (id = 1), generation text not null,
      file text not null, activated_at text not null);
  `);
  const write = 'insert or replace into catalogue_pointer (id, generation, file, activated_at) values (1, ?, ?, ?)';
  state.prepare(write).run(generation, file, now.toISOString());
  return file;
}
