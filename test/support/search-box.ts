import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer';
import { watchPage } from './browser.js';
import { openPage } from './open-page.js';

/** Selectors of the header's search box. */
export const field = 'input[name=query]';
export const ready = 'is-land[data-island=search-box][data-state=ready]';
export const isSuggestion = (request: HTTPRequest): boolean => request.url().includes('/api/search/suggestions');

/** A page with a search box, for a new visitor. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  errors: string[];
  /** Terms of the calls so far. */
  asked: string[];
}
export async function visit(browser: Browser, address: string, width: number): Promise<Visit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 740, hasTouch: width < 640, isMobile: width < 640 });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isSuggestion(request)) asked.push(new URL(request.url()).searchParams.get('query') ?? '');
  });
  const errors = watchPage(page);
  await openPage(page, address);
  return { page, context, errors, asked };
}
/** Presses Tab until the field has the focus. */
export async function tabToField(page: Page): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((query) => document.activeElement?.matches(query), field)) break;
  }
  await page.waitForSelector(ready);
}
