import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { scheduleChanges } from './schedule-changes.js';

const catalogue = { current: { offers: { nextOfferChange: 0 } } as never };
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
  expect(await firstLine('console.log("no room"); process.exit(1)', '/data')).toMatchObject({
    event: 'offer_changes_failed',
    output: 'no room',
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
