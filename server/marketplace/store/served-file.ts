import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { refuseDamaged, stateFile } from './state-store.js';
import { InvalidCatalogueError } from './validate-catalogue.js';

/** The catalogue that the shop serves; null before the first. */
export function servedFile(dataDir: string): string | null {
  const state = stateFile(dataDir);
  if (!existsSync(state)) return null;
  const database = new DatabaseSync(state, { timeout: 5000 });
  try {
    const has = database.prepare("select 1 from sqlite_master where name = 'catalogue_pointer'").get();
    const row = has && database.prepare('select file from catalogue_pointer where id = 1').get();
    return row ? join(dataDir, String(row.file)) : null;
  } catch (error) {
    return refuseDamaged(state, error);
  } finally {
    database.close();
  }
}

/** Version of the tables of a catalogue. @throws InvalidCatalogueError where the file is missing */
export function versionOf(file: string): number {
  if (!existsSync(file)) throw new InvalidCatalogueError(`The served catalogue ${file} is missing.`);
  const database = new DatabaseSync(file, { readOnly: true });
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  database.close();
  return version;
}
