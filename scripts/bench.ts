/**
 * `npm run bench [-- --seconds 5] [--write]`: what the shop costs. Starts the built server on one core with a fresh
 * copy of the demonstration catalogue and measures home, category, article and cart over HTTP on loopback. Reported are
 * bytes by type (brotli), script before interaction, requests per second uncached and cached (also per second of CPU
 * time), time to the first article, and memory. Uses wrk where it is installed. Prints a
 * table and writes `bench.json` beside the build; with `--write` the tables of README.md and docs/performance.md too.
 * `npm run bench -- marketplace|offers|day|optimiser|lab|cluster|fleet|pairs [--help]` measures something else.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import autocannon from 'autocannon';
import { processorTime, quantile } from '../test/support/figures.ts';
import { copyCatalogue, findPages, type Server, startShop, stopShop } from '../test/support/measured-shop.ts';
import { loadNow, markdownTable, whereAndWhen, writeInto } from './bench-table.ts';
import { at, buildIfStale, option } from './lib-run.ts';

const others: Readonly<Record<string, () => Promise<unknown>>> = {
  marketplace: () => import('./bench-marketplace.ts'),
  offers: () => import('./bench-offers.ts'),
  day: () => import('./bench-day.ts'),
  optimiser: () => import('./bench-optimiser.ts'),
  lab: () => import('./bench-lab.ts'),
  cluster: () => import('./bench-cluster.ts'),
  fleet: () => import('./bench-fleet.ts'),
  pairs: () => import('./bench-pairs.ts'),
};
const [, , first] = process.argv;
if (first !== undefined && !first.startsWith('--')) {
  const other = others[first];
  if (!other) {
    console.error(`There is nothing to measure by "${first}". There are: ${Object.keys(others).join(', ')}.`);
    process.exit(2);
  }
  await other();
  process.exit(0);
}
const seconds = Number(option('seconds', '5'));

const execute = promisify(execFile);

await buildIfStale();

const loadBefore = loadNow();
const { dataDir, forget } = copyCatalogue();

/** Pins the server to the first core where the machine allows it; the load comes from another. */
const pin = spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '-c', '0'] : [];
/** wrk, where it is there: autocannon is itself the limit above some thousand requests a second. */
const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

const start = (env: Readonly<Record<string, string>> = {}): Promise<Server> => startShop(dataDir, env, { pin });

/** First a server that makes every page again, then one that keeps them. */
let server = await start({ PAGE_CACHE_MB: '0' });
let origin = server.address;

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } });

function bytes(html: string) {
  const br = (text: string): number => brotliCompressSync(text).length;
  const part = (pattern: RegExp): string => [...html.matchAll(pattern)].map((match) => match[1]).join('');
  const css = part(/<style[^>]*>([\s\S]*?)<\/style>/g);
  const script = part(/<script>([\s\S]*?)<\/script>/g);
  return {
    html: br(html),
    css: br(css),
    inlineScript: br(script),
    scriptFiles: [...html.matchAll(/<script[^>]+src=/g)].length,
    raw: html.length,
  };
}

/** Seconds of one core, all threads together; what others do on the machine hardly moves it. */
const coreSeconds = (): number => processorTime(server.child.pid) ?? Number.NaN;

/** Requests a second, also of one core; latencies in milliseconds. */
interface Load extends Served {
  perCoreSecond: number;
}
interface Served {
  /** Pages; what was refused is none. */
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
  path: string,
  headers: Readonly<Record<string, string>>,
  connections: number,
  duration = seconds,
): Promise<Load> {
  const sent = { 'accept-encoding': 'br', ...headers };
  await autocannon({ url: origin + path, connections, duration: 3, headers: sent });
  const before = coreSeconds();
  let result: Served;
  if (hasWrk) {
    const given = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const parameters = [
      '-t1',
      `-c${connections}`,
      `-d${duration}s`,
      '--latency',
      '--timeout',
      '10s',
      ...given,
      origin + path,
    ];
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
      url: origin + path,
      connections,
      duration,
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
/** What a page costs: its bytes, and with so many connections, each rebuilt or kept. */
type Result = ReturnType<typeof bytes> & Record<'made' | 'cached', Record<10 | 50, Load>> & { wire: number };

const { pages, cold } = await findPages(origin);
const results: Record<string, Result> = {};
for (const [name, [path, headers]] of Object.entries(pages)) {
  const size = bytes(await (await get(path, headers)).text());
  const made = { 10: round(await load(path, headers, 10)), 50: round(await load(path, headers, 50)) };
  results[name] = { ...size, made, cached: made, wire: 0 };
}
const memoryOf = () => {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  const mebibytes = (name: string): number =>
    Math.round(Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) / 1024);
  return { rss: mebibytes('VmRSS'), anonymous: mebibytes('RssAnon'), files: mebibytes('RssFile') };
};
await stopShop(server);

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
/** As a shop starts, and on the one core that the rest is measured on. */
const [path] = pages.article;
const starts = {
  allCores: await startTimes(() => startShop(dataDir, {}, { path })),
  oneCore: await startTimes(() => startShop(dataDir, {}, { pin, path })),
};

server = await start();
origin = server.address;
const memoryAtStart = memoryOf();
const coldStart = performance.now();
for (const path of cold) await (await get(path, { 'accept-encoding': 'br' })).arrayBuffer();
const coldSeconds = (performance.now() - coldStart) / 1000;
for (const [name, [path, headers]] of Object.entries(pages)) {
  const cached = { 10: round(await load(path, headers, 10)), 50: round(await load(path, headers, 50)) };
  const wire = await fetch(origin + path, { method: 'HEAD', headers: { 'accept-encoding': 'br', ...headers } });
  const made = results[name];
  if (made) results[name] = { ...made, cached, wire: Number(wire.headers.get('content-length')) };
}
const memory = memoryOf();

console.table(
  Object.fromEntries(
    Object.entries(results).map(([name, { made, cached, ...size }]) => [
      name,
      {
        'HTML+CSS br B': size.wire,
        'of it CSS': size.css,
        'inline JS br B': size.inlineScript,
        'JS files': size.scriptFiles,
        'made/s 10c': made[10].perSecond,
        'made/core-s': made[10].perCoreSecond,
        'made p50/p99 ms': `${made[10].p50}/${made[10].p99}`,
        'cached/s 10c': cached[10].perSecond,
        'cached/s 50c': cached[50].perSecond,
        'cached/core-s': cached[50].perCoreSecond,
        'cached p50/p99 ms': `${cached[50].p50}/${cached[50].p99}`,
      },
    ]),
  ),
);
console.log(
  `first article after the start of the process: ${starts.allCores.join(', ')} ms; on one core ${starts.oneCore.join(', ')} ms`,
);
console.log(
  `articles seen for the first time: ${cold.length} in ${coldSeconds.toFixed(2)} s, ${(cold.length / coldSeconds).toFixed(0)}/s one after the other`,
);
console.log(
  `memory of web tier and marketplace: ${memoryAtStart.rss} MiB at the start, ${memory.rss} MiB after load (${memory.anonymous} its own, ${memory.files} of files)`,
);
writeFileSync(
  at('dist/bench.json'),
  JSON.stringify(
    {
      node: process.version,
      pinned: pin.length > 0,
      client: hasWrk ? 'wrk' : 'autocannon',
      seconds,
      results,
      startMilliseconds: starts,
      cold: { articles: cold.length, seconds: coldSeconds },
      memoryMiB: { start: memoryAtStart, load: memory },
    },
    null,
    2,
  ),
);
await stopShop(server);
forget();

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const range = (times: readonly number[]): string =>
  `${whole(quantile(times, 0.5))} ms (${times[0]} to ${times.at(-1)})`;
const served = ({ perSecond, p99, refused, total }: Load): string =>
  `${whole(perSecond)}/s, ${whole(p99)} ms${refused > 0 ? `, ${whole((100 * refused) / (refused + total))} % refused` : ''}`;
const table = `${markdownTable(
  ['one core', 'made for each request, 10 connections', '50 connections', 'kept, 50 connections', 'HTML, brotli'],
  Object.entries(results).map(([name, { made, cached, wire }]) => [
    name,
    served(made[10]),
    served(made[50]),
    // A cart is made for each request.
    name === 'cart' ? '–' : served(cached[50]),
    `${whole(wire)} B`,
  ]),
)}

${markdownTable(
  ['what', 'measured'],
  [
    ['start to the first article, all cores', range(starts.allCores)],
    ['start to the first article, one core', range(starts.oneCore)],
    ['memory at the start', `${memoryAtStart.rss} MiB`],
    ['memory after load', `${memory.rss} MiB, ${memory.files} of it files of the program`],
  ],
)}

Requests per second, and the time within which 99 of 100 are answered. ${whereAndWhen(loadBefore)}`;
console.log(table);
if (process.argv.includes('--write'))
  for (const file of ['README.md', 'docs/performance.md']) writeInto(file, 'speed', table);
