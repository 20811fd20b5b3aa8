/**
 * `npm run bench lab [-- --pairs 20 --pages home,article --write]`: what a visitor with a cheap phone waits for.
 * Chromium with a processor six times slower, 1.6 Mbit/s down, 0.75 up and 150 ms there and back, opens each page and
 * its static baseline in turn, always with an empty cache. The baseline is the same HTML with the same inlined style,
 * without any script, sent by `node:http` as densely compressed as the page, beside the same pictures and files:
 * nothing of the kind can be quicker. Then it taps: add to cart when the page rests and 300 ms after the first paint,
 * and a widget after idle. With `--write` the table is also in docs/performance.md.
 */
import { loadavg } from 'node:os';
import { quantile } from '../test/support/figures.ts';
import { copyCatalogue, findPages, type Pages, startShop, stopShop } from '../test/support/measured-shop.ts';
import { browser, network, slowdown, tapToAdd, touch, visit } from './lib-phone.ts';
import { option } from './lib-run.ts';
import { startStaticBaseline } from './lib-static-baseline.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const isKind = (name: string): name is keyof Pages => ['home', 'category', 'article', 'cart'].includes(name);
const pairs = Number(option('pairs', '20'));
const taps = Number(option('taps', String(Math.max(5, Math.ceil(pairs / 4)))));
const kinds = option('pages', 'home,category,article,cart').split(',').filter(isKind);

const sorted = (numbers: readonly number[]): number[] => numbers.filter(Number.isFinite).toSorted((a, b) => a - b);
/**
 * Limits of the 95 % interval of a median, which assumes nothing of how the numbers lie: the places that the middle of
 * so many is between (binomial distribution, in its normal approximation).
 */
function intervalOfMedian(ordered: readonly number[]): [number, number] {
  const place = Math.max(0, Math.floor(ordered.length / 2 - 0.98 * Math.sqrt(ordered.length)));
  return [ordered[place] ?? Number.NaN, ordered.at(-1 - place) ?? Number.NaN];
}
/** Median with its 95 % interval, and spread of a series. */
const spread = (numbers: readonly number[]) => ({
  median: quantile(sorted(numbers), 0.5),
  interval: intervalOfMedian(sorted(numbers)),
  min: Math.min(...sorted(numbers)),
  max: Math.max(...sorted(numbers)),
  n: sorted(numbers).length,
});
type Spread = ReturnType<typeof spread>;
const names = ['ttfb', 'fcp', 'lcp', 'tbt', 'cls', 'longestScript', 'requests', 'scriptBytes', 'aheadBytes'] as const;
type Name = (typeof names)[number];
type Run = Awaited<ReturnType<typeof visit>>;
interface PageResult {
  wire: number;
  twin: number;
  quality: number;
  shop: Record<Name, Spread>;
  static: Record<Name, Spread>;
  ratio: { fcp: Spread; lcp: Spread };
  tbtMore: Spread;
}
interface Result {
  pairs: number;
  slowdown: number;
  network: typeof network;
  load: number[];
  pages: Record<string, PageResult>;
  taps: Record<string, Spread & { lost: number }>;
  touch?: { ready: Spread; native: Spread };
}
const say = ({ median: middle, min, max }: Spread, digits = 0): string =>
  `${middle.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;

const loadNow = (): number => loadavg()[0] ?? Number.NaN;
const interval = ({ median, interval: [low, high] }: Spread, digits = 0): string =>
  `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
export async function measure(): Promise<Measured> {
  const catalogue = copyCatalogue();
  const result: Result = { pairs, slowdown, network, load: [loadNow()], pages: {}, taps: {} };
  const shop = await startShop(catalogue.dataDir, { LOG_LEVEL: 'silent' });
  try {
    const twin = await startStaticBaseline(shop.address);
    const { pages } = await findPages(shop.address);
    for (const kind of kinds) {
      const [path, { cookie }] = pages[kind];
      // Past the twentieth answer a page is kept in its densest form.
      for (let i = 0; i < 25; i += 1)
        await (await fetch(shop.address + path, { headers: { cookie: cookie ?? '' } })).arrayBuffer();
      const size = await twin.take(path, cookie ? { cookie } : {});
      const ours: Run[] = [];
      const theirs: Run[] = [];
      for (let pair = 0; pair < pairs; pair += 1) {
        const turns = [
          () => visit(shop.address + path, cookie).then((run) => ours.push(run)),
          () => visit(twin.origin + path, null).then((run) => theirs.push(run)),
        ];
        for (const turn of pair % 2 === 0 ? turns : turns.reverse()) await turn();
      }
      const of = (runs: readonly Run[]): Record<Name, Spread> => {
        const spreadOf = (name: Name): [Name, Spread] => [name, spread(runs.map((run) => run[name]))];
        return Object.fromEntries(names.map(spreadOf)) as Record<Name, Spread>;
      };
      const against = (name: Name, compare: (our: number, their: number) => number): Spread =>
        spread(ours.map((run, index) => compare(run[name], theirs[index]?.[name] ?? Number.NaN)));
      const ratio = (name: Name): Spread => against(name, (our, their) => our / their);
      result.pages[kind] = {
        ...size,
        shop: of(ours),
        static: of(theirs),
        ratio: { fcp: ratio('fcp'), lcp: ratio('lcp') },
        tbtMore: against('tbt', (our, their) => our - their),
      };
      result.load.push(loadNow());
      console.log(`${kind}: ${pairs} pairs, load ${loadNow().toFixed(1)}`);
    }
    await twin.stop();

    const article = shop.address + pages.article[0];
    for (const [name, isEarly] of [
      ['settled', false],
      ['early', true],
    ] as const) {
      const runs: number[] = [];
      for (let run = 0; run < taps; run += 1) runs.push(await tapToAdd(article, isEarly));
      const tapped = { ...spread(runs), lost: runs.filter(Number.isNaN).length };
      result.taps[name] = tapped;
      console.log(`add to cart, tap to paint, ${name}: ${say(tapped)} ms, ${tapped.lost} of ${taps} lost`);
    }
    const touches: Awaited<ReturnType<typeof touch>>[] = [];
    for (let run = 0; run < taps; run += 1) touches.push(await touch(`${shop.address}/`));
    result.touch = {
      ready: spread(touches.map(({ ready }) => ready)),
      native: spread(touches.map(({ native }) => native)),
    };
    console.log(
      `first touch after idle: widget ready ${say(result.touch.ready)} ms, native control ${say(result.touch.native)} ms`,
    );
  } finally {
    await browser.close();
    await stopShop(shop);
    catalogue.forget();
  }
  const ofPages = markdownTable(
    ['page', 'LCP, ms', 'LCP to baseline', 'blocking time above baseline, ms', 'layout shift'],
    Object.entries(result.pages).map(([kind, page]) => [
      kind,
      interval(page.shop.lcp),
      interval(page.ratio.lcp, 2),
      interval(page.tbtMore),
      interval(page.shop.cls, 3),
    ]),
  );
  const ofTouches = markdownTable(
    ['touch', 'ms'],
    [
      ...Object.entries(result.taps).map(([name, tapped]) => [
        `add to cart, tap to paint, ${name}`,
        `${interval(tapped)}, ${tapped.lost} of ${taps} lost`,
      ]),
      ...(result.touch
        ? [
            ['first touch of a React widget after idle', interval(result.touch.ready)],
            ['the native control in its place', interval(result.touch.native)],
          ]
        : []),
    ],
  );
  const tooLong = Object.entries(result.pages).filter(([, { shop }]) => shop.longestScript.median > 50);
  return {
    result,
    text: `${ofPages}\n\n${ofTouches}\n\nMedians of ${pairs} pairs and ${taps} taps, with their 95 % intervals.`,
    places: { 'docs/performance.md': 'phone' },
    isOfMachine: true,
    fault:
      tooLong.length > 0
        ? `A script holds the thread for 50 ms before the first touch: ${tooLong.map(([kind]) => kind)}`
        : undefined,
  };
}
