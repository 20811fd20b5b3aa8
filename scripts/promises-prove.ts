import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { at, root } from './lib-run.ts';
import { row } from './lib-table.ts';
import { type Breakage, numbered, promises } from './promises-list.ts';

/** Promises without a breakage, and breakages whose line does not occur once. */
export const breakageFaults = (): string[] =>
  promises.flatMap(({ number, aside, breakages = [] }) => [
    ...(aside === undefined && breakages.length === 0 ? [`promise ${number} has no breakage`] : []),
    ...breakages
      .filter(({ file, line }) => readFileSync(at(file), 'utf8').split(line).length !== 2)
      .map(({ file, line }) => `promise ${number}: ${file} does not have once: ${line}`),
  ]);

/** Folders of packages, which the copy links to. */
const shared = ['node_modules', 'scripts/node_modules', 'node-runtime/node_modules'];
/** Folders that are not copied. */
const omitted = [...shared, '.git', 'dist', 'data'];

function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'partavo-prove-'));
  cpSync(root, copy, { recursive: true, filter: (path) => !omitted.includes(relative(root, path)) });
  for (const folder of shared) symlinkSync(at(folder), join(copy, folder));
  return copy;
}

/**
 * Tries promises in a copy of the sources.
 * @returns for each the first failed or skipped test, empty where it is not held without one; null where it is held
 */
function tryIn(copy: string, numbers: readonly number[], ...options: readonly string[]): Map<number, string | null> {
  const words = [join(copy, 'scripts/promises.ts'), ...numbers.map(String), ...options];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return new Map(
    numbers.map((number) => {
      const isHeld = new RegExp(`^\\| ${number} \\|.*\\| held \\|$`, 'm').test(stdout);
      const isBroken = new RegExp(`^\\| ${number} \\|.*\\| NOT HELD [^|]*\\|$`, 'm').test(stdout);
      if (isHeld === isBroken) throw new Error(`promise ${number} was not tried:\n${stdout}${stderr}`);
      const by = new RegExp(`^(?:promise ${number}|asvs): .*?("[^"].* is \\w+)$`, 'm').exec(stderr)?.[1] ?? '';
      return [number, isHeld ? null : by];
    }),
  );
}

/** Tries a promise with one broken line, and restores the line. @returns as `tryIn` */
function tryBroken(copy: string, number: number, { file, line, instead }: Breakage, only: string): string | null {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const broken = source.replace(line, () => instead);
  writeFileSync(path, broken);
  const by = tryIn(copy, [number], '--only', only, '--ends-early').get(number) ?? null;
  writeFileSync(path, source);
  return by;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ') || 'nothing';
const positionOf = ({ file, line }: Breakage): string =>
  `${file}:${(readFileSync(at(file), 'utf8').split(line)[0] ?? '').split('\n').length}`;

/**
 * Tries all promises in a copy of the sources. Then it breaks one line after the other and tries the promise that must
 * notice. Prints a row for each breakage.
 * @returns whether each breakage was noticed by a promise that holds without it
 */
export function prove(numbers: readonly number[]): boolean {
  const faults = breakageFaults();
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return false;
  const broken = numbered(numbers).flatMap(({ number, breakages = [] }) =>
    breakages.map((breakage) => ({ number, breakage, only: breakage.only ?? 'tests' })),
  );
  const copy = copySources();
  let noticed = 0;
  try {
    const own = [...new Set(broken.map(({ number }) => number))];
    const whole = tryIn(copy, own, '--only', [...new Set(broken.map(({ only }) => only))].join());
    for (const [number, by] of whole)
      if (by !== null) console.error(`promise ${number} does not hold without a breakage: ${by}`);
    console.log(row('no.', 'place', 'broken', 'result', 'by'));
    console.log(row('---', '---', '---', '---', '---'));
    for (const { number, breakage, only } of broken) {
      const isSound = whole.get(number) === null;
      const by = isSound ? tryBroken(copy, number, breakage, only) : '';
      // Without any failed test the program did not start.
      const isStarted = by !== '' || !['tests', 'asvs'].includes(only);
      const isNoticed = isSound && by !== null && isStarted;
      if (isNoticed) noticed += 1;
      const fault = !isSound ? 'NOT HELD BEFORE' : isStarted ? 'NOT NOTICED' : 'DOES NOT RUN';
      const change = `${oneLine(breakage.line)} → ${oneLine(breakage.instead)}`;
      console.log(row(number, positionOf(breakage), change, isNoticed ? 'reported as not held' : fault, by || only));
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
  console.log(`\n${noticed} of ${broken.length} breakages were reported as not held.`);
  return noticed === broken.length;
}
