import type { HTTPRequest, Page } from 'puppeteer';
import { beforeAll, expect, test } from 'vitest';
import { timeoutMs } from '../views/with-timeout.js';
import { openPage } from './support/open-page.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { arrive } from './support/walk.js';

/**
 * Widgets whose calls fail (specification 7, 8). The spinner stops, a live region reports the error, and the plain
 * control stays usable. Failed data never look like empty data, and a retry works. `search-box-failure`,
 * `cart-lines-failure` and `failing-calls` cover the rest.
 */
const stage = setSharedStage();
let golf: { path: string; seriesId: string };
let article: string;
beforeAll(async () => {
  const get = async (path: string) => (await fetch(stage.shop.origin + path)).json();
  const [series] = await get('/api/vehicle/manufacturers/10/series');
  const [model] = await get(`/api/vehicle/series/${series.id}/models`);
  golf = { path: `/Ersatzteile/${series.seriesPage.slug}/3-${model.id}-`, seriesId: series.id };
  const { spareParts } = await get('/api/-/-/--1523');
  article = `/Teilenummernsuche/${spareParts[0].manufacturer.seoName}/${spareParts[0].normNumber}`;
});

const errors = {
  problem: { status: 503, contentType: 'application/problem+json', body: '{"code":"unavailable","status":503}' },
  rubbish: { status: 200, contentType: 'application/json', body: '{"cartData":[null]}' },
  'another page': { status: 200, contentType: 'text/html', body: '<p>Willkommen im WLAN' },
  'no connection': 'abort',
  'no answer': 'silence',
} as const;
type Fault = keyof typeof errors;

interface Case {
  widget: string;
  path: () => string;
  /** Addresses of the calls that fail. */
  broken: RegExp;
  /** Step before the test that makes the widget usable. */
  begin?: (page: Page) => Promise<unknown>;
  /** The step that makes the call. */
  act: (page: Page) => Promise<unknown>;
  /** The live region and its text. */
  says: readonly [place: string, words: RegExp];
  /** Its text without any response, if it differs. */
  saysLate?: RegExp;
  /** Result of the step once the call works. */
  done: (page: Page) => Promise<unknown>;
  /** Step that retries; the same step by default. */
  again?: (page: Page) => Promise<unknown>;
}
const vehicles = '/Ersatzteile/Alle-Fahrzeuge/--';
const picker = 'main is-land[data-island=vehicle-picker]';
const ready = (page: Page, island: string) => page.waitForSelector(`${island}[data-state=ready]`);
async function secondWay(page: Page): Promise<void> {
  await page.focus('main .way-by-model');
  await ready(page, picker);
  await page.keyboard.press('ArrowRight');
}
async function openPanel(page: Page): Promise<void> {
  await page.focus('.vehicle-panel > summary');
  await ready(page, 'is-land[data-island=vehicle-panel]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.vehicle-panel[open] .button[aria-expanded]');
}
async function typeTsn(page: Page): Promise<void> {
  await page.click('main [name=tsn]', { count: 3 });
  await page.keyboard.type('ZZZ');
}

const cases: Case[] = [
  {
    widget: 'series of a manufacturer',
    path: () => vehicles,
    broken: /manufacturers\/\d+\/series/,
    begin: async (page) => {
      await page.focus('main select[name=manufacturerId]');
      await ready(page, picker);
    },
    act: async (page) => {
      await page.select('main select[name=manufacturerId]', '');
      await page.select('main select[name=manufacturerId]', '10');
    },
    says: ['main form.vehicle-selects .fault[role=status]', /konnte nicht geladen werden/],
    done: (page) => page.waitForSelector('main select[name=seriesId]:enabled'),
  },
  {
    widget: 'models of a series',
    path: () => vehicles,
    broken: /series\/\d+\/models/,
    begin: async (page) => {
      await page.focus('main select[name=manufacturerId]');
      await ready(page, picker);
      await page.select('main select[name=manufacturerId]', '10');
      await page.waitForSelector('main select[name=seriesId]:enabled');
    },
    act: async (page) => {
      await page.select('main select[name=seriesId]', '');
      await page.select('main select[name=seriesId]', golf.seriesId);
    },
    says: ['main form.vehicle-selects .fault[role=status]', /konnte nicht geladen werden/],
    done: (page) => page.waitForSelector('main select[name=modelId]:enabled'),
  },
  {
    widget: 'HSN and TSN',
    path: () => vehicles,
    broken: /hsntsn/,
    begin: async (page) => {
      await secondWay(page);
      await page.keyboard.press('Tab');
      await page.keyboard.type('9999');
    },
    act: typeTsn,
    says: ['main .key-form [role=status] .fault', /gerade nicht möglich/],
    again: (page) => page.click('main .key-form .button.quiet'),
    done: (page) =>
      page.waitForFunction(
        (error) => /nicht bekannt/.test(document.querySelector(error)?.textContent ?? ''),
        {},
        '.key-form .fault',
      ),
  },
  {
    widget: 'French plate',
    path: () => '/fr-FR/pieces-auto/tout-type-de-vehicule/--',
    broken: /license/,
    begin: async (page) => {
      await secondWay(page);
      await page.keyboard.press('Tab');
      await page.keyboard.type('zz-999-zz');
    },
    act: (page) => page.click('main .key-form .button.buy'),
    says: ['main .key-form [role=status] .fault', /réessayez|réessayer|nouveau/i],
    done: (page) => page.waitForSelector('main [name=plate][aria-invalid=true]'),
  },
  {
    widget: 'manufacturers in the panel',
    path: () => '/Informationen/Impressum',
    broken: /vehicle\/manufacturers/,
    begin: openPanel,
    act: async (page) =>
      page.click(
        (await page.$('.vehicle-panel-content > .button.quiet'))
          ? '.vehicle-panel-content > .button.quiet'
          : '.vehicle-panel-content > .button[aria-expanded=false]',
      ),
    says: ['.vehicle-panel-content [role=alert]', /konnten nicht geladen werden/],
    done: (page) => page.waitForSelector('.vehicle-panel select[name=manufacturerId]'),
  },
  {
    widget: 'saving a vehicle',
    path: () => golf.path,
    broken: /user\/vehicles/,
    begin: async (page) => {
      await page.focus('is-land[data-island=save-vehicle] button');
      await ready(page, 'is-land[data-island=save-vehicle]');
    },
    act: (page) => page.click('is-land[data-island=save-vehicle] button'),
    says: ['is-land[data-island=save-vehicle] [role=status]', /konnte nicht gespeichert werden.*noch einmal/],
    done: (page) => page.waitForSelector('is-land[data-island=save-vehicle] a[href*="/Einloggen"]'),
  },
  {
    widget: 'counts of filters',
    path: () => '/Bremsscheiben/Alle-Fahrzeuge/--1523',
    broken: /\/api\/Bremsscheiben/,
    begin: async (page) => {
      await page.focus('#fl input[type=checkbox]');
      await ready(page, 'is-land[data-island=listing-filter]');
    },
    act: (page) => page.$eval('#fl input[type=checkbox]', (box) => (box as HTMLInputElement).click()),
    says: ['#fl [role=status]', /lässt sich gerade nicht ermitteln/],
    // Clicks by script, because the list beside it may still move.
    again: (page) => page.$eval('#fl .filter-apply [type=button]', (button) => (button as HTMLButtonElement).click()),
    done: (page) =>
      page.waitForFunction(() => /\d/.test(document.querySelector('#fl [role=status]')?.textContent ?? '')),
  },
  {
    widget: 'adding to the cart',
    path: () => article,
    broken: /Hinzufuegen/,
    act: (page) => page.$eval('form[data-add]', (form) => (form as HTMLFormElement).requestSubmit()),
    says: ['[data-status]', /hat nicht geklappt/],
    done: (page) =>
      page.waitForFunction(() =>
        /Anzahl im Warenkorb: \d/.test(document.querySelector('[data-status]')?.textContent ?? ''),
      ),
  },
  {
    widget: 'a change of the cart',
    path: () => article,
    broken: /Aendern/,
    begin: async (page) => {
      await page.$eval('form[data-add]', (form) => (form as HTMLFormElement).requestSubmit());
      await page.waitForFunction(() => /: \d/.test(document.querySelector('[data-status]')?.textContent ?? ''));
      await openPage(page, `${stage.shop.origin}/Warenkorb`);
      await page.focus('is-land[data-island=cart-lines] [name=quantity]');
      await ready(page, 'is-land[data-island=cart-lines]');
      await page.keyboard.press('ArrowUp');
    },
    act: (page) => page.$eval('form[action*="/Aendern/"]', (form) => (form as HTMLFormElement).requestSubmit()),
    says: ['.cart-status', /nicht gespeichert/],
    saysLate: /keine Antwort/,
    again: (page) => page.click('.cart-status + button'),
    done: (page) =>
      page.waitForFunction(
        (status) => /aktualisiert/.test(document.querySelector(status)?.textContent ?? ''),
        {},
        '.cart-status',
      ),
  },
];
/** Runs in the page: shortens timeouts to half a second while `isHasty` is set. */
function shortenTimeouts(timeoutMs: number): void {
  const { setTimeout } = window;
  const shortened = (delay?: number): number =>
    delay === timeoutMs && (window as { isHasty?: boolean }).isHasty ? 500 : (delay ?? 0);
  window.setTimeout = ((work: () => void, delay?: number) => setTimeout(work, shortened(delay))) as typeof setTimeout;
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (delay) => timeout(shortened(delay));
}
test.each(cases.map((each, turn) => [each.widget, each, turn] as const))(
  'what becomes of a widget: %s',
  async (_, each, turn) => {
    const faults = inTurn(Object.keys(errors) as Fault[], 3, turn);
    const context = await stage.browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(String(error)));
    await page.evaluateOnNewDocument(shortenTimeouts, timeoutMs);
    await openPage(page, stage.shop.origin + each.path());
    let problem: Fault | null = null;
    const broken = new Set<Fault | null>();
    await page.setRequestInterception(true);
    page.on('request', (request: HTTPRequest) => {
      const response = problem && each.broken.test(request.url()) ? errors[problem] : undefined;
      if (response !== undefined) broken.add(problem);
      if (response === undefined) void request.continue();
      else if (response === 'abort') void request.abort();
      else if (response !== 'silence') void request.respond(response);
    });
    await each.begin?.(page);
    const [place, words] = each.says;
    for (problem of faults) {
      const wanted = problem;
      // Removes the text of the former error, which would prove nothing.
      await page.$eval('[data-status]', (region) => region.replaceChildren());
      await page.evaluate((isHasty) => Object.assign(window, { isHasty }), wanted === 'no answer');
      const called = page.waitForRequest((request) => each.broken.test(request.url()));
      await each.act(page);
      await called;
      await page
        .waitForFunction(
          (region, source) => new RegExp(source, 'i').test(document.querySelector(region)?.textContent ?? ''),
          {},
          place,
          (wanted === 'no answer' && each.saysLate ? each.saysLate : words).source,
        )
        .catch(() => Promise.reject(new Error(`nothing is said: ${wanted}`)));
      const live = await page.$eval(place, (region) => region.closest('[role=status],[role=alert]') !== null);
      expect({ wanted, live, busy: await page.$$eval('[aria-busy=true]', (all) => all.length) }).toEqual({
        wanted,
        live: true,
        busy: 0,
      });
      expect(await page.$('is-land[data-state=failed]')).toBeNull();
    }
    problem = null;
    await page.evaluate(() => Object.assign(window, { isHasty: false }));
    await (each.again ?? each.act)(page);
    await each.done(page);
    if (each.again) expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    expect({ crashes, broken: [...broken] }).toEqual({ crashes: [], broken: faults });
    await context.close();
  },
);

test('a dialog whose content cannot be had leads to its page', async () => {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  await openPage(page, `${stage.shop.origin}/Informationen/Impressum`);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url().includes('/fragments/') && request.url().includes('.html')) void request.respond(errors.problem);
    else void request.continue();
  });
  const dialogs = [
    ['form.delivery-country', '/delivery-country'],
    ['form.menu', '/menu'],
    ['footer form[data-kind=consent]', '/Informationen/Externe-Inhalte'],
  ] as const;
  for (const [form, path] of dialogs) {
    await arrive(page, () => page.click(`${form} button`));
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await context.close();
});
