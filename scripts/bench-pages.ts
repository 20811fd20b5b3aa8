/**
 * `npm run bench [-- --seconds 5] [--write]`: measures the built server on one core, over a fresh copy of the
 * demonstration: home, category, article and cart over HTTP on loopback. It reports bytes by type (brotli), requests
 * per second uncached and cached, the time to the first article, and memory. Requests are also counted per second of
 * CPU time, because above some thousand requests a second the client is the limit. `--write` puts the tables into README.md and docs/performance.md.
 */
import autocannon from 'autocannon';
import { memoryOf, processorTime, quantile } from '../test/support/figures.ts';
import { copyCatalogue, findPages, type Server, startShop, stopShop } from '../test/support/measured-shop.ts';
import { costsOf } from './check-budgets.ts';
import { option, onFirstCore as pin } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const seconds = Number(option('seconds', '5'));

interface Served {
  /** Requests without refused ones. */
  perSecond: number;
  total: number;
  refused: number;
  /** Median response time in milliseconds. */
  p50: number;
  p99: number;
}
interface Load extends Served {
  /** Requests per second of CPU time. */
  perCoreSecond: number;
}
type Headers = Readonly<Record<string, string>>;
const tenth = (n: number): number => Math.round(n * 10) / 10;

async function serve(url: string, headers: Headers, connections: number): Promise<Served> {
  const { requests, latency, non2xx, errors } = await autocannon({ url, connections, duration: seconds, headers });
  if (errors > 0) throw new Error(`${url}: ${errors} requests failed`);
  const total = requests.total - non2xx;
  const perSecond = (requests.average * total) / requests.total;
  return { perSecond, total, refused: non2xx, p50: latency.p50, p99: latency.p99 };
}

/** Loads one page. The first three seconds do not count: V8 then compiles hot code. */
async function load({ address, child }: Server, path: string, headers: Headers, connections: number): Promise<Load> {
  const url = address + path;
  const sent = { 'accept-encoding': 'br', ...headers };
  const coreSeconds = (): number => processorTime(child.pid) ?? Number.NaN;
  await autocannon({ url, connections, duration: 3, headers: sent });
  const before = coreSeconds();
  const served = await serve(url, sent, connections);
  return {
    ...served,
    perSecond: tenth(served.perSecond),
    p50: tenth(served.p50),
    p99: tenth(served.p99),
    perCoreSecond: tenth(served.total / (coreSeconds() - before)),
  };
}
/** Loads of a page by the number of connections. */
const loads = async (server: Server, path: string, headers: Headers) => ({
  10: await load(server, path, headers, 10),
  50: await load(server, path, headers, 50),
});
/** The bytes of a page, and its loads, rendered for each request or cached. */
type Result = ReturnType<typeof costsOf> &
  Record<'made' | 'kept', Awaited<ReturnType<typeof loads>>> & { wire: number };

/** Sorted milliseconds from the start of the process to its first article. */
async function startTimes(startOne: () => Promise<Server>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    const running = await startOne();
    times.push(Math.round(running.firstPage));
    await stopShop(running);
  }
  return times.sort((a, b) => a - b);
}

const mebibytes = ({ child }: Server): { rss: number; files: number } => {
  const { all, files } = memoryOf(child.pid ?? 0);
  return { rss: Math.round(all), files: Math.round(files) };
};
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const range = (times: readonly number[]): string =>
  `${whole(quantile(times, 0.5))} ms (${times[0]} to ${times.at(-1)})`;
const cellOf = ({ perSecond, p99, refused, total }: Load): string =>
  `${whole(perSecond)}/s, ${whole(p99)} ms${refused > 0 ? `, ${whole((100 * refused) / (refused + total))} % refused` : ''}`;

export async function measure(): Promise<Measured> {
  const { dataDir, forget } = copyCatalogue();
  const results: Record<string, Result> = {};

  const maker = await startShop(dataDir, { PAGE_CACHE_MB: '0' }, { pin });
  const { pages, cold } = await findPages(maker.address);
  for (const [name, [path, headers]] of Object.entries(pages)) {
    const page = await fetch(maker.address + path, { headers: { 'accept-encoding': 'identity', ...headers } });
    const costs = costsOf(await page.text());
    const made = await loads(maker, path, headers);
    results[name] = { ...costs, made, kept: made, wire: 0 };
  }
  await stopShop(maker);

  const [path] = pages.article;
  const starts = {
    allCores: await startTimes(() => startShop(dataDir, {}, { path })),
    oneCore: await startTimes(() => startShop(dataDir, {}, { pin, path })),
  };

  const keeper = await startShop(dataDir, {}, { pin });
  const atStart = mebibytes(keeper);
  const coldStart = performance.now();
  for (const path of cold)
    await (await fetch(keeper.address + path, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  const coldSeconds = (performance.now() - coldStart) / 1000;
  for (const [name, [path, headers]] of Object.entries(pages)) {
    const kept = await loads(keeper, path, headers);
    const sent = { 'accept-encoding': 'br', ...headers };
    const wire = await fetch(keeper.address + path, { method: 'HEAD', headers: sent });
    const made = results[name];
    if (made) results[name] = { ...made, kept, wire: Number(wire.headers.get('content-length')) };
  }
  const memory = mebibytes(keeper);
  await stopShop(keeper);
  forget();

  const ofPages = markdownTable(
    ['one core', 'made for each request, 10 connections', '50 connections', 'kept, 50 connections', 'HTML, brotli'],
    Object.entries(results).map(([name, { made, kept, wire }]) => [
      name,
      cellOf(made[10]),
      cellOf(made[50]),
      // The shop renders each cart for its request.
      name === 'cart' ? '–' : cellOf(kept[50]),
      `${whole(wire)} B`,
    ]),
  );
  const ofShop = markdownTable(
    ['what', 'measured'],
    [
      ['start to the first article, all cores', range(starts.allCores)],
      ['start to the first article, one core', range(starts.oneCore)],
      ['articles seen for the first time, one after the other', `${whole(cold.length / coldSeconds)}/s`],
      ['memory at the start', `${atStart.rss} MiB`],
      ['memory after load', `${memory.rss} MiB, ${memory.files} of it files of the program`],
    ],
  );
  return {
    result: { node: process.version, pinned: pin.length > 0, seconds, results, starts, atStart, memory },
    text: `${ofPages}\n\n${ofShop}\n\nRequests per second, and the time within which 99 of 100 are answered.`,
    places: { 'README.md': 'speed', 'docs/performance.md': 'speed' },
    isOfMachine: true,
  };
}
