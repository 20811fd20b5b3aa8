import { setTimeout } from 'node:timers/promises';
import type { HTTPRequest, Page } from 'puppeteer';

/** Milliseconds without a request after which a page has settled. */
const quietMs = 100;

/**
 * Waits until a page is loaded, its script has done what it does when the browser is idle, and no request is under way.
 */
async function isSettled(page: Page, wait: { until: Promise<unknown>; isOver: boolean }): Promise<void> {
  const underWay = new Set<HTTPRequest>();
  let changedAt = performance.now();
  const begin = (request: HTTPRequest): void => {
    underWay.add(request);
    changedAt = performance.now();
  };
  const end = (request: HTTPRequest): void => {
    underWay.delete(request);
    changedAt = performance.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await new Promise<void>((resolve) => {
      page.once('load', () => resolve());
      void wait.until.then(() => resolve());
    });
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 })));
    while (!wait.isOver && (underWay.size > 0 || performance.now() < changedAt + quietMs))
      await setTimeout(quietMs / 4);
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
}

/**
 * Opens an address and waits until the page has settled. Chromium's own sign of that comes half a second later; it is
 * waited for only where a page goes on to another one, or where the driver is not told how a request has ended.
 */
export async function openPage(page: Page, address: string): Promise<void> {
  const wait = { until: Promise.resolve<unknown>(null), isOver: false };
  const hasScript = page.isJavaScriptEnabled();
  const idle = page.goto(address, { waitUntil: hasScript ? 'networkidle0' : 'load' });
  wait.until = idle
    .catch(() => {})
    .finally(() => {
      wait.isOver = true;
    });
  // Whatever hinders the quick way, the other one tells it.
  await (hasScript ? Promise.race([idle, isSettled(page, wait).catch(() => idle)]) : idle);
}
