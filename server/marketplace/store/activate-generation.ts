import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { replaceFile } from './replace-file.js';
import { privateStateFile } from './state-store.js';

/** Name of the file of a generation. */
export const generationFile = (generation: string): string => `catalogue-${generation}.db`;

/**
 * Gives a finished file its name and points the state store at it, in this order, so that a reader never sees half a
 * generation (D63). Throws where the name is taken: a served file is never replaced.
 */
export function activateGeneration(dataDir: string, temporary: string, generation: string, now: Date): string {
  const file = generationFile(generation);
  const target = join(dataDir, file);
  if (existsSync(target)) throw new Error(`${target} exists already and may be in use.`);
  replaceFile(temporary, target);
  const state = new DatabaseSync(privateStateFile(dataDir));
  try {
    state.exec(`
      pragma busy_timeout = 10000;
      pragma journal_mode = wal;
      pragma synchronous = full;
      create table if not exists catalogue_pointer (id integer primary key check (id = 1), generation text not null,
        file text not null, activated_at text not null);
    `);
    state
      .prepare(
        `insert into catalogue_pointer (id, generation, file, activated_at) values (1, ?, ?, ?)
         on conflict (id) do update set generation = excluded.generation, file = excluded.file, activated_at = excluded.activated_at`,
      )
      .run(generation, file, now.toISOString());
  } finally {
    state.close();
  }
  return file;
}
