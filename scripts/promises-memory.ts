import { memoryOf } from '../test/support/figures.ts';
import { copyCatalogue, startShop, stopShop } from '../test/support/measured-shop.ts';
import type { Tried } from './lib-promises.ts';
import { option } from './lib-run.ts';
import { listedAddresses } from './lib-sitemaps.ts';

/** MiB that pages and responses may take. */
const budgets = { PAGE_CACHE_MB: 32, ANSWER_CACHE_MB: 24 };
/**
 * MiB. `beside`: what the process may take besides what it had before and the caches' budget; `growth`: in the last
 * third, by a straight line through what was seen, for each 10,000 addresses.
 */
const goals = { beside: 128, growth: 24 };
/** Share of a page that everybody asks for which the cache must have answered. */
const hotShare = 0.95;
/** Times that memory is looked at, evenly. */
const looks = 60;

/** Pages of the shop in all editions, as its sitemaps list them, mixed. */
async function mixedAddresses(origin: string): Promise<string[]> {
  const all = await listedAddresses(origin);
  // A step that has no factor in common with the length visits each once, from all files in turn.
  let step = Math.max(1, Math.floor(all.length * 0.618));
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  while (divisor(step, all.length) !== 1) step += 1;
  return all.map((_, index) => all[(index * step) % all.length] as string);
}

/** MiB in the caches and in the heap of the main thread. */
async function inside(metrics: string): Promise<{ caches: number; heap: number }> {
  const text = await (await fetch(metrics)).text();
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
 * Memory while every address is a new one: listed pages, searches, and addresses without a page, beside a page that
 * everybody asks for. Caches are full after some 7,000 addresses; growth tells nothing before. `--minutes 30 --rate 20`
 * is the long form.
 */
export async function memory(): Promise<Tried[]> {
  const minutes = Number(option('minutes', '4'));
  const rate = Number(option('rate', '60'));
  const { dataDir, forget } = copyCatalogue();
  const port = Number(option('metrics-port', '9469'));
  const server = await startShop(dataDir, {
    LOG_LEVEL: 'fatal',
    METRICS_PORT: String(port),
    MARKETPLACE_SECONDS: '20',
    PAGE_CACHE_MB: String(budgets.PAGE_CACHE_MB),
    ANSWER_CACHE_MB: String(budgets.ANSWER_CACHE_MB),
  });
  const { address: origin, child } = server;
  const pid = child.pid ?? 0;
  try {
    const listed = await mixedAddresses(origin);
    const seen: (readonly [asked: number, all: number])[] = [];
    const hot = { hits: 0, all: 0 };
    let [faults, refused] = [0, 0];
    const total = Math.round(minutes * 60 * rate);
    const start = memoryOf(pid).all;
    const pending = new Set<Promise<void>>();
    const ask = async (number: number): Promise<void> => {
      const kind = number % 10;
      const address =
        kind === 0
          ? `${origin}/`
          : kind === 1
            ? `${origin}/Volltextsuche?query=bremse+${number.toString(36)}`
            : kind === 2
              ? `${origin}/Teilenummernsuche/Niemand/${number.toString(36)}`
              : (listed[number % listed.length] as string);
      let response: Response | undefined;
      // The command repeats refused requests, so that a busy machine renders as many pages.
      for (let left = 20; left > 0; left--) {
        response = await fetch(address, { redirect: 'manual' }).catch(() => undefined);
        await response?.arrayBuffer().catch(() => undefined);
        if (response?.status !== 503) break;
        refused += 1;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      if (!response || response.status >= 500) faults += 1;
      if (kind !== 0 || number === 0) return;
      hot.all += 1;
      if (/cache;desc="?(hit|stale)/.test(response?.headers.get('server-timing') ?? '')) hot.hits += 1;
    };
    const began = performance.now();
    const every = Math.max(1, Math.floor(total / looks));
    for (let number = 0; number < total; number++) {
      const wait = began + (number * 1000) / rate - performance.now();
      if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      const asked = ask(number).finally(() => pending.delete(asked));
      pending.add(asked);
      // A machine that is too slow for the rate is given the time it takes.
      if (pending.size > 30) await Promise.race(pending);
      if (number % every !== 0) continue;
      const { all } = memoryOf(pid);
      seen.push([number, all]);
      if (seen.length % 10 === 0) console.error(`memory: ${number} addresses, ${Math.round(all)} MiB`);
    }
    await Promise.all(pending);
    const end = memoryOf(pid);
    const { caches, heap } = await inside(`http://127.0.0.1:${port}/metrics`);
    const growth = slope(seen.slice(-Math.floor(seen.length / 3))) * 10_000;
    const most = Math.max(end.all, ...seen.map(([, all]) => all));
    const share = hot.hits / Math.max(1, hot.all);
    const room = start + budgets.PAGE_CACHE_MB + budgets.ANSWER_CACHE_MB + goals.beside;
    const load = `${total} addresses, nearly all new, in ${Math.round((performance.now() - began) / 60_000)} min (${listed.length} listed)`;
    const mib = (value: number): string => `${Math.round(value)} MiB`;
    return [
      {
        promise: `${load}: memory`,
        figure: `${mib(start)} before, at most ${mib(most)}, ${mib(end.all)} at the end: caches ${mib(caches)}, heap ${mib(heap)}, files ${mib(end.files)}`,
        goal: `<= ${mib(room)}: before, the caches' budget and ${goals.beside} MiB`,
        isHeld: most <= room,
      },
      {
        promise: `${load}: growth in the last third`,
        figure: `${growth.toFixed(1)} MiB for 10,000`,
        goal: `<= ${goals.growth} MiB`,
        isHeld: growth <= goals.growth,
      },
      {
        promise: `${load}: a page that everybody asks for, from the cache; refused, faults`,
        figure: `${Math.round(1000 * share) / 10} %; ${refused}, ${faults}`,
        goal: `>= ${hotShare * 100} %; any, 0`,
        isHeld: share >= hotShare && faults === 0,
      },
    ];
  } finally {
    await stopShop(server);
    forget();
  }
}
