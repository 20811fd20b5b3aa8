import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.js';
import { ExpectedError } from '../program/expected-error.js';

/** Marks a folder whose files are restored in part; contains the path of the backup. */
const marker = (dataDir: string): string => join(dataDir, 'restore.unfinished');

/** Call it before the first file is replaced. @param file the backup */
export function beginRestore(dataDir: string, file: string): void {
  const partial = `${marker(dataDir)}.part`;
  writeFileSync(partial, file, { mode: 0o600 });
  replaceFile(partial, marker(dataDir));
}

/** Call it after the last file is replaced. */
export const endRestore = (dataDir: string): void => rmSync(marker(dataDir), { force: true });

/** Whether a restore was interrupted. */
export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(marker(dataDir));

/** @throws ExpectedError if a restore was interrupted: carts and offers of different days need not match */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!isRestoreUnfinished(dataDir)) return;
  const file = readFileSync(marker(dataDir), 'utf8');
  throw new ExpectedError(`A restore into ${dataDir} was stopped half way. Run it again: npm run restore -- ${file}.`);
}
