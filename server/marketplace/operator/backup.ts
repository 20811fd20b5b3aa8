import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { replaceFile } from '../files/replace-file.js';
import { offersFile } from '../offer-store/offer-file.js';
import { stateFile } from '../state/state-store.js';
import { damageOf } from '../state/store-damage.js';
import { CommandError } from './command-input.js';
import { partialName } from './sqlite-files.js';

/** The id registry. With it, a catalogue keeps its addresses when it is imported again (D50). */
export const idsFile = (dataDir: string): string => join(dataDir, 'ids.db');
export const idsBackup = (file: string): string => `${file}.ids`;
export const offersBackup = (file: string): string => `${file}.offers`;

/** Copying in several steps would start again after each write in between. */
const allPages = 2_147_483_647;

/**
 * Copies state, offers and ids of a running shop. The copy has all writes that were acknowledged before the start. It
 * gets its name after a check, and only its owner may read it.
 * @param file the copy of the state; those of offers and ids are next to it
 * @returns the files of the backup
 * @throws CommandError if there is nothing to copy, the name is taken, or the copy is not sound
 */
export async function backUp(dataDir: string, file: string) {
  if (!existsSync(stateFile(dataDir))) throw new CommandError(`There is no state.db in ${dataDir}.`);
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new CommandError(`The folder ${folder} does not exist.`);
  // Carts refer to offers, and offers to products. Rows that are newer than the state do no harm.
  const copies = [
    [stateFile(dataDir), file],
    [offersFile(dataDir), offersBackup(file)],
    [idsFile(dataDir), idsBackup(file)],
  ] as const;
  const taken = copies.map(([, target]) => target).find((target) => existsSync(target));
  if (taken) throw new CommandError(`${taken} exists already; a backup is never written over.`);
  const made: { partial: string; file: string }[] = [];
  try {
    for (const [source, target] of copies) {
      if (!existsSync(source)) continue;
      const partial = partialName(target);
      made.push({ partial, file: target });
      await copy(source, partial);
      const damage = damageOf(partial);
      if (damage) throw new CommandError(`The copy of ${source} is not sound: ${damage}.`);
    }
    // The state is named last, so a backup with a state is complete.
    for (const each of made.toReversed()) replaceFile(each.partial, each.file);
  } finally {
    for (const { partial } of made)
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(partial + end, { force: true });
  }
  return made.map((each) => ({ file: each.file, bytes: statSync(each.file).size }));
}

async function copy(source: string, target: string): Promise<void> {
  // Open for writing, so that SQLite rolls back the unfinished transaction of a killed program.
  const database = new DatabaseSync(source, { timeout: 30_000 });
  try {
    await backup(database, target, { rate: allPages });
  } finally {
    database.close();
  }
  // A backup is moved around, so it must be one file without a log.
  const copied = new DatabaseSync(target);
  copied.exec('pragma journal_mode = delete');
  copied.close();
}
