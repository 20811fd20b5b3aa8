import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { openPage } from './support/open-page.js';
import { violations } from './support/page-audit.js';
import { setSharedStage } from './support/shared-shop.js';

/** Quantity and add button of an article that buyers need in pairs (D74, D85). */
const stage = setSharedStage();
let address: string;
beforeAll(async () => {
  const { spareParts } = await (await fetch(`${stage.shop.origin}/api/-/-/--1523`)).json();
  const part = spareParts.find(
    ({ offerCount, packs }: { offerCount: number; packs: number }) => offerCount > 2 && packs === 2,
  );
  address = `/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}`;
});

async function open(query = '', withScript = true): Promise<{ page: Page; errors: string[] }> {
  const page = await (await stage.browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 360, height: 740 });
  await page.setJavaScriptEnabled(withScript);
  const errors = watchPage(page);
  await openPage(page, stage.shop.origin + address + query);
  return { page, errors };
}
const text = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => (element.textContent ?? '').replaceAll('\u00a0', ' '));
const total = async (page: Page): Promise<number> =>
  Number(
    /(\d+),(\d\d)/
      .exec(await text(page, '.buy-box .price'))
      ?.slice(1)
      .join(''),
  );
const added = '.buy-box .added';

test('the number in the buy box changes prices and address without a new page', async () => {
  const { page, errors } = await open();
  expect(await text(page, '.buy-box .price')).toContain('für 2 Stück');
  const forTwo = await total(page);
  await page.click('.buy-box .quantity', { count: 3 });
  await page.keyboard.type('6');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => location.search === '?quantity=6');
  expect(await text(page, '.buy-box .price')).toContain('für 6 Stück');
  expect(await total(page)).toBeGreaterThan(forTwo);
  expect(
    await page.$$eval(
      '#offers input[name=quantity]',
      (all) => new Set(all.map((each) => (each as HTMLInputElement).value)).size,
    ),
  ).toBe(1);
  expect(errors).toEqual([]);
});

test('the usual number is the page without one, and another has the canonical address of it', async () => {
  const { page } = await open('?quantity=2');
  expect(new URL(page.url()).search).toBe('');
  await page.goto(`${stage.shop.origin}${address}?quantity=3`);
  expect(await page.$eval('link[rel=canonical]', (link) => new URL((link as HTMLLinkElement).href).search)).toBe('');
  expect(await text(page, '.buy-box .price')).toContain('für 3 Stück');
});

test('without script the number is a field and a button', async () => {
  const { page } = await open('', false);
  await page.$eval('.buy-box .quantity', (field) => field.setAttribute('value', '4'));
  await Promise.all([page.waitForNavigation(), page.click('[formaction]')]);
  expect(new URL(page.url()).searchParams.get('quantity')).toBe('4');
  expect(await text(page, '.buy-box .price')).toContain('für 4 Stück');
});

describe('an add', () => {
  test('shows at the button and leads to the cart, until another number is wanted', async () => {
    const { page, errors } = await open();
    await page.click('.buy-box .buy');
    await page.waitForSelector(added);
    expect(await text(page, added)).toContain('Im Warenkorb (2)');
    expect(await page.$eval('.buy-box button.buy', (button) => button.checkVisibility())).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.type('.buy-box .quantity', '1');
    expect(await page.$(added)).toBeNull();
    expect(await page.$eval('.buy-box button.buy', (button) => button.checkVisibility())).toBe(true);
    expect(errors).toEqual([]);
  });

  test('beyond 99 pieces is refused in the words of the edition, and the count falls back', async () => {
    const context = await stage.browser.createBrowserContext();
    const page = await context.newPage();
    await openPage(page, `${stage.shop.origin}/fr-FR${address.replace('Teilenummernsuche', 'recherche-piece')}`);
    const status = await page.$eval('form[data-add]', async (form) => {
      const body = new URLSearchParams({ quantity: '98', locale: 'fr-FR' });
      const headers = { accept: 'application/json' };
      return (await fetch((form as HTMLFormElement).action, { method: 'POST', body, headers })).status;
    });
    expect(status).toBe(200);
    await page.reload();
    await page.click('form[data-add] .buy');
    const announcement = await page.waitForFunction(() => document.querySelector('[data-status]')?.textContent || null);
    expect(await announcement.jsonValue()).toBe(
      'Vous pouvez mettre au plus 99 pièces d’une même offre dans le panier.',
    );
    await page.waitForFunction(() => !document.querySelector('form [aria-busy]'));
    expect(await page.$eval('[data-cart-count]', (count) => count.textContent)).toBe('98');
    await context.close();
  });

  test('tells offers of the same shop what their shipping adds to its parcel', async () => {
    const { page } = await open();
    await page.click('.buy-box .buy');
    await page.waitForSelector('[data-with-parcel]');
    expect(await text(page, '[data-with-parcel]')).toMatch(/^[+−-]\d+,\d\d € Versand mit Ihrem Paket$/);
    await page.reload({ waitUntil: 'networkidle0' });
    await page.waitForSelector('[data-with-parcel]');
  });
});

test('on a phone price and button stay in reach while the buy box is off screen', async () => {
  const { page, errors } = await open();
  const isShown = () => page.$eval('.buy-bar', (bar) => bar.checkVisibility());
  // A click scrolls to its element, so it must come before the scroll.
  await page.click('h2');
  await page.$eval('footer', (foot) => foot.scrollIntoView());
  await page.waitForFunction((bar) => document.querySelector(bar)?.checkVisibility(), {}, '.buy-bar');
  expect(await text(page, '.buy-bar')).toContain('für 2 Stück');
  expect(await violations(page)).toEqual([]);
  await page.click('.buy-bar button');
  await page.waitForSelector('.buy-bar a');
  await page.$eval('.buy-box form', (form) => form.scrollIntoView({ block: 'center' }));
  await page.waitForFunction((bar) => !document.querySelector(bar)?.checkVisibility(), {}, '.buy-bar');
  expect(await isShown()).toBe(false);
  expect(errors).toEqual([]);
});

test('the bar stays until the whole button is on screen, and its button is yellow only for what fits', async () => {
  const models = ['267', '87', '7456'];
  const yellow = async (query: string): Promise<[isBad: boolean, isYellow: boolean]> => {
    const { page, errors } = await open(query);
    await page.focus('main a');
    /** Scrolls until so many pixels below the button's lower edge are on screen. */
    const scroll = (pixels: number) =>
      page.$eval(
        '.buy-box form .buy',
        (button, below) => scrollTo(0, button.getBoundingClientRect().bottom + scrollY - innerHeight + below),
        pixels,
      );
    const isBarShown = (shown: boolean) =>
      page.waitForFunction((is) => document.querySelector('.buy-bar')?.checkVisibility() === is, {}, shown);
    await page.setViewport({ width: 360, height: 400 });
    await scroll(10);
    await isBarShown(false);
    await scroll(-20);
    await isBarShown(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const found = await page.evaluate((): [boolean, boolean] => [
      document.querySelector('.fit-card.tone-bad') !== null,
      document.querySelector('.buy-bar .buy') !== null,
    ]);
    expect(errors).toEqual([]);
    await page.browserContext().close();
    return found;
  };
  const found = await Promise.all(models.map((id) => yellow(`?modelId=${id}`)));
  expect(found).toContainEqual([true, false]);
  expect(found.filter(([isBad, isYellow]) => isBad === isYellow)).toEqual([]);
});
