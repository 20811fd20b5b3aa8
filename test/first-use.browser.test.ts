import { describe, expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { watchPage } from './support/browser.js';
import { css } from './support/class-names.js';
import { setStage } from './support/shared-shop.js';
import { arrive } from './support/walk.js';

/** What a page does from its first touch on, and that it does nothing before (D65). */
const stage = setStage({});

/** A page that rests: what it brings ahead is in the browser's cache. */
async function rested(path = '/'): Promise<{ page: Page; errors: string[]; asked: HTTPRequest[] }> {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  const errors = watchPage(page);
  const asked: HTTPRequest[] = [];
  page.on('request', (request) => asked.push(request));
  await page.goto(stage.shop.origin + path, { waitUntil: 'networkidle0' });
  return { page, errors, asked };
}
const touch = async (page: Page): Promise<void> => {
  await page.keyboard.press('Tab');
  await page.waitForSelector(css('.loading-bar'));
};
const isShown = (page: Page): Promise<boolean> =>
  page.$eval(css('.loading-bar'), (bar) => !(bar as HTMLElement).hidden);

test('no script is evaluated before the first touch, and none is asked for before the page has loaded (D65)', async () => {
  const { page, errors, asked } = await rested();
  const scripts = asked.filter((request) => request.url().endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  // `fetch` fills the cache; an evaluated module is asked for as a script.
  expect(scripts.map((request) => request.resourceType())).toEqual(scripts.map(() => 'fetch'));
  const { loaded, first } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { loaded: entry?.loadEventStart ?? 0, first: Math.min(...files.map(({ startTime }) => startTime)) };
  });
  expect(first).toBeGreaterThanOrEqual(loaded);
  expect(await page.$(css('.loading-bar'))).toBeNull();
  await touch(page);
  expect(errors).toEqual([]);
  await page.close();
});

test('a widget and its texts come first, all else after it is ready', async () => {
  const { page, errors } = await rested();
  await page.evaluate(() => performance.clearResourceTimings());
  const ready = await page.$eval('is-land[data-island=search-box]', async (place) => {
    const isReady = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if ((place as HTMLElement).dataset.state === 'ready') resolve(performance.now());
      }).observe(place, { attributes: true });
    });
    place.querySelector('input')?.focus();
    return isReady;
  });
  await page.waitForSelector(css('.loading-bar'));
  const began = (await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime] as const),
  )) as (readonly [string, number])[];
  const at = (name: RegExp): number => began.find(([address]) => name.test(address))?.[1] ?? Number.NaN;
  expect(at(/\/deferred-\S+\.js$/)).toBeGreaterThanOrEqual(ready);
  // All of the widget is asked for in one task, before any of it has come.
  expect(at(/search-box\S*\.json$/) - at(/\/hydrate-\S+\.js$/)).toBeLessThan(50);
  expect(at(/search-box\S*\.json$/)).toBeLessThan(ready);
  expect(errors).toEqual([]);
  await page.close();
});

describe('loading bar', () => {
  test('starts after a 200 ms delay, advances to 100, hides 500 ms after finish', async () => {
    const { page, errors } = await rested();
    await touch(page);
    const times = await page.$eval(css('.loading-bar'), async (place) => {
      const bar = place as HTMLElement;
      const change = (): Promise<void> =>
        new Promise((resolve) => {
          const watch = new MutationObserver(() => {
            watch.disconnect();
            resolve();
          });
          watch.observe(bar, { attributeFilter: ['hidden'] });
        });
      // However busy the machine is, timers of a page fire in the order of their times.
      const changesBefore = (most: number): Promise<number | 'late'> => {
        const begun = performance.now();
        return Promise.race([
          change().then(() => performance.now() - begun),
          new Promise<'late'>((resolve) => setTimeout(resolve, most, 'late')),
        ]);
      };
      const work = Promise.withResolvers();
      dispatchEvent(new CustomEvent('loading', { detail: work.promise }));
      const shown = await changesBefore(300);
      const [animation] = bar.getAnimations() as [Animation];
      const advance = animation.effect?.getComputedTiming();
      work.resolve(null);
      return { shown, advance, hidden: await changesBefore(650) };
    });
    expect(times.shown).toBeGreaterThanOrEqual(199);
    expect(times.advance).toMatchObject({ duration: 5000, iterations: 1 });
    expect(times.hidden).toBeGreaterThanOrEqual(499);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('does not show for what is over within 200 ms', async () => {
    const { page } = await rested();
    await touch(page);
    const wasShown = await page.$eval(css('.loading-bar'), async (place) => {
      const bar = place as HTMLElement;
      const quick = new Promise((resolve) => setTimeout(resolve, 50));
      dispatchEvent(new CustomEvent('loading', { detail: quick }));
      await new Promise((resolve) => setTimeout(resolve, 300));
      return !bar.hidden;
    });
    expect(wasShown).toBe(false);
    await page.close();
  });

  test.each([
    ['a link', (page: Page) => page.click('footer a[href$="Impressum"]')],
    ['a form', (page: Page) => page.click(css('form.vehicle-selects button'))],
    [
      'the keyboard',
      (page: Page) => page.focus('footer a[href$="Impressum"]').then(() => page.keyboard.press('Enter')),
    ],
  ])('runs from %s until the next page arrives, which has none', async (_, act) => {
    const { page } = await rested();
    await touch(page);
    const from = page.url();
    // The driver hears nothing of a page that is being left but its console.
    const shown = new Promise((resolve) => page.on('console', (message) => resolve(message.text())));
    await page.$eval(css('.loading-bar'), (bar) => {
      const watch = new MutationObserver(() => console.log('shown'));
      watch.observe(bar, { attributeFilter: ['hidden'] });
    });
    await arrive(page, async () => {
      // A shop that does not answer for a while.
      stage.shop.process.kill('SIGSTOP');
      const acted = act(page);
      expect(await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 20_000))])).toBe('shown');
      stage.shop.process.kill('SIGCONT');
      await acted;
    });
    expect(page.url()).not.toBe(from);
    expect(await page.$(css('.loading-bar:not([hidden])'))).toBeNull();
    await page.close();
  });

  test('ends on pageshow, when a page comes back from the back/forward cache', async () => {
    const { page } = await rested();
    await touch(page);
    await page.evaluate(() => dispatchEvent(new CustomEvent('loading', { detail: new Promise(() => {}) })));
    await page.waitForSelector(css('.loading-bar:not([hidden])'));
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.waitForSelector(css('.loading-bar'), { hidden: true });
    await page.close();
  });

  test('stays where it is for a jump on the page, a new window and another site', async () => {
    const { page } = await rested();
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
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await isShown(page)).toBe(false);
    await page.close();
  });

  test('does not move for who wants no motion', async () => {
    const { page } = await rested();
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await touch(page);
    await page.evaluate(() => dispatchEvent(new CustomEvent('loading', { detail: new Promise(() => {}) })));
    await page.waitForSelector(css('.loading-bar:not([hidden])'), { visible: true });
    expect(await page.$eval(css('.loading-bar'), (bar) => bar.getAnimations().length)).toBe(0);
    await page.close();
  });
});

test('online and offline status of the browser is tracked: said once, shown while it lasts, the page stays usable', async () => {
  const { page, errors } = await rested();
  const note = css('.offline-note');
  const height = await page.$eval('main', (main) => main.getBoundingClientRect().top);
  await page.setOfflineMode(true);
  await page.waitForSelector(note, { visible: true });
  const words = (selector: string): Promise<string | null> => page.$eval(selector, (place) => place.textContent);
  expect(await words(note)).toMatch(/Keine Verbindung/);
  expect(await words('[data-status]')).toBe(await words(note));
  expect(await page.$eval('main', (main) => main.getBoundingClientRect().top)).toBe(height);
  await page.setOfflineMode(false);
  await page.waitForFunction(
    (place) => /wieder online/.test(document.querySelector(place)?.textContent ?? ''),
    {},
    note,
  );
  expect(await words('[data-status]')).toBe(await words(note));
  await page.waitForFunction((place) => !document.querySelector(place), {}, note);
  expect(errors).toEqual([]);
  await page.close();
});

test('the locale cookie lasts 365 days, and the next bare address leads to that edition', async () => {
  const { page } = await rested('/Bremsscheiben/Alle-Fahrzeuge/--1523');
  await touch(page);
  await arrive(page, () => page.click('footer [hreflang="nl-NL"]'));
  expect(new URL(page.url()).pathname).toBe('/nl-NL/Remschijven/alle-autos/--1523');
  const cookie = (await page.cookies()).find(({ name }) => name === 'locale');
  expect(cookie).toMatchObject({ value: 'nl-NL', path: '/' });
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 365 * 86_400)).toBeLessThan(120);
  await page.goto('about:blank');
  await page.goto(`${stage.shop.origin}/`);
  expect(new URL(page.url()).pathname).toBe('/nl-NL/');
  await page.close();
});
