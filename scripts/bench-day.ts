/**
 * `npm run bench -- day [--size 10k-vehicles] [--merchants 500] [--sample 6] [--hours 24]`: estimates a day of hourly
 * feeds. In each hour some shops send their whole feed with 3 % of the prices changed, one after the other, beside 50
 * reads a second. Their cost is scaled to all merchants. An hour before the first one makes the rows known.
 */
import { join } from 'node:path';
import {
  costOfImport,
  type ImportCost,
  type Loaded,
  readTimes,
  startReading,
  withCatalogue,
  writeFeed,
} from '../test/support/import-load.ts';
import { openCatalogue } from '../test/support/sized-catalogue.ts';
import { option } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const merchants = Number(option('merchants', '500'));
const sample = Number(option('sample', '6'));
const hours = Number(option('hours', '24'));
/** One row in this many gets another price. */
const changedEvery = 33;

export async function measure(): Promise<Measured> {
  const day = await withCatalogue(option('size', '10k-vehicles'), hourlyCosts);
  const shareOf = (cpuSeconds: number): number => (cpuSeconds * merchants) / 3600;
  const mean = day.reduce((sum, { cpuSeconds }) => sum + shareOf(cpuSeconds), 0) / day.length;
  const head = ['hour', 'rows of a feed', 'changed', 's', 'CPU s', 'written kB', 'p99 of reads ms', 'failed'];
  const table = markdownTable(
    [...head, 'share of a core'],
    day.map(({ rows, changed, seconds, cpuSeconds, kilobytes, reads }, hour) => {
      const costs = [seconds.toFixed(2), cpuSeconds.toFixed(2), kilobytes.toFixed(0)];
      const share = `${(shareOf(cpuSeconds) * 100).toFixed(0)} %`;
      return [hour, rows, changed, ...costs, reads.p99, reads.failed, share];
    }),
  );
  return {
    result: { merchants, sample, day },
    text: `${table}\n${merchants} merchants need ${(mean * 100).toFixed(0)} % of a core; one core could take ${Math.floor(merchants / mean)}`,
  };
}

/** Mean cost of one feed in each hour, beside reads. */
async function hourlyCosts({ folder, origin, makers }: Loaded) {
  const db = openCatalogue(folder);
  const shops = Number(db.prepare('select count(*) as shops from shop').get()?.shops);
  db.close();
  const day = [];
  for (let hour = -1; hour < hours; hour++) {
    const feeds: { file: string; shop: string; rows: number }[] = [];
    for (let index = 0; index < sample; index++) {
      const file = join(folder, `feed-${index}.csv`);
      // Large and small shops; prices rise in one hour and fall in the next.
      const ofShop = Math.floor((index * shops) / sample);
      const dearer = hour % 2 === 0 ? 13 : -11;
      feeds.push({ file, ...(await writeFeed(folder, file, { rows: 1e6, dearer, changedEvery, ofShop })) });
    }
    const stopReading = startReading(origin, makers);
    const costs: ImportCost[] = [];
    for (const { file, shop } of feeds) costs.push(await costOfImport(folder, file, '--shop', shop));
    const reads = readTimes([await stopReading()]);
    if (hour < 0) continue;
    const mean = (of: (cost: ImportCost) => number): number =>
      costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length;
    day.push({
      rows: Math.round(feeds.reduce((sum, { rows }) => sum + rows, 0) / feeds.length),
      changed: Math.round(mean(({ summary }) => summary.changes.changed ?? 0)),
      seconds: mean((cost) => cost.seconds),
      cpuSeconds: mean((cost) => cost.cpuSeconds),
      kilobytes: mean((cost) => cost.writtenBytes) / 1024,
      reads,
    });
  }
  return day;
}
