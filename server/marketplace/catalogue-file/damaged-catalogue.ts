import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { type Damage, findDamage } from '../files/file-sums.js';
import { logLine } from '../program/log.js';

const markEnd = '.damaged';
/** Says beside a catalogue that it is damaged, to all threads and programs of its folder and to the next start. */
export const markFile = (catalogue: string): string => `${catalogue}${markEnd}`;
/** Whether a file of a data folder says so. */
export const isMark = (name: string): boolean => name.endsWith(markEnd);

/** What the file is now; another one of the same name, such as one that was put back, is not meant by the mark. */
function identityOf(catalogue: string): string | null {
  const about = statSync(catalogue, { throwIfNoEntry: false });
  return about ? `${about.ino} ${about.size} ${about.mtimeMs}` : null;
}

/** Whether a catalogue was found to be damaged, and is still the same file. */
export function isMarkedDamaged(catalogue: string): boolean {
  const mark = markFile(catalogue);
  if (!statSync(mark, { throwIfNoEntry: false })) return false;
  if (readFileSync(mark, 'utf8').split('\n')[0] === identityOf(catalogue)) return true;
  rmSync(mark, { force: true });
  return false;
}

const sentenceOf = ({ size, found, at }: Damage): string =>
  size === found
    ? `${at.length} of its pieces differ from what was written, the first at byte ${at[0]}`
    : `it has ${found} of ${size} bytes`;

/**
 * Looks whether the file of a served catalogue is as it was finished, and marks it where it is not: SQLite opens a file
 * whose damage is somewhere in the middle, and answers wrongly from it.
 * @param isServed asked again and again; of one that is not served any more nobody wants to know
 */
export async function lookForDamage(file: string, isServed: () => boolean, clock: Clock): Promise<void> {
  const damage = await findDamage(file, isServed, clock);
  if (!damage) return;
  const reason = sentenceOf(damage);
  writeFileSync(markFile(file), `${identityOf(file)}\n${reason}\n`);
  logLine('error', 'catalogue_damaged', { file: basename(file), reason });
}
