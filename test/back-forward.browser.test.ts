import type { BrowserContext, Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { linksAhead } from '../server/web/search-engines/speculation-rules.js';
import { discs, openDevice, ownLink, shownVehicle, twoCars } from './support/device.js';
import { openPage } from './support/open-page.js';
import { setSharedStage } from './support/shared-shop.js';
import { until, untilSeen } from './support/until.js';

/** Pages that the back button restores, and pages that must load again, as after a change of the delivery country. */
const stage = setSharedStage();
/** Only headful Chromium has the back/forward cache. */
const whole = setSharedStage({ isWhole: true });

/** Whether the back button restores the page, and the browser's reasons if not. */
async function comesBack(page: Page, path: string): Promise<{ isKept: boolean; reasons: string[] }> {
  const cdp = await page.createCDPSession();
  const reasons: string[] = [];
  cdp.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  await cdp.send('Page.enable');
  await page.goto(stage.shop.origin + path, { waitUntil: 'load' });
  await page.evaluate(() => Object.assign(window, { isLeft: true }));
  await page.goto(`${stage.shop.origin}/Informationen/Impressum`, { waitUntil: 'load' });
  await page.goBack({ waitUntil: 'load' });
  const isKept = await page.evaluate(() => 'isLeft' in window);
  await cdp.detach();
  return { isKept, reasons };
}

test('every kind of page comes back from the back/forward cache as it was left', async () => {
  const page = await whole.browser.newPage();
  const listing = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
  await page.goto(stage.shop.origin + listing, { waitUntil: 'load' });
  const article = await page.$eval(
    'main a[href^="/Teilenummernsuche/"]',
    (link) => new URL((link as HTMLAnchorElement).href).pathname,
  );
  for (const path of ['/', listing, article, '/Ersatzteile/Alle-Fahrzeuge/--', '/Warenkorb'])
    expect({ path, ...(await comesBack(page, path)) }).toEqual({ path, isKept: true, reasons: [] });
  await page.close();
});

/** Waits until the reloaded page has deleted the cookie instead of loading once more. */
const countryIsDeleted = (context: BrowserContext): Promise<void> =>
  untilSeen([], async () => (await context.cookies()).filter(({ name }) => name === 'country'));

test('a page that was requested without the country cookie reloads once', async () => {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  await context.setCookie({ name: 'country', value: 'AT', domain: '127.0.0.1', path: '/', sameSite: 'Strict' });
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  // The request of a visitor from another site lacks the strict cookie.
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { cookie: _, ...headers } = request.headers();
    if (!request.isNavigationRequest()) void request.continue();
    else void request.continue({ headers: { ...headers, cookie: 'other=1' } });
  });
  await openPage(page, `${stage.shop.origin}/`);
  await countryIsDeleted(context);
  expect(documents).toBe(2);
  await context.close();
});

test('a cookie with an unknown country is deleted: one page loads twice, the next one once', async () => {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  await context.setCookie({ name: 'country', value: 'xx', domain: '127.0.0.1', path: '/', sameSite: 'Strict' });
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await openPage(page, `${stage.shop.origin}/`);
  await countryIsDeleted(context);
  await openPage(page, `${stage.shop.origin}/Warenkorb`);
  expect(documents).toEqual(['/', '/', '/Warenkorb']);
  await context.close();
});

test('without speculation rules the page of a link is fetched when a pointer rests on it, the cart never', async () => {
  const page = await stage.browser.newPage();
  // Safari and Firefox lack speculation rules.
  await page.evaluateOnNewDocument(() => {
    HTMLScriptElement.supports = (type) => type === 'module';
  });
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') fetched.push(new URL(request.url()).pathname);
  });
  await openPage(page, `${stage.shop.origin}/`);
  await page.focus('main select');
  // The deferred script inserts the bar, then listens.
  await page.waitForSelector('.loading-bar');
  const address = await page.$eval('main a[href*="/8-"]:not([rel~=nofollow])', (link) => {
    link.scrollIntoView({ block: 'center' });
    return (link as HTMLAnchorElement).pathname;
  });
  // The link may move under the pointer while widgets load.
  await until('the page of the link is fetched', async () => {
    await page.hover(`main a[href="${address}"]`);
    return fetched.includes(address);
  });
  // The test excludes the same addresses as the prefetch rules: both use one list.
  const others = [
    '/Warenkorb',
    '/fr-FR/panier?x=1',
    '/nl-NL/zoeken?query=a',
    '/search?query=a',
    '/Einloggen',
    '/api/x',
  ];
  await page.evaluate((hrefs) => {
    for (const href of [...hrefs, '/menu']) {
      const link = document.createElement('a');
      link.href = href;
      document.querySelector('main')?.append(link);
      link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    }
  }, others);
  // Links are fetched in order, so the earlier ones would have been requested by now.
  await until('the page of the last link is fetched', () => fetched.includes('/menu'));
  expect(fetched.filter((path) => others.some((other) => other.split('?')[0] === path))).toEqual([]);
  await page.close();
});

test('with them the browser is given links that lead to pages, and none that changes, searches or belongs to one visitor', async () => {
  const page = await stage.browser.newPage();
  await openPage(page, `${stage.shop.origin}/fr-FR`);
  const matched = await page.evaluate((selector) => {
    const own = (href: string, marks: Record<string, string> = {}): boolean => {
      const link = document.createElement('a');
      for (const [name, value] of Object.entries({ href, ...marks })) link.setAttribute(name, value);
      return link.matches(selector);
    };
    return {
      pages: [...document.querySelectorAll('main a')].filter((link) => link.matches(selector)).length,
      articles: ['/es-ES/busqueda-por-numero-de-pieza/A/B/--1', '/Teilenummernsuche/A/B'].map((href) => own(href)),
      others: ['/Warenkorb', '/fr-FR/panier?x=1', '/panier/generer', '/api/x', '/search?q=a', '/nl-NL/zoeken/a'].map(
        (href) => own(href),
      ),
      marked: [own('/a', { rel: 'noopener nofollow' }), own('/a', { hreflang: 'fr' }), own('https://a')],
    };
  }, linksAhead);
  expect(matched).toEqual({
    pages: expect.any(Number),
    articles: [true, true],
    others: Array(6).fill(false),
    marked: Array(3).fill(false),
  });
  expect(matched.pages).toBeGreaterThan(5);
  await page.close();
});

test('a page that comes back is as of now: with the vehicle chosen since, and no panel open', async () => {
  const [golf] = await twoCars(stage.shop.origin);
  const { context, page, go } = await openDevice(whole, null, 1280);
  await go(discs);
  await page.focus('.vehicle-panel > summary');
  await page.waitForSelector('is-land[data-island=vehicle-panel][data-state=ready]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.vehicle-panel[open]');
  await page.evaluate(() => Object.assign(window, { isLeft: true }));
  await openPage(page, stage.shop.origin + golf.path);
  await page.waitForFunction(() => localStorage.vehicle !== undefined);
  await page.goBack({ waitUntil: 'load' });
  expect(await page.evaluate(() => 'isLeft' in window)).toBe(true);
  await page.waitForSelector(ownLink);
  expect(await shownVehicle(page)).toContain('Golf VII');
  expect(await page.$('.vehicle-panel[open]')).toBeNull();
  await context.close();
});
