import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { type Damage, findDamage } from '../files/file-sums.js';
import { logLine } from '../program/log.js';

const markEnd = '.damaged';
/** Marks a catalogue as damaged for all threads and programs of its folder, and for the next start. */
export const markFile = (catalogue: string): string => `${catalogue}${markEnd}`;
export const isMark = (name: string): boolean => name.endsWith(markEnd);

/** Identifies a file: a mark does not apply to another file of the same name, such as a restored one. */
function identityOf(catalogue: string): string | null {
  const about = statSync(catalogue, { throwIfNoEntry: false });
  return about ? `${about.ino} ${about.size} ${about.mtimeMs}` : null;
}

/** Returns whether a catalogue is marked and still the same file. */
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
 * Checks the file of a served catalogue and marks it if it is damaged. SQLite opens a file with damage in the middle
 * and returns wrong data.
 * @param isServed false stops the check
 */
export async function markIfDamaged(file: string, isServed: () => boolean, clock: Clock): Promise<void> {
  const damage = await findDamage(file, isServed, clock);
  if (!damage) return;
  const reason = sentenceOf(damage);
  writeFileSync(markFile(file), `${identityOf(file)}\n${reason}\n`);
  logLine('error', 'catalogue_damaged', { file: basename(file), reason });
}
