import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../clock/clock.js';
import { type FeedReport, feedStatuses } from '../../contract/feeds.js';
import type { StorageReport } from '../../contract/storage.js';
import families from './metrics.json' with { type: 'json' };

/** Milliseconds for which one report serves all gauges. */
const sharedMs = 1000;

interface Family {
  name: string;
  help: string;
  labelNames: string[];
}
/** Adds a gauge that `set` fills from each report. It has no value while the marketplace does not answer. */
type AddGauge<Report> = (family: Family, set: (gauge: Gauge, report: Report) => void) => void;

/** Makes gauges whose reading asks the marketplace for a report, once for all of them. */
function marketplaceGauges<Report>(registry: Registry, clock: Clock, load: () => Promise<Report>): AddGauge<Report> {
  let reading: Promise<Report | null> | null = null;
  const latest = (): Promise<Report | null> => {
    if (!reading) {
      reading = load().catch(() => null);
      clock.after(sharedMs, () => {
        reading = null;
      });
    }
    return reading;
  };
  return (family, set) => {
    const gauge: Gauge = new Gauge({
      registers: [registry],
      ...family,
      async collect() {
        forget();
        const report = await latest();
        if (report) set(gauge, report);
      },
    });
    // `reset` alone sets a gauge without labels to 0, a wrong value while the marketplace does not answer.
    const forget = (): void => {
      gauge.reset();
      if (family.labelNames.length === 0) gauge.remove();
    };
    forget();
  };
}

/** Adds the feeds that the marketplace fetches to the metrics. */
export function watchFeeds(registry: Registry, clock: Clock, load: () => Promise<FeedReport>): void {
  const add = marketplaceGauges(registry, clock, load);
  const labelsOf = ({ name, shop, kind }: FeedReport['feeds'][number]) => ({ feed: name, shop, kind });
  for (const [field, family] of Object.entries(families.feeds))
    add({ ...family, labelNames: ['feed', 'shop', 'kind'] }, (gauge, { feeds }) => {
      for (const feed of feeds) gauge.set(labelsOf(feed), Number(feed[field as keyof typeof families.feeds]));
    });
  add(families.marketplace.status, (gauge, { feeds }) => {
    for (const feed of feeds)
      for (const status of feedStatuses) gauge.set({ ...labelsOf(feed), status }, status === feed.status ? 1 : 0);
  });
  add(families.marketplace.outbox, (gauge, { outbox }) => {
    gauge.set({ state: 'waiting' }, outbox.waiting);
    gauge.set({ state: 'dead' }, outbox.dead);
  });
}

/** Adds disk usage, damaged files and the number of sessions of the marketplace to the metrics. */
export function watchStorage(registry: Registry, clock: Clock, load: () => Promise<StorageReport>): void {
  const add = marketplaceGauges(registry, clock, load);
  add(families.marketplace.free, (gauge, { freeBytes }) => gauge.set(freeBytes));
  add(families.marketplace.store, (gauge, { files }) => {
    for (const { name, bytes } of files) gauge.set({ file: name }, bytes);
  });
  add(families.marketplace.wal, (gauge, { files }) => {
    for (const { name, walBytes } of files) gauge.set({ file: name }, walBytes);
  });
  add(families.marketplace.catalogues, (gauge, { damagedCatalogues }) => gauge.set(damagedCatalogues));
  add(families.marketplace.damaged, (gauge, { damagedStores }) => {
    for (const file of ['state', 'ids'] as const)
      if (damagedStores) gauge.set({ file }, Number(damagedStores.includes(file)));
  });
  add(families.marketplace.sessions, (gauge, { sessions }) => gauge.set(sessions));
}
