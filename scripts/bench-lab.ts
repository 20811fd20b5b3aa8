/**
 * `npm run bench lab [-- --pairs 20 --pages home,article --write]`: measures pages on a cheap phone. Chromium has a CPU
 * six times slower, 1.6 Mbit/s down, 0.75 up and a round trip of 150 ms. It opens each page and its static baseline in
 * turn, always with an empty cache. The baseline is the same HTML with the same inlined style and no script. A plain
 * `node:http` server sends it with the same compression and the same files, so no page with this content can be faster.
 * Then the bench taps: add to cart when the page rests and 300 ms after the first paint, and a widget after idle.
 * `--write` puts the table into docs/performance.md.
 */
import { loadavg } from 'node:os';
import { quantile } from '../test/support/figures.ts';
import { findPages, type Pages, withShop } from '../test/support/measured-shop.ts';
import { browser, network, slowdown, tapToAdd, touch, visit } from './lib-phone.ts';
import { option } from './lib-run.ts';
import { startStaticBaseline } from './lib-static-baseline.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const isKind = (name: string): name is keyof Pages => ['home', 'category', 'article', 'cart'].includes(name);
const pairs = Number(option('pairs', '20'));
const taps = Number(option('taps', String(Math.max(5, Math.ceil(pairs / 4)))));
const kinds = option('pages', 'home,category,article,cart').split(',').filter(isKind);

/** Median of a series with its 95 % interval, without an assumption about the distribution. */
function spread(numbers: readonly number[]) {
  const sorted = numbers.filter(Number.isFinite).toSorted((a, b) => a - b);
  // Bounds of the median by the binomial distribution, in its normal approximation.
  const place = Math.max(0, Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)));
  const [low = Number.NaN, high = Number.NaN] = [sorted[place], sorted.at(-1 - place)];
  return { median: quantile(sorted, 0.5), low, high, n: sorted.length };
}
type Spread = ReturnType<typeof spread>;
const cellOf = ({ median, low, high }: Spread, digits = 0): string =>
  `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;

type Run = Awaited<ReturnType<typeof visit>>;
const names = ['ttfb', 'fcp', 'lcp', 'tbt', 'cls', 'longestScript'] as const;
const spreadsOf = (runs: readonly Run[]) =>
  Object.fromEntries(names.map((name) => [name, spread(runs.map((run) => run[name]))])) as Record<keyof Run, Spread>;

/** Opens a page and its baseline in alternating order. */
async function comparePage(url: string, baseline: string, cookie: string | undefined) {
  const ours: Run[] = [];
  const theirs: Run[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const turns = [
      () => visit(url, cookie).then((run) => ours.push(run)),
      () => visit(baseline, undefined).then((run) => theirs.push(run)),
    ];
    for (const turn of pair % 2 === 0 ? turns : turns.reverse()) await turn();
  }
  const against = (name: keyof Run, compare: (our: number, their: number) => number): Spread =>
    spread(ours.map((run, index) => compare(run[name], theirs[index]?.[name] ?? Number.NaN)));
  return {
    shop: spreadsOf(ours),
    static: spreadsOf(theirs),
    lcpRatio: against('lcp', (our, their) => our / their),
    tbtMore: against('tbt', (our, their) => our - their),
  };
}

/** Runs a measurement several times. */
async function repeated<Value>(work: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let run = 0; run < taps; run += 1) values.push(await work());
  return values;
}

async function measureShop(origin: string) {
  const baseline = await startStaticBaseline(origin);
  const { pages } = await findPages(origin);
  const results: Record<string, Awaited<ReturnType<typeof comparePage>>> = {};
  for (const kind of kinds) {
    const [path, { cookie }] = pages[kind];
    // After twenty requests the shop compresses a cached page at its highest level.
    for (let i = 0; i < 25; i += 1)
      await (await fetch(origin + path, { headers: { cookie: cookie ?? '' } })).arrayBuffer();
    await baseline.take(path, cookie ? { cookie } : {});
    results[kind] = await comparePage(origin + path, baseline.origin + path, cookie);
    console.log(`${kind}: ${pairs} pairs, load ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`);
  }
  await baseline.stop();
  const article = origin + pages.article[0];
  const [settled, early] = [
    await repeated(() => tapToAdd(article, false)),
    await repeated(() => tapToAdd(article, true)),
  ];
  const touches = await repeated(() => touch(`${origin}/`));
  const tapped = (times: readonly number[]): string =>
    `${cellOf(spread(times))}, ${times.filter(Number.isNaN).length} of ${taps} lost`;
  const ofTouches = {
    'add to cart, tap to paint, settled': tapped(settled),
    'add to cart, tap to paint, early': tapped(early),
    'first touch of a React widget after idle': cellOf(spread(touches.map(({ ready }) => ready))),
    'the native control in its place': cellOf(spread(touches.map(({ native }) => native))),
  };
  return { pages: results, touches: ofTouches };
}

export async function measure(): Promise<Measured> {
  const { pages, touches } = await withShop({ LOG_LEVEL: 'silent' }, ({ address }) => measureShop(address)).finally(
    () => browser.close(),
  );
  const ofPages = markdownTable(
    ['page', 'LCP, ms', 'LCP to baseline', 'blocking time above baseline, ms', 'layout shift'],
    Object.entries(pages).map(([kind, { shop, lcpRatio, tbtMore }]) => [
      kind,
      cellOf(shop.lcp),
      cellOf(lcpRatio, 2),
      cellOf(tbtMore),
      cellOf(shop.cls, 3),
    ]),
  );
  const ofTouches = markdownTable(['touch', 'ms'], Object.entries(touches));
  const tooLong = Object.keys(pages).filter((kind) => (pages[kind]?.shop.longestScript.median ?? 0) > 50);
  return {
    result: { pairs, slowdown, network, pages, touches },
    text: `${ofPages}\n\n${ofTouches}\n\nMedians of ${pairs} pairs and ${taps} taps, with their 95 % intervals.`,
    places: { 'docs/performance.md': 'phone' },
    isOfMachine: true,
    fault:
      tooLong.length > 0
        ? `A script holds the thread for 50 ms before the first touch: ${tooLong.join(', ')}`
        : undefined,
  };
}
