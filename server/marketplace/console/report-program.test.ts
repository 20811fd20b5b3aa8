import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { reportProgram } from './report-program.js';

const report = {
  at: '2026-11-01T00:00:00Z',
  state: { bytes: 1, freeBytes: 1 },
  ...{ catalogue: 'There is no catalogue.', withdrawals: { open: [] }, dataReports: { open: 0 } },
  ...{ retention: [], days: [] },
};

test('a report that takes longer than one is shown for is made once, and shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const [program, starts, may] = ['program.mjs', 'starts', 'may'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    program,
    `import { appendFileSync, existsSync } from 'node:fs';
    appendFileSync(${JSON.stringify(starts)}, 'x');
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(${JSON.stringify(may)})) Atomics.wait(nothing, 0, 0, 10);
    console.log(${JSON.stringify(JSON.stringify(report))});`,
  );
  const clock = new ManualClock();
  const reports = reportProgram(pathToFileURL(program), folder, clock);
  /** Asks for the report and lets the wait end. */
  const ask = async () => {
    const asked = reports.ask();
    await clock.advance(250);
    return asked;
  };
  try {
    for (let asked = 0; asked < 3; asked++) {
      expect(await ask()).toEqual({ report: null, failure: null });
      await clock.advance(20_000);
    }
    await until('the program has begun', () => existsSync(starts));
    writeFileSync(may, '');
    await until('the report is shown', async () => (await ask()).report !== null);
    expect(readFileSync(starts, 'utf8')).toBe('x');
    // Without this file, a second program would never end.
    rmSync(may);
    await clock.advance(14_000);
    expect((await ask()).report).not.toBeNull();
    writeFileSync(may, '');
    await clock.advance(20_000);
    await until('another one is made', async () => {
      await ask();
      return readFileSync(starts, 'utf8') === 'xx';
    });
  } finally {
    await reports.stop();
    rmSync(folder, { recursive: true });
  }
});
