import { expect, test } from 'vitest';
import { realTimeErrors, realTimeIn } from './check-real-time.ts';

test.each([
  ['Date.now()', 'Date.now'],
  ['f(Date.now)', 'Date.now'],
  ['new Date()', 'new Date()'],
  ['performance.now()', 'performance.now'],
  ['globalThis.performance.now()', 'performance.now'],
  ['process.hrtime.bigint()', 'process.hrtime'],
  ['setTimeout(f, 1)', 'setTimeout'],
  ['window.setInterval(f, 1)', 'setInterval'],
  ['page.waitForTimeout(1)', 'page.waitForTimeout'],
  ['page.evaluate(() => new Promise((done) => setTimeout(done, 1)))', 'setTimeout'],
  ["import { setTimeout as sleep } from 'node:timers/promises'", 'node:timers/promises'],
  ["import { systemClock } from '../clock/clock.js'", 'systemClock'],
])('%j is real time', (source, use) => {
  expect(realTimeIn('a.ts', `\n${source};`)).toEqual([`a.ts:2: ${use}`]);
});

test.each([
  'clock.now()',
  'new Date(0)',
  "'Date.now()'",
  'server.setTimeout(1)',
  'let timer: ReturnType<typeof setTimeout>',
  "import { setImmediate } from 'node:timers/promises'; setImmediate(f)",
  "import type { Clock } from '../clock/clock.js'",
])('%j is no use of real time', (source) => {
  expect(realTimeIn('a.ts', source)).toEqual([]);
});

const files = new Map([
  ['client/a.ts', 'Date.now()'],
  ['client/a.test.ts', 'Date.now()'],
  ['server/a.ts', 'Date.now()'],
  ['server/clock/clock.ts', 'Date.now()'],
  ['test/support/a.ts', 'Date.now()'],
]);

test('the check reads all tests and the server, without the clock itself', () => {
  expect(realTimeErrors(files, {})).toEqual([
    'client/a.test.ts:1: Date.now',
    'server/a.ts:1: Date.now',
    'test/support/a.ts:1: Date.now',
  ]);
});

test('an exception covers a file or a folder, and must cover a use', () => {
  expect(realTimeErrors(files, { 'client/a.test.ts': 'x', 'server/': 'x', 'test/support/a.ts': 'x' })).toEqual([]);
  expect(realTimeErrors(files, { 'client/': 'x', 'server/a.ts': 'x', 'test/': 'x', 'server/b.ts': 'x' })).toEqual([
    'server/b.ts: needs no exception',
  ]);
});
