import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.js';
import { ExpectedError } from '../program/expected-error.js';

/** Says that some files of the folder are those of a backup and others may not be yet: it holds the backup's name. */
const marker = (dataDir: string): string => join(dataDir, 'restore.unfinished');

/** To be called before the first file is replaced. @param file the backup */
export function beginRestore(dataDir: string, file: string): void {
  const partial = `${marker(dataDir)}.part`;
  writeFileSync(partial, file, { mode: 0o600 });
  replaceFile(partial, marker(dataDir));
}

/** To be called when the last file is in place. */
export const endRestore = (dataDir: string): void => rmSync(marker(dataDir), { force: true });

/**
 * @throws ExpectedError where a restore was stopped half way: carts of one day and offers of another fit each other by
 * chance only
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(marker(dataDir))) return;
  const file = readFileSync(marker(dataDir), 'utf8');
  throw new ExpectedError(`A restore into ${dataDir} was stopped half way. Run it again: npm run restore -- ${file}.`);
}
