import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { openStateStore } from '../state/state-store.js';
import { DiskSpace, reportStorage, reservedBytes } from './disk-space.js';

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

test('a full disk costs one log line a minute', async () => {
  const clock = new ManualClock();
  const space = new DiskSpace('/data', clock, () => reservedBytes);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (let second = 0; second < 122; second += 1) {
    expect(() => space.requireSpace()).toThrow('the disk of /data is full');
    await clock.advance(1000);
  }
  const events = written.mock.calls.map(([line]) => JSON.parse(String(line)).event);
  written.mockRestore();
  expect(events).toEqual(['disk_full', 'disk_full']);
});

test('a report of the folder has the sizes of its files, with their logs, and counts damaged catalogues', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const db = await openStateStore(folder);
  try {
    for (const [name, bytes] of [
      ['offers.db', 3],
      ['offers.db-wal', 2],
      ['catalogue-g1.db.damaged', 0],
    ] as const)
      writeFileSync(join(folder, name), 'x'.repeat(bytes));
    const report = await reportStorage(db, folder);
    expect(report).toMatchObject({ damagedCatalogues: 1, sessions: 0 });
    expect(report.files[1]).toEqual({ name: 'offers', bytes: 3, walBytes: 2 });
    expect([report.freeBytes > 0, (report.files[0]?.bytes ?? 0) > 0]).toEqual([true, true]);
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
});

test('the free space of a real folder is read', () => {
  new DiskSpace(tmpdir(), new ManualClock()).requireSpace();
  expect(() => new DiskSpace('/no/such/folder', new ManualClock()).requireSpace()).toThrow('ENOENT');
});
