import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { offersFile } from '../offer-store/offer-file.js';
import { replaceFile } from '../store/replace-file.js';
import { stateFile } from '../store/state-store.js';
import { CommandError } from './command-error.js';
import { damageOf, partialName } from './partial-file.js';

/** The registry of ids, which makes the same catalogue have the same addresses when it is imported again (D50). */
export const idsFile = (dataDir: string): string => join(dataDir, 'ids.db');
/** Where the registry stands beside a backup of the state. */
export const idsBackup = (file: string): string => `${file}.ids`;
/** Where shops and offers stand beside it. */
export const offersBackup = (file: string): string => `${file}.offers`;

/** Pages that are copied in one step: all of them, since a copy in several starts again with each write in between. */
const allPages = 2_147_483_647;

/**
 * Copies the state, the offers and the ids while the shop may be running and writing. What was acknowledged before the
 * start is in the copy. It is checked before it gets its name, and readable by its owner only.
 * @param file where the state goes; the offers and the ids stand beside it
 * @returns the files of the backup
 * @throws CommandError where there is nothing to copy, the name is taken, or the copy is not sound
 */
export async function backUp(dataDir: string, file: string) {
  if (!existsSync(stateFile(dataDir))) throw new CommandError(`There is no state.db in ${dataDir}.`);
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new CommandError(`The folder ${folder} does not exist.`);
  // In this order: carts name offers, and offers shops and products. More of those than are named do no harm.
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
    // The state is named last: a backup that has it is whole.
    for (const each of made.toReversed()) replaceFile(each.partial, each.file);
  } finally {
    for (const { partial } of made)
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(partial + end, { force: true });
  }
  return made.map((each) => ({ file: each.file, bytes: statSync(each.file).size }));
}

async function copy(source: string, target: string): Promise<void> {
  // Opened for writing, since what a killed program has left half written is undone by the next who opens the file.
  const database = new DatabaseSync(source, { timeout: 30_000 });
  try {
    await backup(database, target, { rate: allPages });
  } finally {
    database.close();
  }
  // One file that needs no other beside it, as a backup is copied about.
  const copied = new DatabaseSync(target);
  copied.exec('pragma journal_mode = delete');
  copied.close();
}
