import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { editions } from '../server/web/routes/editions.js';
import { watchPage } from './support/browser.js';
import { examples } from './support/examples.js';
import { isLong } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { until } from './support/until.js';
import { arrive } from './support/walk.js';

/** Navigation between pages: pages fade into each other, no tap is lost, and each page starts at its top. */
const stage = setSharedStage();

const fades = (page: Page): Promise<boolean> => page.evaluate(() => (globalThis as { faded?: boolean }).faded === true);
async function openPage(motion: 'reduce' | 'no-preference', path = '/'): Promise<Page> {
  const page = await stage.browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: motion }]);
  await page.evaluateOnNewDocument(() => {
    addEventListener('pagereveal', (event) => {
      (globalThis as { faded?: boolean }).faded =
        (event as Event & { viewTransition: object | null }).viewTransition !== null;
    });
  });
  await page.goto(stage.shop.origin + path);
  return page;
}

test('pages fade into each other, unless the visitor wants less motion', async () => {
  for (const motion of ['no-preference', 'reduce'] as const) {
    const page = await openPage(motion);
    const fadesTo = async (name: string): Promise<boolean> => {
      await arrive(page, () => page.click(`footer a[href="/Informationen/${name}"]`));
      return fades(page);
    };
    if (motion === 'reduce') expect(await fadesTo('Impressum')).toBe(false);
    // A busy browser skips the fade of some pages.
    else await until('a page fades in', async () => (await fadesTo('Impressum')) || fadesTo('Datenschutz'));
    await page.close();
  }
});

const taps = isLong ? 30 : 6;
test.each([true, false])(`${taps} quick taps each arrive (script on: %s)`, async (withScript) => {
  const page = await openPage('no-preference', '/Informationen/Impressum');
  await page.setJavaScriptEnabled(withScript);
  await page.goto(`${stage.shop.origin}/Informationen/Impressum`);
  const errors = watchPage(page);
  const targets = ['/Informationen/Datenschutz', '/Informationen/Impressum'];
  for (let tap = 0; tap < taps; tap += 1) {
    const target = targets[tap % 2] as string;
    // Nobody taps a page before its first paint. Until then the browser gives all taps to the root element.
    await until('the page is painted', () => page.evaluate(() => performance.getEntriesByType('paint').length > 0));
    const place = await page.$eval(`footer a[href="${target}"]`, (link) => {
      link.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = link.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    // Clicks without waiting, because the former page may still fade out.
    await arrive(page, () => page.mouse.click(place.x, place.y));
    expect([tap, new URL(page.url()).pathname]).toEqual([tap, target]);
  }
  expect(errors).toEqual([]);
  await page.close();
});

test('a new path and another vehicle type start at the top, the way back where it was', async () => {
  const page = await openPage('no-preference', '/Ersatzteile/Alle-Fahrzeuge/--');
  const top = (): Promise<number> => page.evaluate(() => scrollY);
  const scrollDown = (): Promise<void> =>
    page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await scrollDown();
  expect(await top()).toBeGreaterThan(300);
  await arrive(page, () => page.click('footer a[href="/Informationen/Impressum"]'));
  expect(await top()).toBe(0);
  await arrive(page, () => page.goBack());
  expect(await top()).toBeGreaterThan(300);

  const table = await examples(stage.shop.origin);
  const german = editions['de-DE'];
  const [, modelId] = /\/3-(\w+)-$/.exec(table.model.path(german) ?? '') ?? [];
  const vehicle = await (await fetch(`${stage.shop.origin}/api/vehicle/models/${modelId}`)).json();
  const { kbaId } = vehicle.model.kbas[0];
  const listing = table.manufacturerCategory.path(german);
  const typed = `${listing}?kbaTypeId=${kbaId}`;
  await page.goto(stage.shop.origin + listing);
  await scrollDown();
  expect(await top()).toBeGreaterThan(300);
  await arrive(page, () => page.evaluate((address) => location.assign(address), typed));
  expect(await top()).toBe(0);
  // Filters keep the page's type, and scroll to the list, less the padding of 1rem.
  await page.click('#fl input[type=checkbox]');
  await page.waitForSelector('#fl input[type=checkbox]:checked');
  await arrive(page, () => page.$eval('#fl', (form) => (form as HTMLFormElement).requestSubmit()));
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('kbaTypeId'), searchParams.has('f')]).toEqual([kbaId, true]);
  await page.waitForFunction(() => {
    const list = document.querySelector('#liste')?.getBoundingClientRect();
    return list && Math.abs(list.top - 16) < 2;
  });
  await page.close();
});
