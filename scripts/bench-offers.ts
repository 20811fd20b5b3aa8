/**
 * `npm run bench -- offers [--size 10k-vehicles] [--parts prices,feeds,million,stream] [--seconds 60] [--rows 1000000]
 * [--changes 10m]`: measures changes of offers beside 50 reads a second. The changes are some prices, full feeds with
 * few or no changes, a feed of new offers, and a stream from fifty shops in turn. `--changes` repeats the feed with new
 * prices until so many offers have changed, and then checks the store.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryOf, processorTime } from '../test/support/figures.ts';
import {
  costOfImport,
  type ImportCost,
  type Loaded,
  type Reads,
  readFor,
  readTimes,
  seenCommit,
  startReading,
  withCatalogue,
  writeFeed,
} from '../test/support/import-load.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { openCatalogue } from '../test/support/sized-catalogue.ts';
import { at, option } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const seconds = Number(option('seconds', '60'));
const most = Number(option('rows', '1000000'));
const parts = option('parts', 'prices,feeds,million,stream').split(',');
const changes = Number(option('changes', '0').replace(/m$/, '000000'));

export const measure = (): Promise<Measured> => withCatalogue(option('size', '10k-vehicles'), measureOffers);

/** MiB of a process without the pages of mapped files. */
function ownMemory(pid = 0): number {
  const { all, files } = memoryOf(pid);
  return Math.round(all - files);
}

interface Row {
  readonly what: string;
  readonly cost: ImportCost;
  /** Seconds from the start of the import command until the marketplace has applied the commit. */
  readonly seenSeconds: number;
  readonly reads: ReturnType<typeof readTimes>;
}

async function measureOffers({ folder, origin, pid, makers }: Loaded): Promise<Measured> {
  const feedFile = (name: string): string => join(folder, `${name}.csv`);
  const megabytesOf = (name: string): number =>
    Number(((statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) / 1024 ** 2).toFixed(1));

  /** Writes a feed with some prices of known offers of one shop, by their keys. */
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

  /** The sizes of the store, the time of a start, and the result of `npm run validate`. */
  async function checkStore() {
    const began = performance.now();
    const other = await startMarketplace({ DATA_DIR: folder });
    const startSeconds = Number(((performance.now() - began) / 1000).toFixed(2));
    const memory = ownMemory(other.process.pid);
    await other.end();
    const { status, stdout, stderr } = spawnSync(process.execPath, [at('dist/operate.js'), 'validate'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
      encoding: 'utf8',
    });
    const sizes = { offersMegabytes: megabytesOf('offers.db'), walMegabytes: megabytesOf('offers.db-wal') };
    return { ...sizes, startSeconds, memory, isSound: status === 0, output: `${stdout}${stderr}`.trim() };
  }

  const rows: Row[] = [];
  const alone: Reads[] = [];
  const change = async (what: string, file: string, ...more: string[]): Promise<void> => {
    const stopReading = startReading(origin, makers);
    const began = performance.now();
    const cost = await costOfImport(folder, file, ...more);
    await seenCommit(origin, cost.summary.commit ?? 0);
    rows.push({ what, cost, seenSeconds: (performance.now() - began) / 1000, reads: readTimes([await stopReading()]) });
    alone.push(await readFor(5, origin, makers));
  };
  await readFor(5, origin, makers);
  alone.push(await readFor(15, origin, makers));
  for (const dearer of parts.includes('prices') ? [11, 12, 13] : []) {
    const { file, shop } = writePrices('prices', 1, 1000, dearer);
    await change('1,000 changed prices of one shop', file, '--shop', shop, '--mode', 'partial');
  }
  if (parts.includes('feeds')) {
    const full = feedFile('full');
    const { rows: fullRows } = await writeFeed(folder, full, { rows: 100_000, dearer: 0, changedEvery: 0 });
    await change(`full feed of ${fullRows} rows, first time`, full);
    await change(`full feed of ${fullRows} rows, no change`, full);
    const lines = readFileSync(full, 'utf8').split('\n');
    const step = Math.floor((lines.length - 2) / 100);
    const changed = lines.map((line, index) =>
      index > 0 && index % step === 0
        ? line.replace(/;(\d+),(\d\d);/, (_, euros, cents) => `;${Number(euros) + 1},${cents};`)
        : line,
    );
    writeFileSync(feedFile('few'), changed.join('\n'));
    await change(`full feed of ${fullRows} rows, 100 changed`, feedFile('few'));
  }
  const changedSoFar = (): number => rows.reduce((sum, { cost }) => sum + (cost.summary.changes.changed ?? 0), 0);
  for (let round = 1; (round === 1 && parts.includes('million')) || changedSoFar() < changes; round++) {
    const all = feedFile('all');
    const { rows: allRows } = await writeFeed(folder, all, { rows: most, dearer: 7, changedEvery: 1 });
    await change(`full feed of ${allRows} rows, all changed, ${round}`, all);
  }
  const before = { megabytes: megabytesOf('offers.db'), cpu: processorTime(pid) ?? 0, memory: ownMemory(pid) };
  const stopReading = startReading(origin, makers);
  const began = performance.now();
  const stream: ImportCost[] = [];
  for (let round = 0; parts.includes('stream') && performance.now() - began < seconds * 1000; round++) {
    const { file, shop } = writePrices('stream', round % 50, 1500, 1 + round);
    stream.push(await costOfImport(folder, file, '--shop', shop, '--mode', 'partial'));
    const next = began + (round + 1) * 1000;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
  }
  const tookSeconds = (performance.now() - began) / 1000;
  const streamed = stream.reduce((sum, { summary }) => sum + (summary.changes.changed ?? 0), 0);
  const cpu = stream.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const streaming = {
    rowsPerSecond: Math.round(streamed / tookSeconds),
    importsCpuShare: Number((cpu / tookSeconds).toFixed(2)),
    marketplaceCpuShare: Number((((processorTime(pid) ?? 0) - before.cpu) / tookSeconds).toFixed(2)),
    marketplaceMegabytes: [before.memory, ownMemory(pid)],
    megabytesGrown: Number((megabytesOf('offers.db') - before.megabytes).toFixed(1)),
    walMegabytes: megabytesOf('offers.db-wal'),
    reads: readTimes([await stopReading()]),
  };
  const head = ['change', 'wall s', 'seen after s', 'CPU s', 'written per change', 'changed', 'p99 of reads ms'];
  const table = markdownTable(
    [...head, 'failed'],
    rows.map(({ what, cost, seenSeconds, reads }) => {
      const { changed: own = 0, added = 0, removed = 0 } = cost.summary.changes;
      const count = own + added + removed;
      const each = count === 0 ? '–' : `${(cost.writtenBytes / count / 1024).toFixed(1)} kB`;
      const spent = [cost.seconds, seenSeconds, cost.cpuSeconds].map((value) => value.toFixed(2));
      return [what, ...spent, each, count, reads.p99, reads.failed];
    }),
  );
  const lines = [table, `reads alone: ${JSON.stringify(readTimes(alone))}`];
  if (parts.includes('stream')) lines.push(`stream for ${tookSeconds.toFixed(0)} s: ${JSON.stringify(streaming)}`);
  if (changes > 0) lines.push(`after ${changedSoFar() + streamed} changes: ${JSON.stringify(await checkStore())}`);
  return { result: { rows, alone: readTimes(alone), streaming }, text: lines.join('\n') };
}
