import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { scheduleChanges } from './schedule-changes.js';

const withChangeAt = (nextOfferChange: number) => ({ current: { offers: { nextOfferChange } } as never });
const catalogue = withChangeAt(0);
/** A check is due within this time. */
const pause = 1000;
let folder: string;
let end: () => Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'follow-changes-'));
});
afterEach(async () => {
  await end();
  rmSync(folder, { recursive: true });
});

/** Returns the first log line about changes, of a program with `source`. */
async function firstLine(source: string, dataDir: string): Promise<Record<string, unknown>> {
  const own = join(folder, 'Läden & Waren 100%');
  mkdirSync(own);
  const program = join(own, 'import.mjs');
  writeFileSync(program, source);
  const stderr = vi.spyOn(process.stderr, 'write');
  try {
    return await new Promise((resolve) => {
      stderr.mockImplementation((text) => {
        if (String(text).includes('offer_changes_')) resolve(JSON.parse(String(text)));
        return true;
      });
      const clock = new ManualClock();
      end = scheduleChanges(catalogue, dataDir, pathToFileURL(program), clock);
      void clock.advance(pause);
    });
  } finally {
    stderr.mockRestore();
  }
}

test('the program may be in a folder of any name, and gets the folder whose changes are due', async () => {
  expect(await firstLine('console.log(process.argv.slice(2).join(" "))', '/data')).toMatchObject({
    event: 'offer_changes_made',
    output: 'due --data-dir /data',
  });
});

test('a program that fails or cannot start is logged, and the thread continues', async () => {
  expect(await firstLine('console.error("x".repeat(900) + "no room"); process.exit(1)', '/data')).toMatchObject({
    event: 'offer_changes_failed',
    output: `${'x'.repeat(492)}no room`,
  });
  await end();
  rmSync(join(folder, 'Läden & Waren 100%'), { recursive: true });
  expect(await firstLine('', '/da\0ta')).toMatchObject({
    event: 'offer_changes_failed',
    output: expect.stringContaining('null bytes'),
  });
});

test('a stop ends the running program', async () => {
  const own = pathToFileURL(join(folder, 'slow.mjs'));
  writeFileSync(own, 'process.stdin.resume(); process.stdout.write("x")');
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const clock = new ManualClock();
  try {
    end = scheduleChanges(catalogue, '/data', own, clock);
    await clock.advance(pause);
    await end();
    expect(stderr.mock.calls.map(([text]) => String(text)).join('')).toContain('offer_changes_failed');
  } finally {
    stderr.mockRestore();
  }
});

/** A clock whose steady time advances a second with each read. */
class SlowClock extends ManualClock {
  #reads = 0;
  override steady(): number {
    return 1000 * this.#reads++;
  }
}

test('the program runs in the millisecond of a change, then pauses for twenty times its run', async () => {
  const program = join(folder, 'quick.mjs');
  writeFileSync(program, '');
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const clock = new SlowClock();
  try {
    end = scheduleChanges(withChangeAt(clock.now() + pause), '/data', pathToFileURL(program), clock);
    await clock.untilWaiting();
    await clock.advance(pause - 1);
    const early = clock.waiting;
    await clock.advance(1);
    // While the program runs, no timer waits.
    expect([early, clock.waiting]).toEqual([1, 0]);
    await clock.untilWaiting();
    await clock.advance(19_999);
    const pausing = clock.waiting;
    await clock.advance(1);
    expect([pausing, clock.waiting]).toEqual([1, 0]);
    await end();
    const line = stderr.mock.calls.map(([text]) => String(text)).find((text) => text.includes('offer_changes_'));
    expect(JSON.parse(line ?? '')).toMatchObject({ event: 'offer_changes_made', seconds: 1 });
  } finally {
    stderr.mockRestore();
  }
});
