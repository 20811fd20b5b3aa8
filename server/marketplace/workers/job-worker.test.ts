import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import { createJobWorker, jobChannel } from './job-worker.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'job-worker-'));
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A thread that notes its starts and orders, and sends the operator's file of its start. */
const program = `import { appendFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
const note = (word) => appendFileSync(new URL('./notes', import.meta.url), word + '\\n');
note('start');
parentPort.postMessage(workerData.file);
parentPort.on('message', (order) => { note(order); if (order === 'stop') parentPort.close(); if (workerData.dataDir === 'dies') process.exit(1); });`;
const notes = (): string[] => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');

test('the worker starts on demand, restarts after it died, and ends with the shop', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const file = join(folder, 'thread.mjs');
  writeFileSync(file, program);
  const troubles: { since: string; reason: string }[] = [];
  const channel = new BroadcastChannel(jobChannel);
  channel.onmessage = (message) => {
    troubles.push((message as unknown as { data: { since: string; reason: string } }).data);
  };
  const clock = new ManualClock();
  const files: ShopFile[] = [];
  let dataDir = 'dies';
  const operators: ShopFile = { feeds: [], webhooks: [], senders: {} };
  const data = () => ({ dataDir, settings: {}, importProgram: 'file:///import.js', file: operators });
  const worker = createJobWorker(pathToFileURL(file), data, (changed) => files.push(changed), clock);
  expect([clock.waiting, files]).toEqual([0, []]);
  worker.wake();
  await until('it starts to look, and dies', () => lines.length === 1);
  expect([lines[0], notes(), files]).toEqual([
    expect.stringContaining('"event":"job_worker_failed"'),
    ['start', 'wake'],
    [operators],
  ]);
  await until('the other threads hear of it', () => troubles.length === 1);
  expect(troubles).toEqual([{ since: new Date(clock.now()).toISOString(), reason: 'Error: the thread has ended' }]);
  dataDir = 'lives';
  await clock.advance(1000);
  await until('it has started again', () => notes().length === 3);
  worker.wake();
  await until('it looks', () => notes().length === 4);
  await worker.stop();
  channel.close();
  expect([notes(), lines.length]).toEqual([['start', 'wake', 'start', 'wake', 'stop'], 1]);
});
