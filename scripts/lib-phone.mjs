/** A slow phone: Chromium with a slow processor on a slow network, and what it notices of a page. */
import puppeteer from 'puppeteer';

export const slowdown = 6;
export const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const viewport = { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Milliseconds without a request after which a page rests. */
const rest = 800;

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

export const browser = await puppeteer.launch({
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
export const visit = (address, cookie) =>
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
export const tapToAdd = (address, isEarly) =>
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
export const touch = (address) =>
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
