import type { HTTPRequest, Page } from 'puppeteer';
import { describe, expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { openPage } from './support/open-page.js';
import { advance, holdTimers } from './support/page-timers.js';
import { setSharedStage } from './support/shared-shop.js';
import { arrive } from './support/walk.js';

/** Before the first touch a page evaluates nothing but the loader (D65). */
const stage = setSharedStage();

/** Opens a page and waits until it has loaded everything that it loads in advance. */
async function rested(path = '/'): Promise<{ page: Page; errors: string[]; asked: HTTPRequest[] }> {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  const errors = watchPage(page);
  const asked: HTTPRequest[] = [];
  page.on('request', (request) => asked.push(request));
  await openPage(page, stage.shop.origin + path);
  return { page, errors, asked };
}
const touch = async (page: Page): Promise<void> => {
  await page.keyboard.press('Tab');
  await page.waitForSelector('.loading-bar');
};
/** Starts work that shows the loading bar, and can end it. */
const begin = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const work = Promise.withResolvers<void>();
    Object.assign(window, { work });
    dispatchEvent(new CustomEvent('loading', { detail: work.promise }));
  });
const end = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { work: PromiseWithResolvers<void> }).work.resolve());
const isShown = (page: Page): Promise<boolean> => page.$eval('.loading-bar', (bar) => !(bar as HTMLElement).hidden);

test('no script is evaluated before the first touch, and none is asked for before the page has loaded (D65)', async () => {
  const { page, errors, asked } = await rested();
  const scripts = asked.filter((request) => request.url().endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  // `fetch` fills the cache, while evaluation would request a script.
  expect(scripts.map((request) => request.resourceType())).toEqual(scripts.map(() => 'fetch'));
  const { loaded, first } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { loaded: entry?.loadEventStart ?? 0, first: Math.min(...files.map(({ startTime }) => startTime)) };
  });
  expect(first).toBeGreaterThanOrEqual(loaded);
  expect(await page.$('.loading-bar')).toBeNull();
  await touch(page);
  expect(errors).toEqual([]);
  await page.close();
});

test('a widget and its texts come first, all else after it is ready', async () => {
  const { page, errors } = await rested();
  await page.evaluate(() => performance.clearResourceTimings());
  // All files of the widget are requested before any of them arrives.
  const isTexts = /search-box\S*\.json$/;
  const asksForTexts = page.waitForRequest((request) => isTexts.test(request.url()));
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isFirst = /\/hydrate-\S+\.js$/.test(request.url());
    void Promise.resolve(isFirst && asksForTexts).then(() => request.continue());
  });
  const ready = await page.$eval('is-land[data-island=search-box]', async (place) => {
    const isReady = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if ((place as HTMLElement).dataset.state === 'ready') resolve(performance.mark('ready').startTime);
      }).observe(place, { attributes: true });
    });
    place.querySelector('input')?.focus();
    return isReady;
  });
  await page.waitForSelector('.loading-bar');
  const began = (await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime] as const),
  )) as (readonly [string, number])[];
  const at = (name: RegExp): number => began.find(([address]) => name.test(address))?.[1] ?? Number.NaN;
  expect(at(/\/deferred-\S+\.js$/)).toBeGreaterThanOrEqual(ready);
  expect(at(isTexts)).toBeLessThan(ready);
  expect(errors).toEqual([]);
  await page.close();
});

describe('loading bar', () => {
  test('starts after a 200 ms delay, advances to 100, hides 500 ms after finish', async () => {
    const { page, errors } = await rested();
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
    await holdTimers(page);
    await touch(page);
    await begin(page);
    await advance(page, 199);
    expect(await isShown(page)).toBe(false);
    await advance(page, 1);
    expect(await isShown(page)).toBe(true);
    const advances = await page.$eval('.loading-bar', (bar) => bar.getAnimations()[0]?.effect?.getComputedTiming());
    expect(advances).toMatchObject({ duration: 5000, iterations: 1 });
    await end(page);
    await advance(page, 499);
    expect(await isShown(page)).toBe(true);
    await advance(page, 1);
    expect(await isShown(page)).toBe(false);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('does not show for work of less than 200 ms', async () => {
    const { page, errors } = await rested();
    await holdTimers(page);
    await touch(page);
    await begin(page);
    await advance(page, 199);
    await end(page);
    await advance(page, 1000);
    expect(await isShown(page)).toBe(false);
    expect(errors).toEqual([]);
    await page.close();
  });

  // The browser prefetches other links past the interception.
  const cart = 'header a[href="/Warenkorb"]';
  test.each([
    ['a link', (page: Page) => page.click(cart)],
    ['a form', (page: Page) => page.click('form.vehicle-selects button')],
    ['the keyboard', (page: Page) => page.focus(cart).then(() => page.keyboard.press('Enter'))],
  ])('runs from %s until the next page arrives, which has none', async (_, act) => {
    const { page } = await rested();
    await touch(page);
    const from = page.url();
    // The driver receives only console messages of a page that is being left.
    const shown = new Promise((resolve) => page.once('console', resolve));
    await page.$eval('.loading-bar', (bar) => {
      const watch = new MutationObserver(() => console.log('shown'));
      watch.observe(bar, { attributeFilter: ['hidden'] });
    });
    // Delays the response of the shop.
    await page.setRequestInterception(true);
    page.on('request', (request) => void shown.then(() => request.continue()));
    await arrive(page, async () => {
      await act(page);
      await shown;
    });
    expect(page.url()).not.toBe(from);
    expect(await page.$('.loading-bar:not([hidden])')).toBeNull();
    await page.close();
  });

  test('ends on pageshow, when a page comes back from the back/forward cache', async () => {
    const { page } = await rested();
    await touch(page);
    await page.evaluate(() => dispatchEvent(new CustomEvent('loading', { detail: new Promise(() => {}) })));
    await page.waitForSelector('.loading-bar:not([hidden])');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.waitForSelector('.loading-bar', { hidden: true });
    await page.close();
  });

  test('stays where it is for a jump on the page, a new window and another site', async () => {
    const { page, errors } = await rested();
    await holdTimers(page);
    await touch(page);
    await page.evaluate(() => {
      addEventListener('click', (event) => event.preventDefault());
      const click = (href: string, more: object = {}): void => {
        const link = Object.assign(document.createElement('a'), { href, ...more });
        document.body.append(link);
        link.click();
      };
      click('#main');
      click('/', { target: '_blank' });
      click('/', { download: 'x' });
      click('https://www.example.com/');
    });
    await advance(page, 1000);
    expect(await isShown(page)).toBe(false);
    // The bar of the same page shows for a link, too.
    await page.$eval(cart, (link) => (link as HTMLAnchorElement).click());
    await advance(page, 200);
    expect(await isShown(page)).toBe(true);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('does not move for visitors who want no motion', async () => {
    const { page } = await rested();
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await touch(page);
    await page.evaluate(() => dispatchEvent(new CustomEvent('loading', { detail: new Promise(() => {}) })));
    await page.waitForSelector('.loading-bar:not([hidden])', { visible: true });
    expect(await page.$eval('.loading-bar', (bar) => bar.getAnimations().length)).toBe(0);
    await page.close();
  });
});

test('the browser reports a lost connection once; a note stays until it is back, and the page stays usable', async () => {
  const { page, errors } = await rested();
  const note = '.offline-note';
  const height = await page.$eval('main', (main) => main.getBoundingClientRect().top);
  await page.setOfflineMode(true);
  await page.waitForSelector(note, { visible: true });
  const words = (selector: string): Promise<string | null> => page.$eval(selector, (place) => place.textContent);
  expect(await words(note)).toMatch(/Keine Verbindung/);
  expect(await words('[data-status]')).toBe(await words(note));
  expect(await page.$eval('main', (main) => main.getBoundingClientRect().top)).toBe(height);
  // A link does not lead to the browser's error page.
  const address = page.url();
  await page.$eval('[data-status]', (region) => region.replaceChildren());
  await page.$eval('footer a[href^="/"]', (link) => (link as HTMLElement).click());
  await page.waitForFunction(() => /Keine Verbindung/.test(document.querySelector('[data-status]')?.textContent ?? ''));
  expect(page.url()).toBe(address);
  await page.setOfflineMode(false);
  // The note disappears by itself, so both are read at once.
  const said = await page.waitForFunction(
    (place) => {
      const text = document.querySelector(place)?.textContent ?? '';
      return /wieder online/.test(text) && [text, document.querySelector('[data-status]')?.textContent];
    },
    {},
    note,
  );
  const [shown, announced] = (await said.jsonValue()) as string[];
  expect(announced).toBe(shown);
  await page.waitForFunction((place) => !document.querySelector(place), {}, note);
  expect(errors).toEqual([]);
  await page.close();
});

test('links hidden from crawlers leave no question mark in the address', async () => {
  const { page, errors } = await rested('/Ersatzteile/Alle-Fahrzeuge/--');
  await touch(page);
  const hidden = 'main form:not([method]):not(:has(input)) button.link-button';
  await arrive(page, () => page.$eval(hidden, (button) => (button as HTMLElement).click()));
  expect(page.url()).not.toContain('?');
  expect(new URL(page.url()).pathname).not.toBe('/Ersatzteile/Alle-Fahrzeuge/--');
  expect(errors).toEqual([]);
  await page.close();
});

test('the locale cookie lasts 365 days, and the next bare address leads to that edition', async () => {
  const { page } = await rested('/Bremsscheiben/Alle-Fahrzeuge/--1523');
  await touch(page);
  const aYearFromNow = (): Promise<number> => page.evaluate(() => performance.timeOrigin / 1000 + 365 * 86_400);
  const earliest = await aYearFromNow();
  await arrive(page, () => page.click('footer [hreflang="nl-NL"]'));
  expect(new URL(page.url()).pathname).toBe('/nl-NL/Remschijven/alle-autos/--1523');
  const cookie = (await page.cookies()).find(({ name }) => name === 'locale');
  expect(cookie).toMatchObject({ value: 'nl-NL', path: '/' });
  // The cookie is set between the beginnings of the two pages.
  expect(cookie?.expires).toBeGreaterThan(earliest - 1);
  expect(cookie?.expires).toBeLessThan((await aYearFromNow()) + 1);
  await page.goto('about:blank');
  await page.goto(`${stage.shop.origin}/`);
  expect(new URL(page.url()).pathname).toBe('/nl-NL/');
  await page.close();
});
