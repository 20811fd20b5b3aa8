import { tmpdir } from 'node:os';
import { expect, test } from '@jest/globals';
import { DiskSpace, reservedBytes } from './disk-space.js';

test('something new is refused while only the reserve is left; the figure is read once a second', () => {
  let now = 0;
  let free = reservedBytes + 1;
  let reads = 0;
  const space = new DiskSpace(
    '/data',
    () => now,
    () => {
      reads += 1;
      return free;
    },
  );
  space.requireSpace();
  free = reservedBytes;
  now = 1000;
  space.requireSpace();
  expect(reads).toBe(1);
  now = 1001;
  for (const _ of [1, 2])
    expect(() => space.requireSpace()).toThrow(expect.objectContaining({ code: 'unavailable', status: 503 }));
  expect(reads).toBe(2);
  free = reservedBytes + 1;
  now = 2002;
  space.requireSpace();
});

test('the free space of a real folder is read', () => {
  new DiskSpace(tmpdir()).requireSpace();
  expect(() => new DiskSpace('/no/such/folder').requireSpace()).toThrow('ENOENT');
});
