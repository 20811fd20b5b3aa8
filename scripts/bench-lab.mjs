/**
 * `npm run bench lab [-- --pairs 20 --pages home,article --runtimes react,preact]`: what a visitor with a cheap phone
 * waits for. Chromium with a processor six times slower, 1.6 Mbit/s down, 0.75 up and 150 ms there and back, opens each
 * page and its static twin in turn, always with an empty cache. The twin is the same HTML with the same inlined style,
 * without any script, sent by `node:http` as densely compressed as the page, beside the same pictures and files: nothing
 * of the kind can be quicker. Then it taps: add to cart when the page rests and 300 ms after the first paint, and a
 * widget after idle, with each client runtime. Prints a table and writes `dist/bench-lab.json`.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { brotliCompressSync, constants } from 'node:zlib';
import puppeteer from 'puppeteer';
import { build } from './build.mjs';
import { at, buildIfStale, install } from './lib-run.mjs';
import { copyCatalogue, findPages, startShop, stopShop } from './lib-shop.mjs';

const option = (name, fallback) => {
  const index = process.argv.indexOf(`--${name}`);
  return index > 0 ? process.argv[index + 1] : fallback;
};
const pairs = Number(option('pairs', 20));
const taps = Number(option('taps', Math.max(5, Math.ceil(pairs / 4))));
const runtimes = option('runtimes', 'react,preact').split(',');
const kinds = option('pages', 'home,category,article,cart').split(',');

const slowdown = 6;
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const viewport = { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Milliseconds without a request after which a page rests. */
const rest = 800;

const brotli = (bytes, quality) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
  });

/** Serves twins of pages; everything else it gets from the shop once and keeps. */
async function startTwin(origin) {
  const pages = new Map();
  const files = new Map();
  const fileOf = async (path, encoding) => {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isText = /text|svg|json|javascript/.test(type) && encoding.includes('br');
    return { status: answer.status, type, br: isText, bytes: isText ? brotli(bytes, 5) : bytes };
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    let found = pages.get(path) ?? files.get(path);
    if (!found) {
      found = await fileOf(path, String(request.headers['accept-encoding']));
      files.set(path, found);
    }
    response.statusCode = found.status;
    response.setHeader('content-type', found.type);
    if (found.br) response.setHeader('content-encoding', 'br');
    response.setHeader('content-length', found.bytes.length);
    response.end(found.bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    /** Takes the page as it is sent now, and compresses its twin with the quality that this takes. */
    async take(path, headers) {
      const plain = await (
        await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
      ).text();
      const sent = await fetch(origin + path, { method: 'HEAD', headers: { 'accept-encoding': 'br', ...headers } });
      const length = Number(sent.headers.get('content-length'));
      const off = (quality) => Math.abs(brotli(plain, quality).length - length);
      const quality = [2, 3, 4, 5, 11].sort((a, b) => off(a) - off(b))[0];
      const html = plain.replace(/<script(?! type="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g, '');
      pages.set(path, { status: 200, type: 'text/html; charset=utf-8', br: true, bytes: brotli(html, quality) });
      return { wire: length, twin: pages.get(path).bytes.length, quality };
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** Runs before the page: keeps what the browser says about its own work. */
function observe() {
  const seen = { shift: 0, tasks: [], scripts: [], lcp: 0, events: [] };
  window.seen = seen;
  const watch = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
  watch('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
  watch('long-animation-frame', (entry) => seen.scripts.push(...entry.scripts.map(({ duration }) => duration)));
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('event', (entry) => seen.events.push([entry.name, entry.duration]), { durationThreshold: 16 });
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-gpu'],
});

/** Opens an address on the slow phone with nothing in the cache; `use` gets the page while it loads. */
async function onPhone(address, cookie, use) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(viewport);
    if (cookie) await context.setCookie(...cookie.split('; ').map((pair) => cookieOf(pair, address)));
    const cdp = await page.createCDPSession();
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.evaluateOnNewDocument(observe);
    const requests = [];
    const bytes = new Map();
    cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) =>
      requests.push([requestId, type, request.url]),
    );
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
    const loading = page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    return await use({ page, loading, requests, bytes });
  } finally {
    await context.close();
  }
}
const cookieOf = (pair, address) => {
  const [name, ...value] = pair.split('=');
  return { name, value: value.join('='), domain: new URL(address).hostname, path: '/' };
};
const rested = (page) => page.waitForNetworkIdle({ idleTime: rest, timeout: 120_000 });

/** Loads a page, lets it rest, touches nothing. */
const visit = (address, cookie) =>
  onPhone(address, cookie, async ({ page, loading, requests, bytes }) => {
    await loading;
    await rested(page);
    const seen = await page.evaluate(() => {
      const { shift, tasks, scripts, lcp } = window.seen;
      const [navigation] = performance.getEntriesByType('navigation');
      const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const blocking = tasks.filter(([start]) => start >= fcp).reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0);
      return {
        ttfb: navigation.responseStart - navigation.requestStart,
        fcp,
        lcp,
        tbt: blocking,
        cls: shift,
        longestScript: Math.max(0, ...scripts),
      };
    });
    const sum = (type) =>
      requests.filter(([, own]) => own === type).reduce((total, [id]) => total + (bytes.get(id) ?? 0), 0);
    return { ...seen, requests: requests.length, scriptBytes: sum('Script'), aheadBytes: sum('Fetch') };
  });

/** Milliseconds from a tap on the first button that adds, to the next paint; the count stands by then. */
const tapToAdd = (address, isEarly) =>
  onPhone(address, null, async ({ page, loading }) => {
    if (isEarly) {
      await page.waitForSelector('form[data-add] button');
      await page.evaluate(async () => {
        while (!performance.getEntriesByName('first-contentful-paint')[0]) await new Promise(requestAnimationFrame);
      });
      await page.evaluate(() => document.querySelector('form[data-add] button').scrollIntoView({ block: 'center' }));
      await new Promise((resolve) => setTimeout(resolve, 300));
    } else {
      await loading;
      await rested(page);
      await page.evaluate(() => document.querySelector('form[data-add] button').scrollIntoView({ block: 'center' }));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await page.evaluate(() => {
      addEventListener(
        'click',
        (event) =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              const shown = document.querySelector('[data-cart-count]')?.textContent;
              window.tapped = { ms: performance.now() - event.timeStamp, shown };
            }),
          ),
        { once: true, capture: true },
      );
    });
    await page.tap('form[data-add] button');
    await page.waitForFunction(() => window.tapped, { timeout: 60_000 });
    const { ms, shown } = await page.evaluate(() => window.tapped);
    await loading.catch(() => {});
    return shown === '1' ? ms : Number.NaN;
  });

/** Milliseconds from the first touch of a widget, its code being there, to the paint after it is ready. */
const touch = (address) =>
  onPhone(address, null, async ({ page, loading }) => {
    await loading;
    await rested(page);
    await page.evaluate(() => {
      const place = document.querySelector('is-land[data-island=search-box]');
      addEventListener(
        'pointerdown',
        (event) => {
          requestAnimationFrame(() =>
            setTimeout(() => {
              window.answered = performance.now() - event.timeStamp;
            }),
          );
          new MutationObserver((_, observer) => {
            if (place.dataset.state !== 'ready') return;
            observer.disconnect();
            requestAnimationFrame(() =>
              setTimeout(() => {
                window.touched = performance.now() - event.timeStamp;
              }),
            );
          }).observe(place, { attributes: true });
        },
        { once: true, capture: true },
      );
    });
    await page.tap('is-land[data-island=search-box] input');
    await page.waitForFunction(() => window.touched, { timeout: 60_000 });
    return page.evaluate(() => ({ ready: window.touched, native: window.answered }));
  });

const sorted = (numbers) => numbers.filter(Number.isFinite).toSorted((a, b) => a - b);
const median = (numbers) => sorted(numbers)[Math.floor(sorted(numbers).length / 2)] ?? Number.NaN;
/** Median and spread of a series. */
const spread = (numbers) => ({
  median: median(numbers),
  min: Math.min(...sorted(numbers)),
  max: Math.max(...sorted(numbers)),
  n: sorted(numbers).length,
});
const say = ({ median: middle, min, max }, digits = 0) =>
  `${middle.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;

await install();
await buildIfStale();
const catalogue = await copyCatalogue();
const result = { pairs, slowdown, network, load: [loadavg()[0]], pages: {}, taps: {}, touch: {} };
let shop = await startShop(catalogue.dataDir, { LOG_LEVEL: 'silent' });
try {
  const twin = await startTwin(shop.address);
  const { pages } = await findPages(shop.address);
  for (const kind of kinds) {
    const [path, { cookie }] = pages[kind];
    // Past the twentieth answer a page is kept in its densest form.
    for (let i = 0; i < 25; i += 1)
      await (await fetch(shop.address + path, { headers: { cookie: cookie ?? '' } })).arrayBuffer();
    const size = await twin.take(path, cookie ? { cookie } : {});
    const ours = [];
    const theirs = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const turns = [
        () => visit(shop.address + path, cookie).then((run) => ours.push(run)),
        () => visit(twin.origin + path, null).then((run) => theirs.push(run)),
      ];
      for (const turn of pair % 2 === 0 ? turns : turns.reverse()) await turn();
    }
    const of = (runs, name) => spread(runs.map((run) => run[name]));
    const ratio = (name) => spread(ours.map((run, index) => run[name] / theirs[index][name]));
    const names = ['ttfb', 'fcp', 'lcp', 'tbt', 'cls', 'longestScript', 'requests', 'scriptBytes', 'aheadBytes'];
    result.pages[kind] = {
      ...size,
      shop: Object.fromEntries(names.map((name) => [name, of(ours, name)])),
      static: Object.fromEntries(names.map((name) => [name, of(theirs, name)])),
      ratio: { fcp: ratio('fcp'), lcp: ratio('lcp') },
      tbtMore: spread(ours.map((run, index) => run.tbt - theirs[index].tbt)),
    };
    result.load.push(loadavg()[0]);
    console.log(`${kind}: ${pairs} pairs, load ${loadavg()[0].toFixed(1)}`);
  }
  console.table(
    Object.fromEntries(
      Object.entries(result.pages).flatMap(([kind, { wire, twin: twinWire, ...page }]) =>
        ['shop', 'static'].map((who) => [
          `${kind} ${who}`,
          {
            'HTML B': who === 'shop' ? wire : twinWire,
            TTFB: say(page[who].ttfb),
            FCP: say(page[who].fcp),
            LCP: say(page[who].lcp),
            'LCP ratio': who === 'shop' ? say(page.ratio.lcp, 2) : '',
            TBT: say(page[who].tbt),
            'TBT more': who === 'shop' ? say(page.tbtMore) : '',
            CLS: say(page[who].cls, 3),
            'script ms': say(page[who].longestScript),
            'JS before B': page[who].scriptBytes.median,
            'ahead B': page[who].aheadBytes.median,
            requests: page[who].requests.median,
          },
        ]),
      ),
    ),
  );
  await twin.stop();

  const article = shop.address + pages.article[0];
  for (const [name, isEarly] of [
    ['settled', false],
    ['early', true],
  ]) {
    const runs = [];
    for (let run = 0; run < taps; run += 1) runs.push(await tapToAdd(article, isEarly));
    result.taps[name] = { ...spread(runs), lost: runs.filter(Number.isNaN).length };
    console.log(
      `add to cart, tap to paint, ${name}: ${say(result.taps[name])} ms, ${result.taps[name].lost} of ${taps} lost`,
    );
  }
  for (const runtime of runtimes) {
    if (runtime !== 'react') {
      await stopShop(shop);
      await build({ runtime });
      shop = await startShop(catalogue.dataDir, { LOG_LEVEL: 'silent' });
    }
    const runs = [];
    for (let run = 0; run < taps; run += 1) runs.push(await touch(`${shop.address}/`));
    result.touch[runtime] = {
      ready: spread(runs.map(({ ready }) => ready)),
      native: spread(runs.map(({ native }) => native)),
    };
    console.log(
      `first touch after idle, ${runtime}: widget ready ${say(result.touch[runtime].ready)} ms, native control ${say(result.touch[runtime].native)} ms`,
    );
    if (runtime !== 'react') await build();
  }
} finally {
  await browser.close();
  await stopShop(shop);
  catalogue.forget();
}
writeFileSync(at('dist/bench-lab.json'), JSON.stringify(result, null, 2));
