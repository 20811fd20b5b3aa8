/**
 * `npm run bench [-- --seconds 5] [--write]`: what the shop costs. Starts the built server on one core with a fresh copy
 * of the demonstration catalogue and measures home, category, article and cart over HTTP on loopback: bytes by type
 * (brotli), requests per second uncached and cached (also per second of CPU time), time to the first article, and
 * memory. Uses wrk where it is installed. With `--write` the tables also stand in README.md and docs/performance.md.
 */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { memoryOf, processorTime, quantile } from '../test/support/figures.ts';
import { copyCatalogue, findPages, type Server, startShop, stopShop } from '../test/support/measured-shop.ts';
import { costsOf } from './check-budgets.ts';
import { option } from './lib-run.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const seconds = Number(option('seconds', '5'));
const execute = promisify(execFile);

/** Pins the server to the first core where the machine allows it; the load comes from another. */
const pin = spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '-c', '0'] : [];
/** wrk, where it is there: autocannon is itself the limit above some thousand requests a second. */
const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

/** Requests a second, also of one core; latencies in milliseconds. */
interface Load extends Served {
  perCoreSecond: number;
}
interface Served {
  /** Pages without refused ones. */
  perSecond: number;
  total: number;
  /** Requests that the shop turned away, as it does when others take its processor. */
  refused: number;
  p50: number;
  p99: number;
}
/** Units of time that wrk writes, in milliseconds. */
const units: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

/**
 * Requests a second and latencies in ms, after three seconds in which V8 compiles what is run often: a shop runs for
 * days.
 */
async function load(
  { address, child }: Server,
  path: string,
  headers: Readonly<Record<string, string>>,
  connections: number,
): Promise<Load> {
  const url = address + path;
  /** Seconds of one core, all threads together; what others do on the machine hardly moves it. */
  const coreSeconds = (): number => processorTime(child.pid) ?? Number.NaN;
  const sent = { 'accept-encoding': 'br', ...headers };
  await autocannon({ url, connections, duration: 3, headers: sent });
  const before = coreSeconds();
  let result: Served;
  if (hasWrk) {
    const given = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const parameters = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '10s', ...given, url];
    // Not waited for in place: the server's log comes through a pipe that somebody has to read.
    const { stdout } = await execute('wrk', parameters);
    if (/Socket errors/.test(stdout)) throw new Error(`${path}: ${stdout}`);
    const ms = (percent: number): number => {
      const [, value, unit = ''] = stdout.match(new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`)) ?? [];
      return Number(value) * (units[unit] ?? Number.NaN);
    };
    const all = Number(stdout.match(/(\d+) requests in/)?.[1]);
    const refused = Number(stdout.match(/Non-2xx or 3xx responses: (\d+)/)?.[1] ?? 0);
    const perSecond = (Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1]) * (all - refused)) / all;
    result = { perSecond, total: all - refused, refused, p50: ms(50), p99: ms(99) };
  } else {
    const { requests, latency, non2xx, errors } = await autocannon({
      url,
      connections,
      duration: seconds,
      headers: sent,
    });
    if (errors > 0) throw new Error(`${path}: ${errors} requests failed`);
    const total = requests.total - non2xx;
    const perSecond = (requests.average * total) / requests.total;
    result = { perSecond, total, refused: non2xx, p50: latency.p50, p99: latency.p99 };
  }
  return { ...result, perCoreSecond: result.total / (coreSeconds() - before) };
}
const tenth = (n: number): number => Math.round(n * 10) / 10;
const round = ({ perSecond, total, refused, p50, p99, perCoreSecond }: Load): Load => ({
  perSecond: tenth(perSecond),
  total,
  refused,
  p50: tenth(p50),
  p99: tenth(p99),
  perCoreSecond: tenth(perCoreSecond),
});
/** A page under so many connections. */
const loads = async (server: Server, path: string, headers: Readonly<Record<string, string>>) => ({
  10: round(await load(server, path, headers, 10)),
  50: round(await load(server, path, headers, 50)),
});
/** The cost of a page: its bytes, and its loads, made for each request or kept. */
type Result = ReturnType<typeof costsOf> &
  Record<'made' | 'kept', Awaited<ReturnType<typeof loads>>> & { wire: number };

/** Milliseconds from the start of the process to its first article, in their order. */
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
const served = ({ perSecond, p99, refused, total }: Load): string =>
  `${whole(perSecond)}/s, ${whole(p99)} ms${refused > 0 ? `, ${whole((100 * refused) / (refused + total))} % refused` : ''}`;

export async function measure(): Promise<Measured> {
  const { dataDir, forget } = copyCatalogue();
  const results: Record<string, Result> = {};

  // First a server that makes every page again.
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

  // Then one that keeps them.
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
      served(made[10]),
      served(made[50]),
      // A cart is made for each request.
      name === 'cart' ? '–' : served(kept[50]),
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
    result: {
      node: process.version,
      pinned: pin.length > 0,
      client: hasWrk ? 'wrk' : 'autocannon',
      seconds,
      results,
      startMilliseconds: starts,
      cold: { articles: cold.length, seconds: coldSeconds },
      memoryMiB: { start: atStart, load: memory },
    },
    text: `${ofPages}\n\n${ofShop}\n\nRequests per second, and the time within which 99 of 100 are answered.`,
    places: { 'README.md': 'speed', 'docs/performance.md': 'speed' },
    isOfMachine: true,
  };
}
