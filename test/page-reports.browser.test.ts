import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { shiftBounds, timeBounds } from '../views/vitals.js';
import { watchPage } from './support/browser.js';
import { openPage } from './support/open-page.js';
import { setStage } from './support/shared-shop.js';
import { logged } from './support/shop.js';
import { submit } from './support/walk.js';

/**
 * Reports of a real browser about errors and speed. `client/enhance/reports.test.ts` covers the choice of errors and
 * the rounding.
 */
const stage = setStage({ VITALS_SAMPLE: '100' });

const newPage = async (): Promise<Page> => (await stage.browser.createBrowserContext()).newPage();
const isReport = (request: { url(): string }): boolean => request.url().endsWith('/api/browser-errors');

test('an error is reported with its place and without its message', async () => {
  const page = await newPage();
  await openPage(page, `${stage.shop.origin}/fr-FR/`);
  await page.click('h1');
  await page.waitForSelector('.loading-bar');
  const answered = page.waitForResponse((response) => isReport(response));
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('canary');
    });
  });
  const response = await answered;
  expect(response.status()).toBe(204);
  expect(JSON.parse(response.request().postData() ?? '{}')).toEqual({
    build: await page.evaluate(() => document.documentElement.dataset.build),
    chunk: 'page',
    kind: 'error',
    locale: 'fr-FR',
    route: 'home',
  });
  expect(JSON.stringify(stage.shop.log)).not.toContain('canary');
  await page.browserContext().close();
});

test('a widget that crashes at its first touch is reported, although the reporter loads after it', async () => {
  const page = await newPage();
  await openPage(page, `${stage.shop.origin}/`);
  await page.$eval('is-land[data-island=vehicle-picker]', (place) => {
    const props = JSON.parse((place as HTMLElement).dataset.props ?? '{}');
    (place as HTMLElement).dataset.props = JSON.stringify({ ...props, texts: null });
  });
  const report = page.waitForRequest(isReport);
  await page.focus('select[name=manufacturerId]');
  expect(JSON.parse((await report).postData() ?? '{}')).toMatchObject({
    route: 'home',
    chunk: expect.stringMatching(/\.js$/),
  });
  await page.browserContext().close();
});

/** Waits until the browser has measured something of this type, which it does after a frame. */
const entryOf = (page: Page, type: string): Promise<void> =>
  page.evaluate(
    (of) =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: of, buffered: true });
      }),
    type,
  );

test('a page that was touched tells once, when it is left, how fast it was; one that was not touched says nothing', async () => {
  const page = await newPage();
  const errors = watchPage(page);
  const isOfThis = ({ event, edition }: Record<string, unknown>): boolean => event === 'vitals' && edition === 'it-IT';
  await openPage(page, `${stage.shop.origin}/it-IT/`);
  await openPage(page, `${stage.shop.origin}/it-IT/`);
  await entryOf(page, 'largest-contentful-paint');
  await page.click('h1');
  await page.waitForSelector('.loading-bar');
  await entryOf(page, 'first-input');
  expect(stage.shop.log.filter(isOfThis)).toEqual([]);
  // Some browsers fire this event twice.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await submit(page, 'footer a[href*="/informazioni/"]');
  await page.keyboard.press('Tab');
  await page.waitForSelector('.loading-bar');
  await page.goto('about:blank');
  await logged(stage.shop, isOfThis, 2);
  const views = stage.shop.log.filter(isOfThis);
  expect(views.map(({ route }) => route)).toEqual(['home', 'information']);
  const [home] = views;
  for (const metric of ['ttfb', 'lcp', 'inp']) expect(timeBounds).toContain(home?.[metric]);
  expect(Number(home?.ttfb)).toBeLessThanOrEqual(Number(home?.lcp));
  expect(shiftBounds).toContain(home?.cls);
  expect(Number(home?.cls)).toBeLessThanOrEqual(0.1);
  expect(errors).toEqual([]);
  await page.browserContext().close();
});
