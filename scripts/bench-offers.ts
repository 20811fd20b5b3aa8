/**
 * `npm run bench -- offers [--size 10k-vehicles] [--seconds 60] [--rows 1000000]`: what changes of offers cost beside reads
 * at 50 a second: some prices, feeds without and with a little news, a feed in which all is new, and a steady stream from
 * fifty shops in turn. Prints tables and writes `bench-offers.json` beside the build.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  costOfImport,
  type ImportCost,
  mix,
  type Reads,
  readFor,
  seenCommit,
  startReading,
  told,
  writeFeed,
} from './lib-import-load.ts';
import { callsFor, dataFor, openCatalogue, processorTime, startMarketplace } from './lib-marketplace.ts';
import { at, buildIfStale, option } from './lib-run.ts';

await buildIfStale();
const source = dataFor(option('size', '10k-vehicles'));
const seconds = Number(option('seconds', '60'));
const most = Number(option('rows', '1000000'));
const folder = mkdtempSync(at('dist/bench-data/offers-'));
const feedFile = (name: string): string => join(folder, `${name}.csv`);

/** A feed whose rows name some prices of known offers of one shop by its key. */
function writePrices(name: string, place: number, rows: number, dearer: number): { file: string; shop: string } {
  const db = openCatalogue(folder);
  const shop = db.prepare('select id, name from shop order by offers desc, id limit 1 offset ?').get(place);
  const offers = db
    .prepare(
      `select k.key, o.price from offer_key k join offer o on o.product_id = k.product_id and o.id = k.id
       where k.shop_id = ? order by random() limit ?`,
    )
    .all(Number(shop?.id), rows);
  db.close();
  const lines = offers.map(({ key, price }) => `${key};${((Number(price) + dearer) / 100).toFixed(2)}`);
  writeFileSync(feedFile(name), `key;price\n${lines.join('\n')}\n`);
  return { file: feedFile(name), shop: String(shop?.name) };
}

interface Row {
  readonly what: string;
  readonly cost: ImportCost;
  /** Until the marketplace had taken it in, from the start of the command. */
  readonly seenSeconds: number;
  readonly reads: ReturnType<typeof told>;
}

try {
  cpSync(source, folder, { recursive: true });
  const { calls } = callsFor(folder);
  const makers = mix.flatMap((name) => calls[name] ?? []);
  const { origin, child, stop } = await startMarketplace(folder);
  const rows: Row[] = [];
  const alone: Reads[] = [];
  const measure = async (what: string, file: string, ...more: string[]): Promise<void> => {
    const stopReading = startReading(origin, makers);
    const began = performance.now();
    const cost = await costOfImport(folder, file, ...more);
    await seenCommit(origin, cost.summary.commit ?? 0);
    rows.push({ what, cost, seenSeconds: (performance.now() - began) / 1000, reads: told([await stopReading()]) });
    alone.push(await readFor(5, origin, makers));
  };
  try {
    await readFor(5, origin, makers);
    alone.push(await readFor(15, origin, makers));
    for (const dearer of [11, 12, 13]) {
      const { file, shop } = writePrices('prices', 1, 1000, dearer);
      await measure('1,000 changed prices of one shop', file, '--shop', shop, '--mode', 'partial');
    }
    const full = feedFile('full');
    const { rows: fullRows } = await writeFeed(folder, full, { rows: 100_000, dearer: 0, every: 0 });
    await measure(`full feed of ${fullRows} rows, first time`, full);
    await measure(`full feed of ${fullRows} rows, no change`, full);
    const lines = readFileSync(full, 'utf8').split('\n');
    const step = Math.floor((lines.length - 2) / 100);
    const changed = lines.map((line, index) =>
      index > 0 && index % step === 0
        ? line.replace(/;(\d+),(\d\d);/, (_, euros, cents) => `;${Number(euros) + 1},${cents};`)
        : line,
    );
    writeFileSync(feedFile('few'), changed.join('\n'));
    await measure(`full feed of ${fullRows} rows, 100 changed`, feedFile('few'));
    const all = feedFile('all');
    const { rows: allRows } = await writeFeed(folder, all, { rows: most, dearer: 7, every: 1 });
    await measure(`full feed of ${allRows} rows, all changed`, all);
    const size = statSync(join(folder, 'offers.db')).size;
    const before = processorTime(child.pid) ?? 0;
    const stopReading = startReading(origin, makers);
    const began = performance.now();
    const stream: ImportCost[] = [];
    for (let round = 0; performance.now() - began < seconds * 1000; round++) {
      const { file, shop } = writePrices('stream', round % 50, 1500, 1 + round);
      stream.push(await costOfImport(folder, file, '--shop', shop, '--mode', 'partial'));
      const next = began + (round + 1) * 1000;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
    const took = (performance.now() - began) / 1000;
    const streamed = stream.reduce((sum, { summary }) => sum + (summary.changes.changed ?? 0), 0);
    const cpu = stream.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    const streaming = {
      rowsPerSecond: Math.round(streamed / took),
      importsCpuShare: Number((cpu / took).toFixed(2)),
      marketplaceCpuShare: Number((((processorTime(child.pid) ?? 0) - before) / took).toFixed(2)),
      megabytesGrown: Number(((statSync(join(folder, 'offers.db')).size - size) / 1024 ** 2).toFixed(1)),
      walMegabytes: Number((statSync(join(folder, 'offers.db-wal')).size / 1024 ** 2).toFixed(1)),
      reads: told([await stopReading()]),
    };
    console.log('| change | wall s | seen after s | CPU s | written per change | changed | p99 of reads ms | failed |');
    console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
    for (const { what, cost, seenSeconds, reads } of rows) {
      const { changed: own = 0, added = 0, removed = 0 } = cost.summary.changes;
      const count = own + added + removed;
      const each = count === 0 ? '–' : `${(cost.writtenBytes / count / 1024).toFixed(1)} kB`;
      console.log(
        `| ${what} | ${cost.seconds.toFixed(2)} | ${seenSeconds.toFixed(2)} | ${cost.cpuSeconds.toFixed(2)} | ${each} | ${count} | ${reads.p99} | ${reads.failed} |`,
      );
    }
    console.log(`reads alone: ${JSON.stringify(told(alone))}`);
    console.log(`stream for ${took.toFixed(0)} s: ${JSON.stringify(streaming)}`);
    writeFileSync(at('dist/bench-offers.json'), JSON.stringify({ rows, alone: told(alone), streaming }, null, 2));
  } finally {
    await stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
