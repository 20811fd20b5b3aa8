import type { Page } from 'puppeteer';
import { describe, expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { editions } from './support/editions.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { amount, pick, submit } from './support/walk.js';

/** The whole buying path in every edition with script switched off (D39), in a real browser. */
const stage = setSharedStage();

const text = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => element.textContent ?? '');
/** Follows the first link whose address has this ending. */
const followAddress = (page: Page, ending: string): Promise<void> => submit(page, `main a[href$="${ending}"]`);

const walked = inTurn(editions, 6, 3);

describe.each(walked)('$locale', ({ locale, home, cart }) => {
  test('home, vehicle by forms, category, article, cart; change, delete and undo', async () => {
    const context = await stage.browser.createBrowserContext();
    const page = await context.newPage();
    await page.setJavaScriptEnabled(false);
    const errors = watchPage(page);
    await page.goto(stage.shop.origin + home);
    expect(await page.$eval('html', (html) => html.lang)).toBe(locale);

    await pick(page, 'manufacturerId', /^Volkswagen$/);
    await submit(page, 'form.vehicle-selects button');
    expect(page.url()).toMatch(/\/1-\d+-$/);
    await pick(page, 'seriesId', /^Golf IV .*1J1/);
    await submit(page, 'form.vehicle-selects button');
    expect(page.url()).toMatch(/\/2-\d+-(\?seriesId=\d+)?$/);
    await pick(page, 'modelId', /^1\.9 TDI, 74 kW/);
    await submit(page, 'form.vehicle-selects button');
    expect(page.url()).toMatch(/\/3-\w+-$/);

    await followAddress(page, '-1523');
    expect(await page.$$eval('h1', (titles) => titles.length)).toBe(1);
    await submit(page, '.product-list h3 a');
    expect(page.url()).toMatch(/modelId=\w+/);

    const title = (await text(page, 'h1')).trim();
    await submit(page, 'form[data-add] .buy');
    expect(new URL(page.url()).pathname).toBe(cart);

    const line = await text(page, '.cart-line');
    expect(line).toContain(title.split(',')[0]);
    expect(await text(page, 'main')).toContain('Golf IV');
    expect((await text(page, '.cart-shop h2')).trim()).not.toBe('');
    const sums = async (): Promise<number[]> =>
      page
        .$$eval('.cart aside dd', (places) => places.map((place) => place.textContent ?? ''))
        // Free shipping is a word.
        .then((all) => all.map((sum) => (/\d/.test(sum) ? amount(sum) : 0)));
    const before = await sums();
    const bought = await page.$eval('.cart-line input[name=quantity]', (input) => input.getAttribute('value'));
    expect(before.at(-1)).toBe(before.slice(0, -1).reduce((sum, part) => sum + part, 0));

    await page.$eval('.cart-line input[name=quantity]', (input) => input.setAttribute('value', '3'));
    await submit(page, '.cart-line form[action*=Aendern] [type=submit]');
    expect(new URL(page.url()).pathname).toBe(cart);
    const after = await sums();
    expect(after[0]).toBe(((before[0] ?? 0) / Number(bought)) * 3);
    expect(after.at(-1)).toBe(after.slice(0, -1).reduce((sum, part) => sum + part, 0));

    await submit(page, '.cart-line form[action*=Loeschen] button');
    expect(await page.$('.cart-line')).toBeNull();
    await submit(page, 'form[action*=Wiederherstellen] button');
    expect(await page.$eval('.cart-line input[name=quantity]', (input) => input.getAttribute('value'))).toBe('3');
    expect(errors).toEqual([]);
    await context.close();
  });
});

test('the delivery country is a form, and prices follow it', async () => {
  const page = await stage.browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(`${stage.shop.origin}/`);
  expect(await page.$eval('html', (html) => html.dataset.country)).toBe('DE');
  await submit(page, 'header form[action="/delivery-country"] button');
  await submit(page, 'main form[action="/delivery-country"] [value=AT]');
  expect(await page.$eval('html', (html) => html.dataset.country)).toBe('AT');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.close();
});
