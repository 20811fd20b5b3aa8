import type { HTTPRequest, Page } from 'puppeteer';

/** In a page: waits until the loader has filled in the visitor's own data. Resolves at once without script. */
export async function isPersonal(hasScript: boolean): Promise<true> {
  // The loader continues in two tasks after a frame, and was registered first.
  if (hasScript)
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));
  return true;
}

/** In a page: waits until the files that the loader fetches in advance have arrived. */
async function hasFiles(): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const files = [...document.querySelectorAll<HTMLElement>('[data-src]:not([data-when])')].flatMap(({ dataset }) =>
    (dataset.src as string).split(' ').map((file) => new URL(file, location.href).href),
  );
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (files.every((file) => performance.getEntriesByName(file).length > 0)) resolve();
    };
    new PerformanceObserver(look).observe({ type: 'resource' });
    look();
  });
}

/** Waits until a page has loaded, its loader has finished, and no request is pending. */
async function isSettled(page: Page, wait: { until: Promise<unknown>; isOver: boolean }): Promise<void> {
  const underWay = new Set<HTTPRequest>();
  let begun = 0;
  let ended = Promise.withResolvers<void>();
  const begin = (request: HTTPRequest): void => {
    begun++;
    underWay.add(request);
  };
  const end = (request: HTTPRequest): void => {
    underWay.delete(request);
    ended.resolve();
    ended = Promise.withResolvers();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await new Promise<void>((resolve) => {
      page.once('load', () => resolve());
      void wait.until.then(() => resolve());
    });
    while (!wait.isOver) {
      const before = begun;
      await Promise.race([page.evaluate(isPersonal, true).then(() => page.evaluate(hasFiles)), wait.until]);
      if (begun === before && underWay.size === 0) return;
      if (underWay.size > 0) await Promise.race([ended.promise, wait.until]);
    }
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
}

/**
 * Opens an address and waits until the page has settled. Chromium's own signal comes half a second later. The function
 * needs that only after a redirect by script, or if the driver misses the end of a request.
 * @param referer the page that a visitor comes from
 */
export async function openPage(page: Page, address: string, referer?: string): Promise<void> {
  const wait = { until: Promise.resolve<unknown>(null), isOver: false };
  const hasScript = page.isJavaScriptEnabled();
  const idle = page.goto(address, { waitUntil: hasScript ? 'networkidle0' : 'load', ...(referer && { referer }) });
  wait.until = idle
    .catch(() => {})
    .finally(() => {
      wait.isOver = true;
    });
  // If the quick way fails, the other one reports the reason.
  await (hasScript ? Promise.race([idle, isSettled(page, wait).catch(() => idle)]) : idle);
  // A busy machine may paint the first frame after the network has rested.
  if (hasScript) await page.evaluate(isPersonal, true).catch(() => {});
}

/** Waits until the deferred script has run, which a touch or the kept vehicle brings: it then listens to the page. */
export const isEnhanced = (page: Page): Promise<unknown> => page.waitForSelector('.loading-bar');

/** Waits until the deferred style sheet applies, which may follow the first content that needs it. */
export const isStyled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const [, sheet] = document.documentElement.dataset.src?.split(' ') ?? [];
    return [...document.styleSheets].some(({ href }) => sheet && href?.endsWith(sheet));
  });
