/**
 * `npm run bench -- offers [--size 10k-vehicles] [--parts prices,feeds,million,stream] [--seconds 60] [--rows 1000000]
 * [--changes 10m]`: what changes of offers cost beside reads at 50 a second: some prices, feeds without and with a
 * little news, a feed in which all is new, and a steady stream from fifty shops in turn. With `--changes` such a feed
 * comes again until so many offers have changed, and the store is looked through after it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryOf, processorTime } from '../test/support/figures.ts';
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
} from '../test/support/import-load.ts';
import { startMarketplace } from '../test/support/marketplace-process.ts';
import { callsFor } from '../test/support/marketplace-reads.ts';
import { dataFor, openCatalogue } from '../test/support/sized-catalogue.ts';
import { at, option } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const source = dataFor(option('size', '10k-vehicles'));
const seconds = Number(option('seconds', '60'));
const most = Number(option('rows', '1000000'));
const parts = option('parts', 'prices,feeds,million,stream').split(',');
const changes = Number(option('changes', '0').replace(/m$/, '000000'));
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

/** MiB that a process has for itself, without the pages of files that are mapped. */
function ownMemory(pid = 0): number {
  const { all, files } = memoryOf(pid);
  return Math.round(all - files);
}

/** State after the changes: sizes, the time of a start, and whether all data follow from the offers. */
async function leftBehind() {
  const megabytes = (name: string): number =>
    Math.round((statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) / 1024 ** 2);
  const sizes = { offersMegabytes: megabytes('offers.db'), walMegabytes: megabytes('offers.db-wal') };
  const began = performance.now();
  const other = await startMarketplace({ DATA_DIR: folder });
  const startSeconds = Number(((performance.now() - began) / 1000).toFixed(2));
  const memory = ownMemory(other.process.pid);
  await other.end();
  const { status, stdout, stderr } = spawnSync(process.execPath, [at('dist/operate.js'), 'validate'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    encoding: 'utf8',
  });
  return { ...sizes, startSeconds, memory, isSound: status === 0, said: `${stdout}${stderr}`.trim() };
}

interface Row {
  readonly what: string;
  readonly cost: ImportCost;
  /** Until the marketplace had taken it in, from the start of the command. */
  readonly seenSeconds: number;
  readonly reads: ReturnType<typeof told>;
}

export async function measure(): Promise<Measured> {
  try {
    cpSync(source, folder, { recursive: true });
    const { calls } = callsFor(folder);
    const makers = mix.flatMap((name) => calls[name] ?? []);
    const marketplace = await startMarketplace({ DATA_DIR: folder });
    const { origin, process: child } = marketplace;
    const rows: Row[] = [];
    const alone: Reads[] = [];
    const change = async (what: string, file: string, ...more: string[]): Promise<void> => {
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
      for (const dearer of parts.includes('prices') ? [11, 12, 13] : []) {
        const { file, shop } = writePrices('prices', 1, 1000, dearer);
        await change('1,000 changed prices of one shop', file, '--shop', shop, '--mode', 'partial');
      }
      if (parts.includes('feeds')) {
        const full = feedFile('full');
        const { rows: fullRows } = await writeFeed(folder, full, { rows: 100_000, dearer: 0, every: 0 });
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
        const { rows: allRows } = await writeFeed(folder, all, { rows: most, dearer: 7, every: 1 });
        await change(`full feed of ${allRows} rows, all changed, ${round}`, all);
      }
      const size = statSync(join(folder, 'offers.db')).size;
      const before = processorTime(child.pid) ?? 0;
      const memoryBefore = ownMemory(child.pid);
      const stopReading = startReading(origin, makers);
      const began = performance.now();
      const stream: ImportCost[] = [];
      for (let round = 0; parts.includes('stream') && performance.now() - began < seconds * 1000; round++) {
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
        marketplaceMegabytes: [memoryBefore, ownMemory(child.pid)],
        megabytesGrown: Number(((statSync(join(folder, 'offers.db')).size - size) / 1024 ** 2).toFixed(1)),
        walMegabytes: Number((statSync(join(folder, 'offers.db-wal')).size / 1024 ** 2).toFixed(1)),
        reads: told([await stopReading()]),
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
      const lines = [table, `reads alone: ${JSON.stringify(told(alone))}`];
      if (parts.includes('stream')) lines.push(`stream for ${took.toFixed(0)} s: ${JSON.stringify(streaming)}`);
      if (changes > 0) lines.push(`after ${changedSoFar() + streamed} changes: ${JSON.stringify(await leftBehind())}`);
      return { result: { rows, alone: told(alone), streaming }, text: lines.join('\n') };
    } finally {
      await marketplace.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
