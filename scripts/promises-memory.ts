import { memoryOf } from '../test/support/figures.ts';
import { type Server, withShop } from '../test/support/measured-shop.ts';
import { option } from './lib-run.ts';
import { listedAddresses } from './lib-sitemaps.ts';
import type { Tried } from './promises-list.ts';

/** MiB of the caches of pages and responses. */
const budgets = { PAGE_CACHE_MB: 32, ANSWER_CACHE_MB: 24 };
/** MiB of the process besides its memory at the start and the budget of the caches. */
const mostBeside = 128;
/** MiB for each 10,000 addresses in the last third: the slope of a line through the readings. */
const mostGrowth = 24;
/** Share of requests for the home page that the cache must answer. */
const hotShare = 0.95;
/** Readings of memory, at equal distances. */
const readings = 60;

/** Pages of the shop in all editions, from its sitemaps, mixed. */
async function mixedAddresses(origin: string): Promise<string[]> {
  const all = await listedAddresses(origin);
  // A step without a common factor with the length visits each address once, from all sitemaps in turn.
  let step = Math.max(1, Math.floor(all.length * 0.618));
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  while (divisor(step, all.length) !== 1) step += 1;
  return all.map((_, index) => all[(index * step) % all.length] as string);
}

/** MiB in the caches and in the heap of the main thread. */
async function metricsOf(address: string): Promise<{ caches: number; heap: number }> {
  const text = await (await fetch(address)).text();
  const sum = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((all, [, n]) => all + Number(n), 0) / 2 ** 20;
  return { caches: sum(/^partavo_cache_bytes\{[^}]*\} (\S+)/gm), heap: sum(/^nodejs_heap_size_used_bytes (\S+)/gm) };
}

/** Slope of the straight line through points. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (place: 0 | 1): number => points.reduce((sum, point) => sum + point[place], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const [over, under] = points.reduce(([a, b], [px, py]) => [a + (px - x) * (py - y), b + (px - x) ** 2], [0, 0]);
  return under === 0 ? 0 : over / under;
}

/**
 * Measures memory while nearly every request has a new address: listed pages, searches and addresses without a page,
 * beside the home page. The caches are full after some 7,000 addresses, so the growth before means nothing.
 * `--minutes 30 --rate 20` is the long form.
 */
export function memory(): Promise<Tried[]> {
  const port = option('metrics-port', '9469');
  const env = {
    LOG_LEVEL: 'fatal',
    METRICS_PORT: port,
    MARKETPLACE_SECONDS: '20',
    PAGE_CACHE_MB: String(budgets.PAGE_CACHE_MB),
    ANSWER_CACHE_MB: String(budgets.ANSWER_CACHE_MB),
  };
  return withShop(env, (shop) => measureMemory(shop, `http://127.0.0.1:${port}/metrics`));
}

async function measureMemory({ address: origin, child }: Server, metrics: string): Promise<Tried[]> {
  const minutes = Number(option('minutes', '4'));
  const rate = Number(option('rate', '60'));
  const pid = child.pid ?? 0;
  const listed = await mixedAddresses(origin);
  const seen: (readonly [asked: number, all: number])[] = [];
  const hot = { hits: 0, all: 0 };
  let [faults, refused] = [0, 0];
  const total = Math.round(minutes * 60 * rate);
  const start = memoryOf(pid).all;
  const addressOf = (number: number): string => {
    const kind = number % 10;
    if (kind === 0) return `${origin}/`;
    if (kind === 1) return `${origin}/Volltextsuche?query=bremse+${number.toString(36)}`;
    if (kind === 2) return `${origin}/Teilenummernsuche/Niemand/${number.toString(36)}`;
    return listed[number % listed.length] as string;
  };
  const ask = async (number: number): Promise<void> => {
    let response: Response | undefined;
    // Repeats refused requests, so that a busy machine renders as many pages.
    for (let left = 20; left > 0; left--) {
      response = await fetch(addressOf(number), { redirect: 'manual' }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.status !== 503) break;
      refused += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    if (!response || response.status >= 500) faults += 1;
    if (number % 10 !== 0 || number === 0) return;
    hot.all += 1;
    if (/cache;desc="?(hit|stale)/.test(response?.headers.get('server-timing') ?? '')) hot.hits += 1;
  };
  const pending = new Set<Promise<void>>();
  const began = performance.now();
  const every = Math.max(1, Math.floor(total / readings));
  for (let number = 0; number < total; number++) {
    const waitMs = began + (number * 1000) / rate - performance.now();
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const asked = ask(number).finally(() => pending.delete(asked));
    pending.add(asked);
    // A machine that is too slow for the rate gets the time that it needs.
    if (pending.size > 30) await Promise.race(pending);
    if (number % every !== 0) continue;
    const { all } = memoryOf(pid);
    seen.push([number, all]);
    if (seen.length % 10 === 0) console.error(`memory: ${number} addresses, ${Math.round(all)} MiB`);
  }
  await Promise.all(pending);
  const end = memoryOf(pid);
  const { caches, heap } = await metricsOf(metrics);
  const growth = slope(seen.slice(-Math.floor(seen.length / 3))) * 10_000;
  const most = Math.max(end.all, ...seen.map(([, all]) => all));
  const share = hot.hits / Math.max(1, hot.all);
  const maxMib = start + budgets.PAGE_CACHE_MB + budgets.ANSWER_CACHE_MB + mostBeside;
  const load = `${total} addresses, nearly all new, in ${Math.round((performance.now() - began) / 60_000)} min (${listed.length} listed)`;
  const mib = (value: number): string => `${Math.round(value)} MiB`;
  return [
    {
      promise: `${load}: memory`,
      figure: `${mib(start)} before, at most ${mib(most)}, ${mib(end.all)} at the end: caches ${mib(caches)}, heap ${mib(heap)}, files ${mib(end.files)}`,
      goal: `<= ${mib(maxMib)}: before, the caches' budget and ${mostBeside} MiB`,
      isHeld: most <= maxMib,
    },
    {
      promise: `${load}: growth in the last third`,
      figure: `${growth.toFixed(1)} MiB for 10,000`,
      goal: `<= ${mostGrowth} MiB`,
      isHeld: growth <= mostGrowth,
    },
    {
      promise: `${load}: a page that everybody asks for, from the cache; refused, faults`,
      figure: `${Math.round(1000 * share) / 10} %; ${refused}, ${faults}`,
      goal: `>= ${hotShare * 100} %; any, 0`,
      isHeld: share >= hotShare && faults === 0,
    },
  ];
}
