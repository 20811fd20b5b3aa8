import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { ProblemError } from '../../contract/problem.js';
import { readEnv } from '../../env.js';
import { createLog } from '../http/log.js';
import { createPictures, type Pictures } from './pictures.js';

let folder: string;
let pictures: Pictures;
let clock: ManualClock;
/** Releases the photographs that the marketplace is asked for, in their order. */
let waiting: (() => void)[];
let asked: string[];
let failure: ProblemError | null;
/** Whether a photograph waits for `release`. */
let isHeld: boolean;

beforeEach(async () => {
  [waiting, asked, failure, isHeld] = [[], [], null, true];
  folder = mkdtempSync(join(tmpdir(), 'busy-pictures-'));
  clock = new ManualClock();
  // The memory of failures takes zero for no time at all.
  await clock.advance(1);
  const send = async ({ target }: { target: string }) => {
    asked.push(target);
    if (failure) throw failure;
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return { body: Buffer.from(target), contentType: 'image/jpeg', generation: null, session: null };
  };
  const log = createLog('silent', { write: () => {} });
  pictures = createPictures(readEnv({ DATA_DIR: folder }), ['s'.repeat(32)], log, { send }, clock);
});
afterEach(async () => {
  await pictures.stop();
  rmSync(folder, { recursive: true });
});

const photograph = (number: number): string => `/api/Fotos/${number}/abcdefghijkl.jpg`;
const outcomeOf = (number: number): Promise<string> =>
  pictures.original(photograph(number)).then(String, ({ code }) => code);
async function release(): Promise<void> {
  await until('a photograph is asked for', () => waiting.length > 0);
  waiting.shift()?.();
}

test('four photographs are fetched at a time, 200 wait, and one more is refused but may come again', async () => {
  const first = Array.from({ length: 204 }, (_, number) => outcomeOf(number));
  await until('four are fetched', () => asked.length === 4);
  expect(await outcomeOf(204)).toBe('busy');
  expect(asked).toHaveLength(4);
  for (let number = 0; number < 204; number += 1) await release();
  expect(await Promise.all(first)).toEqual(first.map((_, number) => photograph(number)));
  const again = outcomeOf(204);
  await release();
  expect(await again).toBe(photograph(204));
});

test.each([
  ['not_found', 'status'],
  ['unavailable', 'network'],
  ['upstream', 'network'],
] as const)('a marketplace that answers %s gives no picture because of %s, for a minute', async (code, reason) => {
  failure = new ProblemError(code);
  expect(await outcomeOf(1)).toBe(reason);
  [failure, isHeld] = [null, false];
  await clock.advance(59_000);
  expect([await outcomeOf(1), asked.length]).toEqual([reason, 1]);
  await clock.advance(2000);
  await until('it is fetched again', async () => (await outcomeOf(1)) === photograph(1));
  expect(asked).toHaveLength(2);
});
