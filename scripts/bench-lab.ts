/**
 * `npm run bench lab [-- --runs 25 --pages home,article --write]`: measures pages on a cheap phone. Chromium has a CPU
 * six times slower, 1.6 Mbit/s down, 0.75 up and a round trip of 150 ms. It opens three versions of each page in turn,
 * always with an empty cache. They are the page of the shop, its static baseline and the least page
 * (`lib-least-page.ts`). The baseline is the same HTML as a file. A plain `node:http` server sends the two files.
 * Then the bench taps: add to cart when the page rests and 300 ms after the first paint, and a widget after idle.
 * `--write` puts the table into docs/performance.md.
 */
import { loadavg } from 'node:os';
import { quantile } from '../test/support/figures.ts';
import { findPages, type Pages, withShop } from '../test/support/measured-shop.ts';
import { leastPage } from './lib-least-page.ts';
import { browser, network, slowdown, tapToAdd, touch, viewport, visit } from './lib-phone.ts';
import { option } from './lib-run.ts';
import { startStaticPages } from './lib-static-baseline.ts';
import { type Measured, markdownTable } from './lib-table.ts';

const isKind = (name: string): name is keyof Pages => ['home', 'category', 'article', 'cart'].includes(name);
const runs = Number(option('runs', '25'));
const taps = Number(option('taps', '15'));
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
const spreadsOf = (seen: readonly Run[]) =>
  Object.fromEntries(names.map((name) => [name, spread(seen.map((run) => run[name]))])) as Record<keyof Run, Spread>;

/** Opens the versions of a page in turn, each time beginning with another one. */
async function comparePage(url: string, baseline: string, least: string, cookie: string | undefined) {
  const versions = [
    { address: url, cookie, seen: [] as Run[] },
    { address: baseline, cookie: undefined, seen: [] as Run[] },
    { address: least, cookie: undefined, seen: [] as Run[] },
  ] as const;
  for (let run = 0; run < runs; run += 1)
    for (const index of [0, 1, 2]) {
      const version = versions[(run + index) % 3] ?? versions[0];
      version.seen.push(await visit(version.address, version.cookie));
    }
  const [shop, ofBaseline, ofLeast] = versions.map(({ seen }) => seen) as [Run[], Run[], Run[]];
  const against = (name: keyof Run, other: Run[], compare = (our: number, their: number) => our / their): Spread =>
    spread(shop.map((run, index) => compare(run[name], other[index]?.[name] ?? Number.NaN)));
  return {
    shop: spreadsOf(shop),
    static: spreadsOf(ofBaseline),
    least: spreadsOf(ofLeast),
    afterFirst: spread(shop.map(({ lcp, fcp }) => lcp - fcp)),
    lcpToStatic: against('lcp', ofBaseline),
    lcpToLeast: against('lcp', ofLeast),
    fcpToLeast: against('fcp', ofLeast),
    tbtMore: against('tbt', ofLeast, (our, their) => our - their),
  };
}

/** Runs a measurement several times. */
async function repeated<Value>(work: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let run = 0; run < taps; run += 1) values.push(await work());
  return values;
}

async function leastOf(address: string, cookie: string | undefined) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(viewport);
  if (cookie) await page.setExtraHTTPHeaders({ cookie });
  return leastPage(page, address).finally(() => context.close());
}

async function measureShop(origin: string) {
  const statics = await startStaticPages(origin);
  const { pages } = await findPages(origin);
  const results: Record<string, Awaited<ReturnType<typeof comparePage>>> = {};
  for (const kind of kinds) {
    const [path, { cookie }] = pages[kind];
    const headers: Record<string, string> = cookie ? { cookie } : {};
    // After twenty requests the shop compresses a cached page at its highest level.
    for (let i = 0; i < 25; i += 1) await (await fetch(origin + path, { headers })).arrayBuffer();
    await statics.addBaseline(path, headers);
    const { html, drawings } = await leastOf(origin + path, cookie);
    statics.addPage(`/least${path}`, html);
    for (const [index, drawing] of drawings.entries()) statics.addDrawing(`/drawing-${index + 1}.svg`, drawing);
    results[kind] = await comparePage(origin + path, statics.origin + path, `${statics.origin}/least${path}`, cookie);
    console.log(`${kind}: ${runs} runs, load ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`);
  }
  await statics.stop();
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
    [
      'page',
      'FCP, ms',
      'LCP, ms',
      'LCP after FCP, ms',
      'LCP to static baseline',
      'FCP to least page',
      'LCP to least page',
      'blocking time above least page, ms',
      'layout shift',
    ],
    Object.entries(pages).map(([kind, { shop, afterFirst, lcpToStatic, fcpToLeast, lcpToLeast, tbtMore }]) => [
      kind,
      cellOf(shop.fcp),
      cellOf(shop.lcp),
      cellOf(afterFirst),
      cellOf(lcpToStatic, 2),
      cellOf(fcpToLeast, 2),
      cellOf(lcpToLeast, 2),
      cellOf(tbtMore),
      cellOf(shop.cls, 3),
    ]),
  );
  const ofTouches = markdownTable(['touch', 'ms'], Object.entries(touches));
  const tooLong = Object.keys(pages).filter((kind) => (pages[kind]?.shop.longestScript.median ?? 0) > 50);
  return {
    result: { runs, slowdown, network, pages, touches },
    text: `${ofPages}\n\n${ofTouches}\n\nMedians of ${runs} runs and ${taps} taps, with their 95 % intervals.`,
    places: { 'docs/performance.md': 'phone' },
    isOfMachine: true,
    fault:
      tooLong.length > 0
        ? `A script holds the thread for 50 ms before the first touch: ${tooLong.join(', ')}`
        : undefined,
  };
}
