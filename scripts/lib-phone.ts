/** A slow phone: Chromium with a slow CPU on a slow network, and its measurements of a page. */
import puppeteer, { type CDPSession, type Page } from 'puppeteer';
import { chromium } from './lib-chromium.ts';

export const slowdown = 6;
export const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
export const viewport = { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** A page rests after so many milliseconds without a request. */
const restMs = 800;

/** The browser's measurements of a page. */
interface Seen {
  shift: number;
  tasks: [start: number, milliseconds: number][];
  scripts: number[];
  lcp: number;
}
/** Measurements that the lab stores in the page. */
declare global {
  interface Window {
    seen: Seen;
    tapped?: { ms: number; isShown: boolean };
    touched?: number;
    answered?: number;
  }
}
/** Fields that the platform's types lack. */
interface Entry extends PerformanceEntry {
  hadRecentInput?: boolean;
  value?: number;
  scripts?: { duration: number }[];
}

/** Runs before the page and stores the browser's measurements. */
function observe(): void {
  const seen: Seen = { shift: 0, tasks: [], scripts: [], lcp: 0 };
  window.seen = seen;
  const watch = (type: string, take: (entry: Entry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value ?? 0;
  });
  watch('longtask', (entry) => void seen.tasks.push([entry.startTime, entry.duration]));
  watch(
    'long-animation-frame',
    (entry) => void seen.scripts.push(...(entry.scripts ?? []).map(({ duration }) => duration)),
  );
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
}

export const browser = await puppeteer.launch({
  executablePath: chromium(),
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-gpu'],
});

/** A page that loads on the slow phone. */
interface Phone {
  page: Page;
  loading: ReturnType<Page['goto']>;
}

/**
 * Opens an address on the slow phone with an empty cache; `use` gets the page while it loads.
 * @param watch runs before the page. Only visits need it, because it delays each tap by some milliseconds
 */
async function onPhone<Result>(
  address: string,
  cookie: string | undefined,
  use: (phone: Phone) => Promise<Result>,
  watch?: () => void,
): Promise<Result> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(viewport);
    if (cookie) await context.setCookie(...cookie.split('; ').map((pair) => cookieOf(pair, address)));
    const cdp = await page.createCDPSession();
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    if (watch) await page.evaluateOnNewDocument(watch);
    const loading = page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    return await use({ page, loading });
  } finally {
    await context.close();
  }
}
const cookieOf = (pair: string, address: string) => {
  const [name = '', ...value] = pair.split('=');
  return { name, value: value.join('='), domain: new URL(address).hostname, path: '/' };
};
/**
 * Ends the tracing of errors. Puppeteer turns it on, and Chromium then finds the positions of each stack. React makes an
 * error when its module runs, so Chromium would read all of React once more, for some 80 ms that no phone needs.
 */
async function endErrorTraces(page: Page): Promise<void> {
  await (page as unknown as { _client(): CDPSession })._client().send('Runtime.disable');
  await new Promise((resolve) => setTimeout(resolve, 300));
}
const rested = (page: Page) => page.waitForNetworkIdle({ idleTime: restMs, timeout: 120_000 });

/** Loads a page and waits until it rests. Times are milliseconds. */
export const visit = (address: string, cookie: string | undefined) =>
  onPhone(
    address,
    cookie,
    async ({ page, loading }) => {
      await loading;
      await rested(page);
      return page.evaluate(() => {
        const { shift, tasks, scripts, lcp } = window.seen;
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
        const blocking = tasks.filter(([start]) => start >= fcp).reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0);
        return {
          ttfb: (navigation?.responseStart ?? 0) - (navigation?.requestStart ?? 0),
          fcp,
          lcp,
          tbt: blocking,
          cls: shift,
          longestScript: Math.max(0, ...scripts),
        };
      });
    },
    observe,
  );

/** Milliseconds from a tap on the first add button to the next paint; NaN if that does not show the count. */
export const tapToAdd = (address: string, isEarly: boolean) =>
  onPhone(address, undefined, async ({ page, loading }) => {
    if (isEarly) {
      await page.waitForSelector('form[data-add] .buy');
      await page.evaluate(async () => {
        while (!performance.getEntriesByName('first-contentful-paint')[0]) await new Promise(requestAnimationFrame);
      });
    } else {
      await loading;
      await rested(page);
    }
    await page.evaluate(() => document.querySelector('form[data-add] .buy')?.scrollIntoView({ block: 'center' }));
    await new Promise((resolve) => setTimeout(resolve, isEarly ? 300 : 500));
    await page.evaluate(() => {
      addEventListener(
        'click',
        (event) =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              const ms = performance.now() - event.timeStamp;
              const form = document.querySelector<HTMLFormElement>('form[data-add]');
              const packs = Math.ceil(Number(form?.quantity.value) / Number(form?.dataset.add));
              const isShown = document.querySelector('[data-cart-count]')?.textContent === `${packs}`;
              window.tapped = { ms, isShown };
            }),
          ),
        { once: true, capture: true },
      );
    });
    await endErrorTraces(page);
    await page.tap('form[data-add] .buy');
    await page.waitForFunction(() => window.tapped, { timeout: 60_000 });
    const { ms, isShown } = (await page.evaluate(() => window.tapped)) ?? { ms: Number.NaN, isShown: false };
    await loading.catch(() => {});
    return isShown ? ms : Number.NaN;
  });

/**
 * Milliseconds from the first touch of a widget with loaded code to the paints of the control and of the ready widget.
 */
export const touch = (address: string) =>
  onPhone(address, undefined, async ({ page, loading }) => {
    await loading;
    await rested(page);
    await page.evaluate(() => {
      const place = document.querySelector<HTMLElement>('is-land[data-island=search-box]');
      if (!place) throw new Error('the page has no search box');
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
    await endErrorTraces(page);
    await page.tap('is-land[data-island=search-box] input');
    await page.waitForFunction(() => window.touched, { timeout: 60_000 });
    return page.evaluate(() => ({ ready: window.touched ?? Number.NaN, native: window.answered ?? Number.NaN }));
  });
