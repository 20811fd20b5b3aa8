/** Counts lines of production code by room, for the budgets `lines.…`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { at, root } from './lib-run.ts';

/** Excludes tests, their helpers, and examples of the component page. */
const isCounted = (path: string): boolean =>
  /\.(?:tsx?|mjs)$/.test(path) && !/^test\/|\.test\.|\.examples\.tsx$/.test(path);

/**
 * Counts each file in its innermost room, or in `other`, and in `all`.
 * @param files lines by path
 * @param rooms folders
 */
export function linesByRoom(files: ReadonlyMap<string, number>, rooms: readonly string[]): Record<string, number> {
  const lines: Record<string, number> = Object.fromEntries([...rooms, 'other', 'all'].map((room) => [room, 0]));
  for (const [path, count] of files) {
    const around = rooms.filter((room) => path.startsWith(`${room}/`)).sort((one, other) => other.length - one.length);
    for (const room of [around[0] ?? 'other', 'all']) lines[room] = (lines[room] ?? 0) + count;
  }
  return lines;
}

/** Lines of each production file in the index of git. */
export function productionLines(): Map<string, number> {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(isCounted);
  return new Map(files.map((path) => [path, readFileSync(at(path), 'utf8').split('\n').length - 1]));
}
