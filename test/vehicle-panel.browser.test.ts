import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { openPage } from './support/open-page.js';
import { fetchPage } from './support/page.js';
import { violations } from './support/page-audit.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { arrive, pick } from './support/walk.js';

/** The header's panel beside the page's picker, and the saved vehicles of an account. */
const stage = setSharedStage();
let golf: { path: string; name: string; shortName: string; id: string; manufacturerId: string; seriesId: string };
/** Another series of the same make. */
let otherSeries: string;
beforeAll(async () => {
  const get = async (path: string) => (await fetch(stage.shop.origin + path)).json();
  const [series, other] = await get('/api/vehicle/manufacturers/10/series');
  const [model] = await get(`/api/vehicle/series/${series.id}/models`);
  golf = {
    path: `/Ersatzteile/${series.seriesPage.slug}/3-${model.id}-`,
    name: model.fullName,
    shortName: `${series.shortName} ${model.name}`,
    id: model.id,
    manufacturerId: '10',
    seriesId: series.id,
  };
  otherSeries = other.id;
});

const category = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const vehicles = '/Ersatzteile/Alle-Fahrzeuge/--';
const pickerReady = 'main is-land[data-island=vehicle-picker][data-state=ready]';
const panelReady = 'is-land[data-island=vehicle-panel][data-state=ready]';

interface Visit {
  page: Page;
  errors: string[];
  go(path: string): Promise<void>;
  end(): Promise<void>;
}
/** @param hasVehicle the device remembers the Golf. */
async function visit(hasVehicle: boolean, width = 1280): Promise<Visit> {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 800 });
  const errors = watchPage(page);
  const go = async (path: string): Promise<void> => {
    await openPage(page, stage.shop.origin + path);
  };
  if (hasVehicle) {
    await go(golf.path);
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => localStorage.garage !== undefined);
  }
  return { page, errors, go, end: () => context.close() };
}
/** Returns manufacturer and series in a picker. */
const shown = (page: Page, within: string): Promise<string[]> =>
  page.$$eval(`${within} form.vehicle-selects select`, (selects) =>
    selects.slice(0, 2).map((select) => (select as HTMLSelectElement).value),
  );
const showsBoth = (page: Page, within: string, expected: string[]): Promise<unknown> =>
  page.waitForFunction(
    (fields, values) => {
      const selects = [...document.querySelectorAll<HTMLSelectElement>(fields)];
      return values.every((value, index) => selects[index]?.value === value);
    },
    {},
    `${within} form.vehicle-selects select`,
    expected,
  );
async function openPanel(page: Page): Promise<void> {
  await page.focus('.vehicle-panel > summary');
  await page.waitForSelector(panelReady);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.vehicle-panel[open] .button[aria-expanded]');
}
async function openCatalogue(page: Page): Promise<void> {
  await openPanel(page);
  await page.click('.vehicle-panel-content > .button[aria-expanded]');
  await page.waitForSelector('.vehicle-panel select[name=manufacturerId]');
}
const accessible = async (page: Page): Promise<void> => {
  // Elements outside the viewport cannot be pressed; the accessibility test checks whole pages and sizes.
  const within = 'main is-land[data-island=vehicle-picker], .vehicle-panel';
  expect(await violations(page, { within, but: ['target-size'] })).toEqual([]);
};

describe('one vehicle for both pickers', () => {
  test('a previously chosen vehicle preselects manufacturer and series, on the page and in the panel', async () => {
    const { page, errors, go, end } = await visit(true);
    await go(vehicles);
    await showsBoth(page, 'main', [golf.manufacturerId, golf.seriesId]);
    await openCatalogue(page);
    await showsBoth(page, '.vehicle-panel', [golf.manufacturerId, golf.seriesId]);
    await page.focus('main select[name=manufacturerId]');
    await page.waitForSelector(pickerReady);
    await showsBoth(page, 'main', [golf.manufacturerId, golf.seriesId]);
    expect(errors).toEqual([]);
    await end();
  });

  test('picking in the panel shows on the page, touched or not, and the other way round', async () => {
    const { page, errors, go, end } = await visit(false);
    await go(vehicles);
    await openCatalogue(page);
    await page.select('.vehicle-panel select[name=manufacturerId]', '10');
    await page.waitForSelector('.vehicle-panel select[name=seriesId]:enabled');
    await page.select('.vehicle-panel select[name=seriesId]', golf.seriesId);
    expect(await shown(page, 'main')).toEqual(['10', '']);
    await page.focus('main select[name=manufacturerId]');
    await page.waitForSelector(pickerReady);
    await showsBoth(page, 'main', ['10', golf.seriesId]);

    await page.select('main select[name=seriesId]', otherSeries);
    await showsBoth(page, '.vehicle-panel', ['10', otherSeries]);
    await page.waitForSelector('.vehicle-panel select[name=modelId]:enabled');
    await page.select('.vehicle-panel select[name=manufacturerId]', '');
    await showsBoth(page, 'main', ['', '']);
    await page.waitForSelector('main select[name=seriesId]:disabled');
    await accessible(page);
    expect(errors).toEqual([]);
    await end();
  });

  test('a picker that is opened later shows what the page shows', async () => {
    const { page, go, end } = await visit(false);
    await go(vehicles);
    await page.focus('main select[name=manufacturerId]');
    await page.waitForSelector(pickerReady);
    await pick(page, 'manufacturerId', /^Volkswagen$/);
    await page.waitForSelector('main select[name=seriesId]:enabled');
    await page.select('main select[name=seriesId]', otherSeries);
    await openCatalogue(page);
    await showsBoth(page, '.vehicle-panel', ['10', otherSeries]);
    await end();
  });

  test.each(inTurn([360, 1280], 2))('the chosen vehicle is forgotten on this device, at %d px', async (width) => {
    const { page, errors, go, end } = await visit(true, width);
    await go(vehicles);
    const box = (): Promise<string> => page.$eval('.vehicle-box', (place) => (place as HTMLElement).innerText);
    expect((await box()).replace(/\s+/g, ' ')).toContain(golf.shortName);
    await page.focus('input[name=query]');
    await page.waitForSelector('.search-box input[type=hidden][name=modelId]');
    await page.focus('main select[name=manufacturerId]');
    await page.waitForSelector(pickerReady);
    await openPanel(page);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.click('.vehicle-panel li button');
    await page.waitForFunction((block) => !document.querySelector(block), {}, '.vehicle-box > dl');
    expect(await box()).toMatch(/^(Kein Fahrzeug|Fahrzeug wählen)/);
    expect(await page.evaluate(() => localStorage.vehicle)).toBeUndefined();
    expect(await page.$eval('.vehicle-panel [role=status]', (place) => place.textContent)).toBe(
      `Volkswagen ${golf.shortName} ist auf diesem Gerät nicht mehr gespeichert.`,
    );
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Fahrzeug wählen');
    await showsBoth(page, 'main', ['', '']);
    expect(await page.$('.search-box input[type=hidden][name=modelId]')).toBeNull();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    await accessible(page);
    await go(vehicles);
    expect(await box()).toMatch(/^(Kein Fahrzeug|Fahrzeug wählen)/);
    expect(errors).toEqual([]);
    await end();
  });
});

describe('saved vehicles in the panel', () => {
  const list = '.vehicle-panel-saved li a';

  test('without a login the panel requests and shows none', async () => {
    const { page, go, end } = await visit(true);
    await go(category);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await openPanel(page);
    expect(await page.$('.vehicle-panel-saved')).toBeNull();
    expect(calls).not.toContain('/api/user/vehicles');
    await end();
  });

  test('listed for a logged-in user, picked as with the picker; a failure is no empty list, a lost login says so', async () => {
    const { page, errors, go, end } = await visit(false);
    await go(golf.path);
    await arrive(page, () => page.click('header .account:not(.logged-in)'));
    await arrive(page, () => page.click('button[value=login]'));
    await page.focus('is-land[data-island=save-vehicle] button');
    await page.waitForSelector('is-land[data-island=save-vehicle][data-state=ready]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('is-land[data-island=save-vehicle] a:focus');
    const cookie = (await page.browserContext().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await fetchPage(stage.shop.origin, category, { cookie })).body).not.toContain(golf.name);

    let response: { status: number; body: string } | null = { status: 503, body: '{"code":"unavailable"}' };
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (response && request.url().includes('/api/user/vehicles')) void request.respond(response);
      else void request.continue();
    });
    await go(category);
    await openPanel(page);
    await page.waitForSelector('.vehicle-panel-saved [role=alert]');
    expect(await page.$eval('.vehicle-panel-saved', (place) => (place as HTMLElement).innerText)).toMatch(
      /konnten nicht geladen werden[\s\S]*Noch einmal versuchen/,
    );
    await accessible(page);
    response = { status: 401, body: '{"code":"login"}' };
    await page.click('.vehicle-panel-saved button');
    await page.waitForSelector('.vehicle-panel-saved a[href*="/Einloggen"]');
    expect(await page.$eval('.vehicle-panel-saved [role=alert]', (place) => place.textContent)).toContain(
      'melden Sie sich an',
    );
    response = null;
    expect(errors.filter((error) => !/status of (401|503)/.test(error))).toEqual([]);

    await go(category);
    await openPanel(page);
    await page.waitForSelector(list);
    expect(await page.$eval(list, (link) => link.textContent)).toMatch(/^.+\d+ kW \/ \d+ PS, /);
    expect(await page.$eval(list, (link) => link.textContent)).toContain(golf.name);
    await accessible(page);
    await arrive(page, () => page.click(list));
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/Bremsscheiben/[^/]+/3-${golf.id}-1523$`));
    await end();
  });
});
