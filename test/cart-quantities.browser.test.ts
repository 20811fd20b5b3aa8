import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { openPage } from './support/open-page.js';
import { setSharedStage } from './support/shared-shop.js';

/** Quantities of the article and the cart: what a shopper types or counts is what the shop receives. */
const stage = setSharedStage();

interface Listed {
  readonly packSize: number | null;
  readonly offerId: string | null;
  readonly normNumber: string;
  readonly manufacturer: { readonly seoName: string };
}

/** The first disc that is sold in pairs, in a browser of its own. */
async function pairOfDiscs(): Promise<{ page: Page; article: string; offer: string }> {
  const { spareParts } = await (await fetch(`${stage.shop.origin}/api/-/-/--1523`)).json();
  const part = spareParts.find(({ packSize, offerId }: Listed) => packSize === 2 && offerId !== null) as Listed;
  const page = await (await stage.browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 360, height: 640, hasTouch: true, isMobile: true });
  const article = `${stage.shop.origin}/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}`;
  return { page, article, offer: String(part.offerId) };
}
const add = (page: Page, offer: string): Promise<void> =>
  page.evaluate(async (id) => {
    const body = new URLSearchParams({ quantity: '1', locale: 'de-DE' });
    await fetch(`/api/Warenkorb/Hinzufuegen/${id}`, { method: 'POST', body });
  }, offer);
const words = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (place) => (place as HTMLElement).innerText.trim());
const ready = 'is-land[data-island=cart-lines][data-state=ready]';

test('the article counts pieces with buttons of 44 px, and names the packs beside them', async () => {
  const { page, article } = await pairOfDiscs();
  await openPage(page, `${article}?quantity=2`);
  const note = '.buy-box form p';
  expect(await words(page, note)).toBe('2 Stück = 1 Packung');
  const sizes = await page.$$eval('.buy-box [data-step]', (all) =>
    all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
  );
  expect(sizes.length).toBe(2);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  await page.tap('.buy-box [data-step="1"]');
  await page.waitForFunction(
    (place) => document.querySelector(place)?.textContent === '4 Stück = 2 Packungen',
    {},
    note,
  );
  // A tap selects the number, so that the next key replaces it.
  await page.tap('.buy-box .quantity');
  await page.waitForFunction(() => getSelection()?.toString() === '3');
  await page.keyboard.type('5');
  expect(await page.$eval('.buy-box .quantity', (field) => (field as HTMLInputElement).value)).toBe('5');
  await page.browserContext().close();
});

test('the cart counts packs, and says their pieces before a change is sent', async () => {
  const { page, article, offer } = await pairOfDiscs();
  await openPage(page, article);
  await add(page, offer);
  await openPage(page, `${stage.shop.origin}/Warenkorb`);
  const amount = '.cart-line output';
  expect(await words(page, amount)).toBe('1 Packung (2 Stück)');
  await page.focus('.cart-line .quantity');
  await page.waitForSelector(ready);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.tap('.cart-line [data-step="1"]');
  await page.waitForFunction(
    (place) => document.querySelector(place)?.textContent !== '1 Packung (2 Stück)',
    {},
    amount,
  );
  expect(await words(page, amount)).toBe('2 Packungen (4 Stück)');
  expect(sent.filter((address) => address.includes('/Aendern/'))).toEqual([]);
  await page.browserContext().close();
});

test.each([1, 2, 3, 4])('a number typed before the cart is hydrated reaches the shop (%i)', async () => {
  const { page, article, offer } = await pairOfDiscs();
  await openPage(page, article);
  await add(page, offer);
  await openPage(page, `${stage.shop.origin}/Warenkorb`);
  await page.emulateCPUThrottling(4);
  await page.tap('.cart-line .quantity');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await page.waitForSelector(ready);
  expect(await page.$eval('.cart-line .quantity', (field) => (field as HTMLInputElement).value)).toBe('3');
  const change = page.waitForRequest((request) => request.url().includes('/Aendern/'));
  // A rendering after the one that makes the widget ready shows the button.
  await page.waitForSelector('.cart-line [action*=Aendern] [type=submit]', { visible: true });
  await page.tap('.cart-line [action*=Aendern] [type=submit]');
  expect((await change).postData()).toMatch(/"quantity":"3"/);
  await page.browserContext().close();
});
