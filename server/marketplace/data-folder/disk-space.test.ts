import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { DiskSpace, reservedBytes } from './disk-space.js';

test('new data is refused if only the reserve is free, and the disk is read once a second', async () => {
  const clock = new ManualClock();
  let free = reservedBytes + 1;
  let reads = 0;
  const space = new DiskSpace('/data', clock, () => {
    reads += 1;
    return free;
  });
  space.requireSpace();
  free = reservedBytes;
  await clock.advance(1000);
  space.requireSpace();
  expect(reads).toBe(1);
  await clock.advance(1);
  for (const _ of [1, 2])
    expect(() => space.requireSpace()).toThrow(expect.objectContaining({ code: 'unavailable', status: 503 }));
  expect(reads).toBe(2);
  free = reservedBytes + 1;
  await clock.advance(1001);
  space.requireSpace();
});

test('the free space of a real folder is read', () => {
  new DiskSpace(tmpdir(), new ManualClock()).requireSpace();
  expect(() => new DiskSpace('/no/such/folder', new ManualClock()).requireSpace()).toThrow('ENOENT');
});
