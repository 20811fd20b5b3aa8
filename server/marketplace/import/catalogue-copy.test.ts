import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { CatalogueCopy } from './catalogue-copy.js';

const { dataDir, importTable, served } = importFolder();

test('a generation is named after the time at which its import gets the lock', async () => {
  const released = new BigInt64Array(new SharedArrayBuffer(8));
  const other = new Worker(
    `const { DatabaseSync } = require('node:sqlite');
    const { parentPort, workerData: { file, released } } = require('node:worker_threads');
    const ids = new DatabaseSync(file);
    ids.exec('begin immediate');
    parentPort.postMessage('held');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    released[0] = 1n;
    ids.close();`,
    { eval: true, workerData: { file: join(dataDir(), 'ids.db'), released } },
  );
  const ended = new Promise((resolve) => other.once('exit', resolve));
  await new Promise((resolve) => other.once('message', resolve));
  // The clock advances when the other import ends.
  const copy = new CatalogueCopy(dataDir(), Object.assign(new ManualClock(), { now: () => Number(released[0]) }));
  expect(copy.generation).toBe('1');
  copy.close();
  await ended;
});

test('a catalogue states the time of its own import', async () => {
  const before = served("select value from meta where key = 'created_at'")?.value;
  await importTable('products', 'brand;number;category', `Brand 1;PAD7;${ids.pads}`);
  const after = served("select value from meta where key = 'created_at'")?.value;
  expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)));
});
