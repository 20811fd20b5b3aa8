import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watchPage } from './support/browser.js';
import { operatorToken, type ShopWithConsole, startShopWithConsole } from './support/console.js';
import { offersOfOneShop } from './support/feeds.js';
import { awaitReport, callPortal, newToken } from './support/merchants.js';
import { overflows, smallTargets, tabTo, unseenFocus, violations } from './support/page-audit.js';
import { inTurn } from './support/sample.js';

/** Merchant portal and operator's console by keyboard, on a phone and with a screen reader. */
let shop: ShopWithConsole;
let browser: Browser;
let merchantToken: string;
let portal: string;
let report: string;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShopWithConsole({ MERCHANTS_PORT: '0' }), openBrowser()]);
  portal = String(shop.log.find(({ merchants }) => typeof merchants === 'string')?.merchants);
  const offers = offersOfOneShop(shop.dataDir);
  merchantToken = newToken(shop.dataDir, offers[0]?.shop ?? '');
  // A file that removes most offers, so that a guard holds it, with one rejected row.
  const rows = offers.slice(0, 30).map(({ key, brand, number, price }) => `${key};${brand};${number};${price / 100};3`);
  const body = ['key;brand;number;price;stock', ...rows, 'nothing;Nobody;NO-NUMBER;1;1'].join('\n');
  const sent = await callPortal({ portal }, '/feeds?mode=full', { token: merchantToken, method: 'POST', body });
  report = `/feeds/${sent.body.id}`;
  await awaitReport({ portal }, merchantToken, sent.body.id, ({ status }) => status === 'held');
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

/** Opens a portal and signs in by keyboard. */
async function signIn(page: Page, origin: string, token: string): Promise<void> {
  await page.goto(`${origin}/`);
  expect(await violations(page)).toEqual([]);
  expect(await tabTo(page, '#token')).toEqual([]);
  await page.keyboard.type(token);
  expect(await tabTo(page, 'main button')).toEqual([]);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
}

test.each([360, 1280])('every page can be seen, reached and read at %i px', async (width) => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 800, hasTouch: width < 700, isMobile: width < 700 });
  const errors = watchPage(page);
  let turn = width === 360 ? 0 : 1;
  const look = async (path: string): Promise<void> => {
    await page.goto(path);
    // Axe finds nearly the same faults at both widths, so each page is checked at one of them.
    const broken = inTurn([page], 2, turn++).length > 0 ? await violations(page) : [];
    const found = [...broken, ...(await overflows(page)), ...(await smallTargets(page))];
    expect([path, ...found, ...(await unseenFocus(page, 6))]).toEqual([path]);
  };
  await signIn(page, portal, merchantToken);
  for (const path of ['/feeds', report, `/fr-FR${report}`, '/offers', '/nl-NL/offers', '/shop', '/nl-NL/shop'])
    await look(`${portal}${path}`);
  await signIn(page, shop.console, operatorToken);
  const places = [
    'overview',
    'feeds',
    'offers',
    'shops',
    'shops/1',
    'searches',
    'customers',
    'texts?q=brems',
    'texts/category-1523',
    'log',
  ];
  for (const path of places) await look(`${shop.console}/fr-FR/${path}`);
  await page.goto(`${shop.console}/feeds`);
  const imported = await page.$eval('section:last-of-type li a', (link) => (link as HTMLAnchorElement).href);
  await look(imported);
  await look(`${shop.console}/uploads/${report.split('/').at(-1)}`);
  expect(errors).toEqual([]);
  await context.close();
});

test('the operator takes a held feed in with the keyboard, and the merchant sees it', async () => {
  const page = await (await browser.createBrowserContext()).newPage();
  await signIn(page, shop.console, operatorToken);
  await page.goto(`${shop.console}/feeds`);
  expect(await tabTo(page, 'button[value="approve"]')).toEqual([]);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(await page.$eval('[role=status]', (note) => note.textContent)).toBe('Die Datei ist übernommen.');
  const { body } = await callPortal({ portal }, report, { token: merchantToken });
  expect(body).toMatchObject({ status: 'completed_with_errors', rejected: 1 });
  expect(body.changes.removed).toBeGreaterThan(0);
});
