import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../clock/clock.js';
import type { StorageReport } from '../../contract/storage.js';
import { sharedReading } from './shared-reading.js';

/**
 * Adds what the marketplace's state takes of its disk to the metrics; it is asked for when they are read. A marketplace
 * that does not answer has none.
 */
export function watchStorage(registry: Registry, clock: Clock, load: () => Promise<StorageReport>): void {
  const latest = sharedReading(clock, load);
  const gauge = (name: string, help: string, set: (gauge: Gauge<'file'>, report: StorageReport) => void): void => {
    const of: Gauge<'file'> = new Gauge({
      registers: [registry],
      name,
      help,
      labelNames: ['file'],
      async collect() {
        of.reset();
        const report = await latest();
        if (report) set(of, report);
      },
    });
    // Without labels a gauge begins with 0, which would be told of a marketplace that has not answered.
    of.reset();
  };
  gauge(
    'partavo_disk_free_bytes',
    'Bytes that the marketplace may still write to the disk of its data.',
    (of, report) => of.set(report.freeBytes),
  );
  gauge('partavo_store_bytes', 'Bytes of a file that the marketplace writes to.', (of, { files }) => {
    for (const { name, bytes } of files) of.set({ file: name }, bytes);
  });
  gauge('partavo_wal_bytes', 'Bytes of its write-ahead log.', (of, { files }) => {
    for (const { name, walBytes } of files) of.set({ file: name }, walBytes);
  });
  gauge(
    'partavo_catalogues_damaged',
    'Catalogues of the data folder whose file differs from what was written.',
    (of, report) => of.set(report.damagedCatalogues),
  );
  gauge('partavo_store_damaged', 'Whether SQLite has found a file of the data folder damaged.', (of, report) => {
    for (const file of ['state', 'ids'] as const)
      if (report.damagedStores) of.set({ file }, Number(report.damagedStores.includes(file)));
  });
  gauge('partavo_sessions', 'Visitors who are remembered, with or without a cart.', (of, report) =>
    of.set(report.sessions),
  );
}
