import type { KeyInput, Page } from 'puppeteer';
import { describe, expect, test } from 'vitest';
import { allEditions } from '../server/web/routes/editions.js';
import { watchPage } from './support/browser.js';
import { checkedGet } from './support/checked.js';
import { openPage } from './support/open-page.js';
import { fetchPage } from './support/page.js';
import { violations } from './support/page-audit.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { arrive, submit } from './support/walk.js';

/** Dialogs for delivery country and navigation: by keyboard, by touch at 360 px, and without script. */
const stage = setSharedStage();

interface Visit {
  page: Page;
  errors: string[];
}
async function visit(path: string, { width = 1280, script = true, touch = false } = {}): Promise<Visit> {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 800, hasTouch: touch, isMobile: touch });
  await page.setJavaScriptEnabled(script);
  const errors = watchPage(page);
  await openPage(page, stage.shop.origin + path);
  return { page, errors };
}
/** Checks the open dialog; `accessibility.browser.test.ts` checks the page below. */
const accessible = async (page: Page): Promise<void> => {
  for (const value of inTurn(['light', 'dark'], 2)) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    expect(await violations(page, { within: 'dialog[open]' })).toEqual([]);
  }
};
const openDialog = async (page: Page, button: string): Promise<void> => {
  await page.focus(button);
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]', { visible: true });
};
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim());
const press = async (page: Page, ...keys: KeyInput[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const country = (page: Page): Promise<string | undefined> => page.$eval('html', (html) => html.dataset.country);
const isWithin = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

describe('delivery country', () => {
  test('the country grid opens in a modal with 7 columns on desktop, one flag each, the likely ones first, in the order of the language', async () => {
    const { page, errors } = await visit('/fr-FR/');
    await openDialog(page, '.delivery-country button');
    const seen = await page.$$eval('dialog li', (items) => ({
      names: items.map((item) => item.textContent?.trim() ?? ''),
      near: document.querySelectorAll('dialog ul:first-of-type li').length,
      columns: new Set(items.map((item) => item.getBoundingClientRect().left)).size,
      flags: new Set(items.map((item) => item.querySelector('use')?.getAttribute('href'))).size,
    }));
    expect(seen.names).toHaveLength(47);
    const { compare } = new Intl.Collator('fr-FR');
    const [own, ...near] = seen.names.slice(0, seen.near);
    const others = seen.names.slice(seen.near);
    expect([own, near, others]).toEqual(['France', [...near].sort(compare), [...others].sort(compare)]);
    expect(near).toEqual(expect.arrayContaining(['Allemagne', 'Autriche', 'Belgique', 'Espagne', 'Italie', 'Suisse']));
    expect(seen).toMatchObject({ columns: 7, flags: 47 });
    const drawing = await fetchPage(
      stage.shop.origin,
      await page.$eval('dialog use', (use) => use.getAttribute('href')?.split('#')[0] ?? ''),
    );
    expect(drawing.status).toBe(200);
    expect(drawing.body.match(/<symbol /g)).toHaveLength(47);
    expect(await focused(page)).toBe('France');
    await accessible(page);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('letters that are typed find a country by its name, and Enter takes it', async () => {
    const { page, errors } = await visit('/');
    await openDialog(page, '.delivery-country button');
    await page.keyboard.type('osterr');
    const shown = () =>
      page.$$eval('dialog li:not([hidden])', (items) => items.map((item) => item.textContent?.trim()));
    expect(await shown()).toEqual(['Österreich']);
    await page.keyboard.type('x');
    expect(await shown()).toEqual([]);
    expect(await page.$eval('[data-no-country]', (none) => none.checkVisibility())).toBe(true);
    await accessible(page);
    await press(page, 'Enter');
    expect(await page.$('dialog[open]')).not.toBeNull();
    await press(page, 'Backspace');
    await arrive(page, () => press(page, 'Enter'));
    expect(await country(page)).toBe('AT');
    expect(errors).toEqual([]);
    await page.close();
  });

  test('choosing the same one only closes the dialog; Escape does, and the focus goes back to the button', async () => {
    const { page } = await visit('/');
    const before = await page.evaluate(() => performance.timeOrigin);
    for (const key of ['Enter', 'Escape'] as const) {
      await openDialog(page, '.delivery-country button');
      expect(await focused(page)).toBe('Deutschland');
      await press(page, key);
      await page.waitForFunction(() => !document.querySelector('dialog[open]'));
      expect(await page.evaluate(() => document.activeElement?.closest('form')?.dataset.kind)).toBe('countries');
    }
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(before);
    expect((await page.browserContext().cookies()).find(({ name }) => name === 'country')).toBeUndefined();
    await page.close();
  });

  test('choosing a different one stores it in a strict cookie for path / and reloads the page', async () => {
    const { page, errors } = await visit('/', { width: 360, touch: true });
    await page.tap('.delivery-country button');
    await page.waitForSelector('dialog[open]');
    const columns = await page.$$eval(
      'dialog li',
      (items) => new Set(items.map((item) => item.getBoundingClientRect().left)).size,
    );
    expect([2, 3]).toContain(columns);
    expect(await isWithin(page)).toBe(true);
    await accessible(page);
    await arrive(page, () => page.tap('dialog [value=AT]'));
    expect(await country(page)).toBe('AT');
    const cookie = (await page.browserContext().cookies()).find(({ name }) => name === 'country');
    expect(cookie).toMatchObject({ value: 'AT', path: '/', sameSite: 'Strict' });
    expect(new URL(page.url()).pathname).toBe('/');
    expect(errors).toEqual([]);
    await page.close();
  });

  test('without script the same grid is a page that leads back', async () => {
    const { page } = await visit('/it-IT/', { script: false });
    await submit(page, '.delivery-country button');
    expect(new URL(page.url()).pathname).toBe('/it-IT/delivery-country');
    expect(await page.$eval('meta[name=robots]', (meta) => meta.getAttribute('content'))).toBe('noindex');
    await submit(page, 'main [value=CH]');
    expect(new URL(page.url()).pathname).toBe('/it-IT/');
    expect(await country(page)).toBe('CH');
    await page.close();
  });
});

describe('navigation overlay', () => {
  test('up to three levels; one top level and one sub level open at a time; selecting the open one closes it', async () => {
    const { page, errors } = await visit('/');
    await openDialog(page, '.menu button');
    const open = (): Promise<(string | null)[]> =>
      page.$$eval('dialog [aria-expanded=true], dialog .menu-level-2:not([hidden]) [open] > summary', (steps) =>
        steps.map((step) => step.textContent),
      );
    await page.click('dialog [value="100"]');
    await page.waitForSelector('dialog .menu-level-2');
    await page.click('dialog .menu-level-2 summary');
    const [top, sub] = await open();
    expect(top).toBe('Bremsanlage');
    expect(await page.$$eval('dialog [open] .menu-level-3 li', (leaves) => leaves.length)).toBeGreaterThan(2);
    await accessible(page);
    await page.click('dialog .menu-level-2 > li:nth-child(3) summary');
    await page.waitForFunction(
      (list, before) => !document.querySelector(list)?.matches('[open]') && before,
      {},
      'dialog .menu-level-2 details',
      sub,
    );
    expect(await open()).toHaveLength(2);
    await page.click('dialog [value="101"]');
    await page.waitForSelector('dialog [value="101"] + .menu-level-2');
    expect(await open()).toEqual(['Filter']);
    await page.click('dialog [value="101"]');
    expect(await open()).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('by keys alone: arrows walk and unfold, Escape leaves, and a leaf is reached', async () => {
    const { page } = await visit('/');
    await openDialog(page, '.menu button');
    await page.focus('dialog [value="100"]');
    await press(page, 'ArrowRight');
    await page.waitForSelector('dialog [value="100"] + .menu-level-2');
    await press(page, 'ArrowRight');
    expect(await focused(page)).toBe('Alles aus Bremsanlage');
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown');
    expect(await focused(page)).toBe('Bremsscheiben');
    await press(page, 'ArrowLeft');
    expect(await focused(page)).toBe('Scheibenbremse');
    await press(page, 'ArrowLeft', 'ArrowLeft');
    expect(await focused(page)).toBe('Bremsanlage');
    await press(page, 'End', 'ArrowDown', 'ArrowUp');
    expect(await focused(page)).toBe('Alle Teilemarken');
    await press(page, 'Escape');
    expect(await page.evaluate(() => document.activeElement?.closest('form')?.dataset.kind)).toBe('menu');
    await openDialog(page, '.menu button');
    await page.focus('dialog [value="100"]');
    await press(page, 'ArrowRight');
    await page.waitForSelector('dialog [value="100"] + .menu-level-2:not([hidden])');
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown');
    await arrive(page, () => press(page, 'Enter'));
    expect(page.url()).toMatch(/--1523\??$/);
    await page.close();
  });

  test('plus a manufacturer list, sorted by name; by touch it is a sheet over the whole of a phone', async () => {
    const { page, errors } = await visit('/nl-NL/', { width: 360, touch: true });
    await page.tap('.menu button');
    await page.waitForSelector('dialog[open]');
    expect(await page.$eval('dialog', (dialog) => dialog.getBoundingClientRect().toJSON())).toMatchObject({
      left: 0,
      top: 0,
      width: 360,
      height: 800,
    });
    await page.tap('dialog [value=manufacturers]');
    await page.waitForSelector('dialog .menu-level-2');
    const lists = await page.$$eval('dialog .menu-level-3', (found) =>
      found.map((list) => [...list.querySelectorAll('li')].map((item) => item.textContent ?? '')),
    );
    expect(lists[0]).toHaveLength(10);
    expect(lists[1]?.length).toBeGreaterThanOrEqual(50);
    for (const names of lists) expect(names).toEqual([...names].sort(new Intl.Collator('nl-NL').compare));
    await page.tap('dialog .menu-level-2 summary');
    await page.waitForSelector('dialog .menu-level-2 details[open]');
    expect(await isWithin(page)).toBe(true);
    await accessible(page);
    await arrive(page, () => page.tap('dialog .menu-level-3 a'));
    expect(page.url()).toMatch(/\/1-\d+-$/);
    expect(errors).toEqual([]);
    await page.close();
  });

  test('offers what fits the vehicle that the device remembers', async () => {
    const { page } = await visit('/');
    const [model] = await (
      await fetch(`${stage.shop.origin}/api/vehicle/series/${await seriesId()}/models?limit=1`)
    ).json();
    await page.evaluate((modelId) => {
      localStorage.vehicle = JSON.stringify({ modelId, slug: 'Golf' });
    }, model.id);
    await openDialog(page, '.menu button');
    expect(await page.$eval('dialog [data-type=vehicle]', (item) => item.textContent)).toContain(model.fullName);
    await page.click('dialog [value="100"]');
    await page.waitForSelector('dialog .menu-level-2');
    const address = await page.$eval('dialog .menu-level-2 button', (button) => button.getAttribute('formaction'));
    expect(address).toMatch(new RegExp(`/3-${model.id}-100$`));
    await page.close();
  });

  test('navigation links are hidden from crawlers below the first level and shown to people as buttons (D9)', async () => {
    const { body } = await fetchPage(stage.shop.origin, '/fragments/de-DE/menu.html?open=100');
    expect(body).toMatch(/<a href="[^"]+--100">/);
    expect(body.match(/<a /g)).toHaveLength(1);
    expect(body).toMatch(/<button type="submit" formAction="[^"]+--1523">Bremsscheiben/);
    const { body: makes } = await fetchPage(stage.shop.origin, '/fragments/de-DE/menu.html?open=manufacturers');
    expect(makes.match(/<a /g)).toHaveLength(10);
  });

  test('without script every step is a page, down to a leaf', async () => {
    const { page } = await visit('/', { script: false });
    await submit(page, '.menu button');
    await submit(page, 'main [value="100"]');
    expect(page.url()).toMatch(/\/menu\?open=100$/);
    await page.click('main .menu-level-2 summary');
    await submit(page, 'main .menu-level-3 [formaction*="--1523"]');
    expect(page.url()).toMatch(/--1523\??$/);
    await page.close();
  });

  test('if the content fails to load, the button opens the page', async () => {
    const { page } = await visit('/');
    await page.setRequestInterception(true);
    page.on(
      'request',
      (request) => void (request.url().includes('/fragments/') ? request.abort() : request.continue()),
    );
    await arrive(page, () => page.click('.menu button'));
    expect(new URL(page.url()).pathname).toBe('/menu');
    await page.close();
  });

  test('content of another build is requested again, and if only that exists, the button leads to the page', async () => {
    const { page } = await visit('/');
    await page.setRequestInterception(true);
    const asked: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('.html')) return void request.continue();
      asked.push(request.headers()['cache-control']);
      void request.respond({ contentType: 'text/html', body: '<body data-build="other"><h2>Menü</h2></body>' });
    });
    await arrive(page, () => page.click('.menu button'));
    expect(new URL(page.url()).pathname).toBe('/menu');
    expect(asked).toHaveLength(2);
    expect(asked[1]).toBe('no-cache');
    await page.close();
  });
});

/** Returns the most popular series with parts. */
async function seriesId(): Promise<string> {
  const get = async (path: string) => (await fetch(stage.shop.origin + path)).json();
  const [manufacturer] = await (await checkedGet(stage.shop.origin, '/api/vehicle/manufacturers?limit=1')).json();
  const [series] = await get(`/api/vehicle/manufacturers/${manufacturer.id}/series?limit=1`);
  return series.id;
}

test.each(allEditions)('fragments of $locale can be cached for everybody, and name no visitor', async ({ locale }) => {
  for (const name of ['countries', 'menu']) {
    const path = `/fragments/${locale}/${name}.html`;
    const plain = await fetchPage(stage.shop.origin, path);
    expect(plain.status).toBe(200);
    expect(plain.headers['cache-control']).toMatch(/^public, max-age=600/);
    expect(plain.headers['x-robots-tag']).toBe('noindex');
    expect(plain.headers['set-cookie']).toBeUndefined();
    const other = await fetchPage(stage.shop.origin, path, {
      cookie: 'country=CH; partavo=x; cartCount=3',
      referer: `${stage.shop.origin}/`,
    });
    expect(other.body).toBe(plain.body);
    const again = await fetchPage(stage.shop.origin, path, { 'if-none-match': String(plain.headers.etag) });
    expect(again.status).toBe(304);
  }
  expect((await fetchPage(stage.shop.origin, `/fragments/${locale}/menu.html?open=1`)).status).toBe(404);
  expect((await fetchPage(stage.shop.origin, `/fragments/${locale.toLowerCase()}/menu.html`)).status).toBe(404);
});

test('no country, vehicle or address of a visitor is in a log line', () => {
  const lines = JSON.stringify(stage.shop.log());
  expect(lines).not.toMatch(/country=|modelId|returnTo|cartCount|\?open/);
  expect(lines).toContain('menuFragment___de-DE');
});
