import type { Page } from 'puppeteer';
import { describe, expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { checkedGet } from './support/checked.js';
import { editions } from './support/editions.js';
import { openPage } from './support/open-page.js';
import { tabTo, violations } from './support/page-audit.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { until } from './support/until.js';
import { amount, arrive, pick } from './support/walk.js';

/** Buys a part with script: islands hydrate on touch, and adding does not leave the page. */
const stage = setSharedStage();

const count = (page: Page): Promise<string> => page.$eval('[data-cart-count]', (place) => place.textContent ?? '');

/** Other editions than in test/walk-without-script.browser.test.ts of the same run. */
const walked = inTurn(editions, 6);

describe.each(walked)('$locale', ({ locale, home, cart }) => {
  test('vehicle with three choices, category, article, cart', async () => {
    const context = await stage.browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: locale === walked[0]?.locale ? 360 : 1280, height: 800 });
    const errors = watchPage(page);
    // test/accessibility.browser.test.ts covers the other editions.
    const accessible = async (): Promise<void> => {
      if (locale === walked[0]?.locale) expect(await violations(page)).toEqual([]);
    };
    await openPage(page, stage.shop.origin + home);
    await accessible();

    await page.focus('select[name=manufacturerId]');
    await page.waitForSelector('is-land[data-island=vehicle-picker][data-state=ready]');
    await pick(page, 'manufacturerId', /^Volkswagen$/);
    await page.waitForSelector(
      'select[name=seriesId]:enabled option:nth-child(2), select[name=seriesId]:enabled optgroup',
    );
    await pick(page, 'seriesId', /^Golf IV .*1J1/);
    await page.waitForSelector(
      'select[name=modelId]:enabled option:nth-child(2), select[name=modelId]:enabled optgroup',
    );
    await arrive(page, () => pick(page, 'modelId', /^1\.9 TDI, 74 kW/));
    expect(page.url()).toMatch(/\/3-\w+-$/);
    await accessible();

    await arrive(page, () => page.click('main a[href$="-1523"]'));
    await accessible();
    await arrive(page, () => page.click('.product-list h3 a'));
    await accessible();
    const article = page.url();
    // Discs are sold in pairs (D74).
    const usual = await page.$eval('form[data-add] input', (field) => (field as HTMLInputElement).value);
    expect(usual).toBe('2');
    await page.click('form[data-add] .buy');
    expect(await count(page)).toBe(usual);
    await page.waitForFunction(
      () => document.querySelector('[data-status]')?.textContent !== '' && !document.querySelector('form [aria-busy]'),
    );
    expect(page.url()).toBe(article);
    expect(await count(page)).toBe(usual);

    await arrive(page, () => page.click('[data-cart-link]'));
    expect(new URL(page.url()).pathname).toBe(cart);
    await accessible();
    await page.focus('.cart-line input[name=quantity]');
    await page.waitForSelector('is-land[data-island=cart-lines][data-state=ready]');
    const total = (): Promise<number> =>
      page.$eval('.cart aside .grand-total dd', (place) => place.textContent ?? '').then(amount);
    const goods = (): Promise<number> => page.$eval('.cart aside dd', (place) => place.textContent ?? '').then(amount);
    const each = (await goods()) / Number(usual);
    await page.$eval('.cart-line input[name=quantity]', (input) => (input as HTMLInputElement).select());
    await page.keyboard.type('3');
    await page.waitForSelector('.cart-line form[action*=Aendern] [type=submit]', { visible: true });
    await page.click('.cart-line form[action*=Aendern] [type=submit]');
    await page.waitForFunction(
      (field) => document.querySelector<HTMLInputElement>(field)?.defaultValue === '3',
      {},
      '.cart-line input[name=quantity]',
    );
    expect(await goods()).toBe(each * 3);
    expect(await total()).toBeGreaterThanOrEqual(each * 3);
    expect(await count(page)).toBe('3');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
    // An empty cart is another page, which at first contains neither a line nor a count.
    await arrive(page, () => page.click('.cart-line form[action*=Loeschen] button'));
    await page.waitForSelector('.empty-cart');
    expect(await page.$('.cart-line')).toBeNull();
    expect(await page.$eval('[data-cart-count]', (place) => (place as HTMLElement).hidden)).toBe(true);
    await accessible();
    expect(errors).toEqual([]);
    await context.close();
  });
});

test('by keys alone, with the focus in sight at every stop: vehicle, category, article, cart, plan and its way back', async () => {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 360, height: 800 });
  const errors = watchPage(page);
  const unseen: string[] = [];
  const walkTo = async (selector: string, isBack = false): Promise<void> => {
    unseen.push(...(await tabTo(page, selector, isBack)));
  };
  const enter = (): Promise<void> => arrive(page, () => page.keyboard.press('Enter'));
  const total = (): Promise<string> => page.$eval('.cart aside .grand-total dd', (place) => place.textContent ?? '');

  await openPage(page, stage.shop.origin);
  await walkTo('main select[name=manufacturerId]');
  await page.waitForSelector('main is-land[data-island=vehicle-picker][data-state=ready]');
  await page.keyboard.type('Volkswagen');
  await page.waitForSelector('main select[name=seriesId]:enabled');
  await walkTo('select[name=seriesId]');
  await page.keyboard.type('Golf IV');
  await page.waitForSelector('main select[name=modelId]:enabled');
  await walkTo('select[name=modelId]');
  // Keys step through a closed list; Enter takes what it shows (WCAG 3.2.2).
  await arrive(page, async () => {
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
  });
  await walkTo('main a[href$="-1523"]');
  await enter();
  await walkTo('.product-list h3 a');
  await enter();
  // The dearest visible offer, so that a plan saves something.
  await walkTo('#offers tbody tr:last-child form[data-add] .buy');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => document.querySelector('[data-status]')?.textContent !== '' && !document.querySelector('form [aria-busy]'),
  );
  await walkTo('[data-cart-link]', true);
  await enter();
  // On a busy machine the first view may lack the plans.
  await until('the cart has a plan', async () => {
    if (await page.$('#plans')) return true;
    await openPage(page, page.url());
    return false;
  });
  const before = await total();
  await walkTo('#plans summary');
  await page.keyboard.press('Enter');
  await walkTo('#plans form button');
  await enter();
  expect(amount(await total())).toBeLessThan(amount(before));
  await walkTo('form[action*=Wiederherstellen] button');
  await enter();
  expect(await total()).toBe(before);
  expect([...unseen, ...errors]).toEqual([]);
  await context.close();
});

test('two quick taps of a visitor without a session land in one cart', async () => {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  const { spareParts } = await (await fetch(`${stage.shop.origin}/api/-/-/--1523`)).json();
  const part = spareParts.find(({ offerCount }: { offerCount: number }) => offerCount > 2);
  await page.goto(`${stage.shop.origin}/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}`);
  const pieces = await page.$$eval('form[data-add]', (forms) => {
    const used = forms.slice(0, 3) as HTMLFormElement[];
    for (const form of used) form.requestSubmit();
    return used.map((form) => Number(form.quantity.value));
  });
  const sum = String(pieces.reduce((total, one) => total + one, 0));
  expect(pieces).toHaveLength(3);
  expect(await count(page)).toBe(sum);
  await page.waitForFunction(() => !document.querySelector('form [aria-busy]'));
  expect(await count(page)).toBe(sum);
  await arrive(page, () => page.reload());
  expect(await count(page)).toBe(sum);
  await context.close();
});

test('no script file is requested before load, none is evaluated before a touch', async () => {
  const page = await stage.browser.newPage();
  const scripts: { url: string; afterLoad: boolean }[] = [];
  let loaded = false;
  page.on('load', () => {
    loaded = true;
  });
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push({ url: request.url(), afterLoad: loaded });
  });
  await openPage(page, `${stage.shop.origin}/`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(({ afterLoad }) => !afterLoad)).toEqual([]);
  const states = await page.$$eval('is-land', (places) => places.map((place) => (place as HTMLElement).dataset.state));
  expect(new Set(states)).toEqual(new Set(['waiting']));
  await page.close();
});

test('with Save-Data nothing is fetched ahead', async () => {
  const page = await stage.browser.newPage();
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url());
  });
  await openPage(page, `${stage.shop.origin}/`);
  // The loader fetches ahead in an idle callback, which would have run before this one.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scripts).toEqual([]);
  await page.close();
});

test('a failed add rolls the count back and says so', async () => {
  const page = await stage.browser.newPage();
  await page.goto(`${stage.shop.origin}/`);
  const listing = await (await fetch(`${stage.shop.origin}/api/-/-/--1523`)).json();
  const part = listing.spareParts[0];
  await page.goto(`${stage.shop.origin}/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}`);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.method() === 'POST') void request.respond({ status: 503, body: '' });
    else void request.continue();
  });
  await page.click('form[data-add] .buy');
  await page.waitForFunction(() => document.querySelector('[data-status]')?.textContent !== '');
  expect(await page.$eval('[data-cart-count]', (place) => (place as HTMLElement).hidden)).toBe(true);
  expect(await page.$('form [aria-busy]')).toBeNull();
  await page.close();
});

test('the device remembers the vehicle: the header shows it and the picker preselects it', async () => {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  const errors = watchPage(page);
  const makers = await (await checkedGet(stage.shop.origin, '/api/vehicle/manufacturers')).json();
  const maker = makers.find(({ name }: { name: string }) => name === 'Volkswagen');
  const [series] = await (
    await fetch(`${stage.shop.origin}/api/vehicle/manufacturers/${maker.id}/series?limit=1`)
  ).json();
  const [model] = await (await fetch(`${stage.shop.origin}/api/vehicle/series/${series.id}/models?limit=1`)).json();
  // The loader works after the first frame, which may follow the load event.
  const vehicleIsShown = () =>
    page.waitForFunction(
      (name) => document.querySelector('[data-vehicle-box]')?.textContent?.includes(name),
      {},
      model.name,
    );
  await page.goto(`${stage.shop.origin}/Ersatzteile/${series.seriesPage.slug}/3-${model.id}-`);
  await vehicleIsShown();
  await openPage(page, `${stage.shop.origin}/Ersatzteile/Alle-Fahrzeuge/--`);
  await vehicleIsShown();
  await page.focus('select[name=manufacturerId]');
  await page.waitForSelector('select[name=modelId]:enabled');
  expect(await page.$eval('select[name=manufacturerId]', (select) => (select as HTMLSelectElement).value)).toBe(
    maker.id,
  );
  expect(await page.$eval('select[name=seriesId]', (select) => (select as HTMLSelectElement).value)).toBe(series.id);
  expect(errors).toEqual([]);
  await context.close();
});

test('a file that fails to load reloads the page once per build, then the form works plainly', async () => {
  const page = await stage.browser.newPage();
  await page.setRequestInterception(true);
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++;
    if (request.url().includes('/build/vehicle-picker')) void request.abort();
    else void request.continue();
  });
  await openPage(page, `${stage.shop.origin}/`);
  await arrive(page, () => page.focus('select[name=manufacturerId]'));
  expect(documents).toBe(2);
  await page.focus('select[name=manufacturerId]');
  await page.waitForSelector('is-land[data-state=failed]');
  await pick(page, 'manufacturerId', /^Volkswagen$/);
  await arrive(page, () => page.click('form.vehicle-selects button'));
  expect(page.url()).toMatch(/\/1-\d+-$/);
  await page.close();
});

test('a widget that crashes gets its server HTML back', async () => {
  const page = await stage.browser.newPage();
  await openPage(page, `${stage.shop.origin}/`);
  await page.$eval('is-land[data-island=vehicle-picker]', (place) => {
    const props = JSON.parse((place as HTMLElement).dataset.props ?? '{}');
    (place as HTMLElement).dataset.props = JSON.stringify({ ...props, texts: null });
  });
  const before = await page.$eval('is-land[data-island=vehicle-picker]', (place) => place.innerHTML);
  await page.focus('select[name=manufacturerId]');
  await page.waitForSelector('is-land[data-state=failed]');
  expect(await page.$eval('is-land[data-island=vehicle-picker]', (place) => place.innerHTML)).toBe(before);
  await page.close();
});
