/**
 * `npm run bench -- day [--size 10k-vehicles] [--merchants 500] [--sample 6] [--hours 24]`: a day of hourly feeds,
 * estimated from a sample. In each hour some shops send their whole feed with 3 % of the prices changed, one after the
 * other, beside reads at 50 a second; their cost is scaled to all merchants. The first hour, in which no row is
 * known yet, is left out. Draws `docs/day.svg` with `--draw`.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costOfImport, type ImportCost, mix, startReading, told, writeFeed } from '../test/support/import-load.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { callsFor } from '../test/support/marketplace-reads.ts';
import { dataFor, openCatalogue } from '../test/support/sized-catalogue.ts';
import { at, option } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const [merchants, sample, hours] = [option('merchants', '500'), option('sample', '6'), option('hours', '24')].map(
  Number,
) as [number, number, number];
/** One row in so many has another price. */
const every = 33;

export async function measure(): Promise<Measured> {
  const day = await hourlyCosts(dataFor(option('size', '10k-vehicles')));
  const hourly = day.map(({ cpuSeconds }) => (cpuSeconds * merchants) / 3600);
  const mean = hourly.reduce((sum, share) => sum + share, 0) / hourly.length;
  const head = ['hour', 'rows of a feed', 'changed', 's', 'CPU s', 'written kB', 'p99 of reads ms', 'failed'];
  const table = markdownTable(
    [...head, 'share of a core'],
    day.map(({ rows, changed, seconds, cpuSeconds, kilobytes, reads }, hour) => {
      const costs = [seconds.toFixed(2), cpuSeconds.toFixed(2), kilobytes.toFixed(0)];
      return [hour, rows, changed, ...costs, reads.p99, reads.failed, `${((hourly[hour] ?? 0) * 100).toFixed(0)} %`];
    }),
  );
  if (process.argv.includes('--draw')) writeFileSync(at('docs/day.svg'), picture(hourly));
  return {
    result: { merchants, sample, day },
    text: `${table}\n${merchants} merchants need ${(mean * 100).toFixed(0)} % of a core; one core could take ${Math.floor(merchants / mean)}`,
  };
}

/** Mean cost of one feed in each hour, beside reads. @param source folder of the catalogue */
async function hourlyCosts(source: string) {
  const folder = mkdtempSync(at('dist/bench-data/day-'));
  const day = [];
  try {
    cpSync(source, folder, { recursive: true });
    const { calls } = callsFor(folder);
    const makers = mix.flatMap((name) => calls[name] ?? []);
    const db = openCatalogue(folder);
    const shops = Number(db.prepare('select count(*) as shops from shop').get()?.shops);
    db.close();
    const marketplace = await startMarketplace({ DATA_DIR: folder });
    const { origin } = marketplace;
    try {
      for (let hour = -1; hour < hours; hour++) {
        const feeds: { file: string; shop: string; rows: number }[] = [];
        for (let index = 0; index < sample; index++) {
          const file = join(folder, `feed-${index}.csv`);
          // Large and small shops; prices rise in one hour and fall in the next.
          const ofShop = Math.floor((index * shops) / sample);
          const dearer = hour % 2 === 0 ? 13 : -11;
          feeds.push({ file, ...(await writeFeed(folder, file, { rows: 1e6, dearer, every, ofShop })) });
        }
        const stopReading = startReading(origin, makers);
        const costs: ImportCost[] = [];
        for (const { file, shop } of feeds) costs.push(await costOfImport(folder, file, '--shop', shop));
        const reads = told([await stopReading()]);
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
    } finally {
      await marketplace.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return day;
}

/** Share of a core that the feeds of each hour take, as bars. */
function picture(shares: readonly number[]): string {
  const [width, height, left, bottom, top] = [760, 300, 56, 44, 36];
  const bar = (width - left - 16) / shares.length;
  const y = (share: number): number => Math.round(height - bottom - Math.min(1, share) * (height - bottom - top));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>Share of one core that hourly feeds of ${merchants} merchants take</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (share) =>
        `<path d="M${left} ${y(share)}H${width - 16}" stroke="#ddd"/><text x="${left - 8}" y="${y(share) + 4}" text-anchor="end" fill="#444">${share * 100} %</text>`,
    ),
    ...shares.map((share, hour) => {
      const x = left + hour * bar;
      const label =
        hour % 3 === 0
          ? `<text x="${Math.round(x + bar / 2)}" y="${height - bottom + 20}" text-anchor="middle" fill="#444">${hour}</text>`
          : '';
      return `<rect x="${Math.round(x + 2)}" y="${y(share)}" width="${Math.round(bar - 4)}" height="${height - bottom - y(share)}" fill="#0b7285"/>${label}`;
    }),
    `<text x="${left}" y="${top - 16}" fill="#444">share of one core for ${merchants} hourly feeds</text>`,
    `<text x="${(left + width) / 2}" y="${height - 6}" text-anchor="middle" fill="#444">hour</text>`,
    '</svg>\n',
  ].join('\n');
}
