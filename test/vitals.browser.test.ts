import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { shiftBounds, timeBounds } from '../views/vitals.js';
import { watchPage } from './support/browser.js';
import { css } from './support/class-names.js';
import { openPage } from './support/open-page.js';
import { setStage } from './support/shared-shop.js';
import type { LogLine } from './support/shop.js';
import { submit } from './support/walk.js';

/** The web-vitals beacon in a real browser. */
const stage = setStage({ VITALS_SAMPLE: '100' });

const told = (): LogLine[] => stage.shop.log.filter(({ event }) => event === 'vitals');
/** Beacons may come after the page that followed. */
async function tellers(count: number): Promise<LogLine[]> {
  for (const end = Date.now() + 10_000; Date.now() < end && told().length < count; ) await wait(20);
  return told();
}

test('a page that was touched tells once, when it is left, how fast it was; one that was not touched says nothing', async () => {
  const page = await stage.browser.newPage();
  const errors = watchPage(page);
  await openPage(page, `${stage.shop.origin}/fr-FR/`);
  await openPage(page, `${stage.shop.origin}/`);
  await page.click('h1');
  await page.waitForSelector(css('.loading-bar'));
  expect(told()).toEqual([]);
  // Some browsers say twice that a page is left.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await submit(page, 'footer a[href$="Impressum"]');
  await page.keyboard.press('Tab');
  await page.waitForSelector(css('.loading-bar'));
  await page.goto('about:blank');
  const views = await tellers(2);
  expect(views.map(({ route, edition }) => `${route} ${edition}`)).toEqual(['home de-DE', 'information de-DE']);
  const [home] = views;
  for (const metric of ['ttfb', 'lcp', 'inp']) expect(timeBounds).toContain(home?.[metric]);
  expect(Number(home?.ttfb)).toBeLessThanOrEqual(Number(home?.lcp));
  expect(Number(home?.lcp)).toBeLessThan(10);
  expect(shiftBounds).toContain(home?.cls);
  expect(Number(home?.cls)).toBeLessThanOrEqual(0.1);
  expect(errors).toEqual([]);
});
