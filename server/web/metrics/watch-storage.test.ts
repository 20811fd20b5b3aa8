import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { watchStorage } from './marketplace-gauges.js';

it('the metrics have free disk, write-ahead logs and sessions, requested once per reading', async () => {
  const [registry, clock] = [new Registry(), new ManualClock()];
  let asked = 0;
  watchStorage(registry, clock, async () => {
    asked += 1;
    const files = [
      { name: 'state', bytes: 30, walBytes: 40 },
      { name: 'offers', bytes: 50, walBytes: 0 },
    ] as const;
    return { freeBytes: 20, files: [...files], damagedCatalogues: 1, damagedStores: ['ids'], sessions: 7 };
  });
  const lines = (await registry.metrics()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'partavo_disk_free_bytes 20',
      'partavo_store_bytes{file="state"} 30',
      'partavo_wal_bytes{file="state"} 40',
      'partavo_wal_bytes{file="offers"} 0',
      'partavo_catalogues_damaged 1',
      'partavo_store_damaged{file="state"} 0',
      'partavo_store_damaged{file="ids"} 1',
      'partavo_sessions 7',
    ]),
  );
  expect(asked).toBe(1);
});

it('a marketplace of an older version, which does not check its files, reports no damage', async () => {
  const [registry, clock] = [new Registry(), new ManualClock()];
  watchStorage(registry, clock, async () => ({ freeBytes: 20, files: [], damagedCatalogues: 0, sessions: 7 }));
  const text = await registry.metrics();
  expect(text).toContain('partavo_sessions 7');
  expect(text).not.toMatch(/^partavo_store_damaged/m);
});

it('a marketplace that does not answer reports no full disk', async () => {
  const [registry, clock] = [new Registry(), new ManualClock()];
  watchStorage(registry, clock, () => Promise.reject(new Error('unavailable')));
  expect(await registry.metrics()).not.toMatch(/^partavo/m);
});
