import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openNamed, refuseDamaged, stateFile } from '../state/state-store.js';
import { catalogueVersion } from './catalogue-schema.js';
import { InvalidCatalogueError } from './validate-catalogue.js';

/** The served catalogue of a folder. */
export interface ServedPointer {
  readonly generation: string;
  readonly file: string;
  /** Time of activation in ISO 8601, UTC. */
  readonly activatedAt: string;
}

/** Reads the pointer; null before the first catalogue. @throws StateFileError for a damaged `state.db` */
export function servedPointer(dataDir: string): ServedPointer | null {
  const state = stateFile(dataDir);
  if (!existsSync(state)) return null;
  using database = openNamed(state, { timeout: 5000 });
  try {
    const has = database.prepare("select 1 from sqlite_master where name = 'catalogue_pointer'").get();
    const row =
      has && database.prepare('select generation, file, activated_at from catalogue_pointer where id = 1').get();
    if (!row) return null;
    const { generation, file, activated_at } = row;
    return { generation: String(generation), file: String(file), activatedAt: String(activated_at) };
  } catch (error) {
    return refuseDamaged(state, error);
  }
}

/** Returns the path of the served catalogue; null before the first. @throws as `servedPointer` */
export function servedFile(dataDir: string): string | null {
  const pointer = servedPointer(dataDir);
  return pointer && join(dataDir, pointer.file);
}

/** Returns the name of the served generation; null before the first. @throws as `servedPointer` */
export const servedGeneration = (dataDir: string): string | null => servedPointer(dataDir)?.generation ?? null;

/** Reads the version of a catalogue's tables. @throws InvalidCatalogueError if the file is missing */
export function versionOf(file: string): number {
  if (!existsSync(file)) throw new InvalidCatalogueError(`The served catalogue ${file} is missing.`);
  using database = openNamed(file, { readOnly: true });
  return Number(database.prepare('pragma user_version').get()?.user_version);
}

/** Older catalogues contain the offers, which are in `offers.db` now. */
export const oldestVersion = 8;

/**
 * A sentence about a catalogue with tables of another version, and the command that helps; null = it is of this one.
 * @throws InvalidCatalogueError if the file is missing
 */
export function otherVersion(file: string): string | null {
  const version = versionOf(file);
  if (version === catalogueVersion) return null;
  const found = `The served catalogue has tables of version ${version}, not ${catalogueVersion}.`;
  if (version > catalogueVersion) return `${found} A newer version of the shop has made it.`;
  if (version < oldestVersion)
    return `${found} It is too old to bring up to date, and contains its offers. Import all feeds again, the first with --anew.`;
  return `${found} Bring it up to date first: npm run upgrade (in the container: node dist/operate.js upgrade).`;
}
