import type { Registry } from 'prom-client';
import type { Clock } from '../../clock/clock.js';
import type { StorageReport } from '../../contract/storage.js';
import { marketplaceGauges } from './marketplace-gauges.js';

/** Adds to the metrics how much of its disk the marketplace's data takes, and what of it is damaged. */
export function watchStorage(registry: Registry, clock: Clock, load: () => Promise<StorageReport>): void {
  const add = marketplaceGauges(registry, clock, load);
  const freeHelp = 'Bytes that the marketplace may still write to the disk of its data.';
  add('partavo_disk_free_bytes', freeHelp, [], (gauge, { freeBytes }) => gauge.set(freeBytes));
  add('partavo_store_bytes', 'Bytes of a file that the marketplace writes to.', ['file'], (gauge, { files }) => {
    for (const { name, bytes } of files) gauge.set({ file: name }, bytes);
  });
  add('partavo_wal_bytes', 'Bytes of its write-ahead log.', ['file'], (gauge, { files }) => {
    for (const { name, walBytes } of files) gauge.set({ file: name }, walBytes);
  });
  const cataloguesHelp = 'Catalogues of the data folder whose file differs from what was written.';
  add('partavo_catalogues_damaged', cataloguesHelp, [], (gauge, report) => gauge.set(report.damagedCatalogues));
  const storesHelp = 'Whether SQLite has found a file of the data folder damaged.';
  add('partavo_store_damaged', storesHelp, ['file'], (gauge, { damagedStores }) => {
    for (const file of ['state', 'ids'] as const)
      if (damagedStores) gauge.set({ file }, Number(damagedStores.includes(file)));
  });
  const sessionsHelp = 'Visitors who are remembered, with or without a cart.';
  add('partavo_sessions', sessionsHelp, [], (gauge, { sessions }) => gauge.set(sessions));
}
