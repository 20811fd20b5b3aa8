import type { Page } from 'puppeteer';
import { beforeAll, expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { type KeyNumbers, keyNumbers } from './support/key-numbers.js';
import { openPage } from './support/open-page.js';
import { violations } from './support/page-audit.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { untilSeen } from './support/until.js';
import { arrive, pick, submit } from './support/walk.js';

/** The three ways to a vehicle, and the recent vehicles, without a mouse. */
const stage = setSharedStage();
/** Key numbers of one model and of several, and the address of a model. */
let keys: KeyNumbers;
const golfs: string[] = [];

const read = async <T>(path: string): Promise<T> => (await fetch(stage.shop.origin + path)).json() as Promise<T>;
beforeAll(async () => {
  keys = await keyNumbers(stage.shop.origin);
  const series = await read<{ id: string; seriesPage: { slug: string } }[]>('/api/vehicle/manufacturers/10/series');
  for (const { id, seriesPage } of series) {
    const [model] = await read<{ id: string }[]>(`/api/vehicle/series/${id}/models`);
    if (model) golfs.push(`/Ersatzteile/${seriesPage.slug}/3-${model.id}-`);
    if (golfs.length === 3) break;
  }
});

const vehicles = { de: '/Ersatzteile/Alle-Fahrzeuge/--', fr: '/fr-FR/pieces-auto/tout-type-de-vehicule/--' };
const ready = 'main is-land[data-island=vehicle-picker][data-state=ready]';
async function open(path: string, { width = 360, touch = false, script = true } = {}): Promise<Page> {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  await page.setJavaScriptEnabled(script);
  await page.setViewport({ width, height: 800, hasTouch: touch, isMobile: touch });
  await openPage(page, stage.shop.origin + path);
  return page;
}
async function accessible(page: Page): Promise<void> {
  // An open panel covers other elements; the accessibility test checks whole pages and sizes.
  const within = 'main is-land[data-island=vehicle-picker], .vehicle-panel';
  expect(await violations(page, { within, but: ['target-size'] })).toEqual([]);
}
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName ?? '');
const isDisabled = (page: Page): Promise<boolean> =>
  page.$eval('main .key-form .button.buy', (button) => (button as HTMLButtonElement).disabled);
/** Switches to the second way by keyboard: focuses the radio button, then presses an arrow key. */
async function secondWay(page: Page): Promise<void> {
  await page.focus('main .way-by-model');
  await page.waitForSelector(ready);
  await page.keyboard.press('ArrowRight');
}

test('keyboard only: manufacturer, series, model; choosing a model submits automatically', async () => {
  const page = await open('/');
  const errors = watchPage(page);
  await page.focus('main select[name=manufacturerId]');
  await page.waitForSelector(ready);
  await page.keyboard.type('Volkswagen');
  await page.waitForSelector('main select[name=seriesId]:enabled');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('seriesId');
  await page.keyboard.type('Golf IV');
  await page.waitForSelector('main select[name=modelId]:enabled');
  await accessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('1');
  await arrive(page, () => page.keyboard.press('Enter'));
  expect(page.url()).toMatch(/\/3-\w+-$/);
  expect(errors).toEqual([]);
  await page.browserContext().close();
});

test('keyboard only: HSN and TSN of one vehicle; the focus moves on, the one result is taken automatically', async () => {
  const page = await open(vehicles.de);
  await secondWay(page);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('hsn');
  // React disables the button in a rendering after the one that makes the widget ready.
  await untilSeen(true, () => isDisabled(page));
  await page.keyboard.type(keys.one.slice(0, 4));
  expect(await focused(page)).toBe('tsn');
  await arrive(page, () => page.keyboard.type(keys.one.slice(4).toLowerCase()));
  expect(page.url()).toMatch(/\/3-\w+-(\?kbaTypeId=\d+)?$/);
  await page.browserContext().close();
});

test.each(inTurn([360, 1280], 2))(
  'zero results set an error state, several open a modal; every state passes axe at %d px',
  async (width) => {
    const page = await open(vehicles.de, { width });
    await secondWay(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type('9999');
    await page.keyboard.type('ZZZ');
    await page.waitForSelector('main .key-form .fault');
    expect(await page.$eval('main .key-form .fault', (place) => place.textContent)).toBe(
      'Diese HSN / TSN ist uns leider nicht bekannt',
    );
    expect(await isDisabled(page)).toBe(true);
    await page.focus('main .paper-help summary');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (drawing) => {
        const paper = document.querySelector<HTMLImageElement>(drawing);
        return paper?.complete && paper.naturalWidth > 0;
      },
      {},
      'main .paper-help[open] img[alt]',
    );
    await accessible(page);
    await page.keyboard.press('Escape');
    expect(await page.$('main .paper-help[open]')).toBeNull();

    await page.click('main [name=hsn]', { count: 3 });
    await page.keyboard.type(keys.shared.slice(0, 4));
    expect(await page.$eval('main [name=tsn]', (field) => (field as HTMLInputElement).value)).toBe('');
    await page.keyboard.type(keys.shared.slice(4));
    await page.waitForSelector('dialog[open] li:nth-child(2)');
    expect(await page.$eval('dialog li', (row) => row.textContent)).toMatch(/\d+ kW \/ \d+ PS, /);
    const hits = (await page.$$('dialog li')).length;
    expect(await page.$eval('dialog', (dialog) => dialog.innerText)).toContain(
      `Passende Fahrzeuge zu Ihrer Eingabe: ${hits}.`,
    );
    await accessible(page);
    await page.keyboard.press('Escape');
    // A closed dialog stays in the page until its event `close`, which would also undo the next opening.
    await page.waitForFunction(() => !document.querySelector('main dialog'));
    expect(await focused(page)).toBe('tsn');
    expect(await isDisabled(page)).toBe(false);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(page.url()).toMatch(/\/3-\w+-(\?kbaTypeId=\d+)?$/);
    await page.browserContext().close();
  },
);

test('picking a manufacturer clears HSN and TSN', async () => {
  const page = await open(vehicles.de, { width: 1280 });
  await secondWay(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('9999');
  expect([await focused(page), await page.$('main .key-form .fault')]).toEqual(['tsn', null]);
  await page.keyboard.type('ZZZ');
  await page.waitForSelector('main .key-form .fault');
  await page.focus('main .way-by-keys');
  await page.keyboard.press('ArrowLeft');
  await pick(page, 'manufacturerId', /^Volkswagen$/);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main [name=hsn]')?.value === '');
  // React removes the message in an effect, so it may go a frame later.
  await page.waitForFunction(() => !document.querySelector('main .key-form .fault'));
  await page.browserContext().close();
});

test('touch at 360 px: the French plate, unknown first, then known', async () => {
  const page = await open(vehicles.fr, { touch: true });
  await page.tap('main .way-by-keys + label');
  await page.tap('main [name=plate]');
  await page.waitForSelector(ready);
  await page.keyboard.type('zz-999-zz');
  expect(await page.$eval('main [name=plate]', (field) => (field as HTMLInputElement).value)).toBe('ZZ-999-ZZ');
  await page.tap('main .key-form .button.buy');
  await page.waitForSelector('main .key-form .fault');
  await accessible(page);
  await page.click('main [name=plate]', { count: 3 });
  await page.keyboard.type('aa-123-zz');
  await arrive(page, () => page.tap('main .key-form .button.buy'));
  expect(page.url()).toMatch(/\/fr-FR\/pieces-auto\/[^/]+\/3-\w+-$/);
  await page.browserContext().close();
});

test('touch at 360 px: manufacturer, series, model', async () => {
  const page = await open('/', { touch: true });
  await page.tap('main select[name=manufacturerId]');
  await page.waitForSelector(ready);
  await pick(page, 'manufacturerId', /^Volkswagen$/);
  await page.waitForSelector('main select[name=seriesId]:enabled');
  await page.tap('main select[name=seriesId]');
  await pick(page, 'seriesId', /^Golf IV .*1J1/);
  await page.waitForSelector('main select[name=modelId]:enabled');
  await page.tap('main select[name=modelId]');
  await arrive(page, () => pick(page, 'modelId', /^1\.9 TDI, 74 kW/));
  expect(page.url()).toMatch(/\/3-\w+-$/);
  await page.browserContext().close();
});

test('touch at 360 px: HSN and TSN of one vehicle', async () => {
  const page = await open(vehicles.de, { touch: true });
  await page.tap('main .way-by-keys + label');
  await page.tap('main [name=hsn]');
  await page.waitForSelector(ready);
  await page.keyboard.type(keys.one.slice(0, 4));
  expect(await focused(page)).toBe('tsn');
  await arrive(page, () => page.keyboard.type(keys.one.slice(4)));
  expect(page.url()).toMatch(/\/3-\w+-(\?kbaTypeId=\d+)?$/);
  await page.browserContext().close();
});

test('keyboard only: the French plate', async () => {
  const page = await open(vehicles.fr, { width: 1280 });
  await secondWay(page);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('plate');
  await page.keyboard.type('aa 123 zz');
  await arrive(page, () => page.keyboard.press('Enter'));
  expect(page.url()).toMatch(/\/fr-FR\/pieces-auto\/[^/]+\/3-\w+-$/);
  await page.browserContext().close();
});

test('without script: HSN/TSN and plate by plain forms', async () => {
  const german = await open(vehicles.de, { script: false });
  await german.click('main .way-by-keys + label');
  await german.type('main [name=hsn]', '9999');
  await german.type('main [name=tsn]', 'ZZZ');
  await submit(german, 'main .key-form .button.buy');
  expect(await german.$eval('main .fault', (place) => place.textContent)).toContain('nicht bekannt');
  // The browser moves the focus with its first frame.
  await untilSeen('hsn', () => focused(german));
  await german.click('main [name=hsn]', { count: 3 });
  await german.type('main [name=hsn]', `${keys.shared.slice(0, 4)}/${keys.shared.slice(4)}`);
  await submit(german, 'main .key-form .button.buy');
  expect(new URL(german.url()).search).toBe('');
  await submit(german, 'main .vehicle-hit-list a');
  expect(german.url()).toMatch(/\/3-\w+-(\?kbaTypeId=\d+)?$/);
  await german.browserContext().close();

  const french = await open(vehicles.fr, { script: false });
  await french.click('main .way-by-keys + label');
  await french.type('main [name=plate]', 'AA-123-ZZ');
  await submit(french, 'main .key-form .button.buy');
  expect(french.url()).toMatch(/\/fr-FR\/pieces-auto\/[^/]+\/3-\w+-$/);
  await french.browserContext().close();
});

test.each(inTurn([360, 1280], 2, 1))(
  'the panel of the header: the last vehicles to pick and to forget, the catalogue, at %d px',
  async (width) => {
    const page = await open(golfs[0] ?? '', { width });
    const errors = watchPage(page);
    for (const golf of golfs) {
      // The redirect of a picker.
      const modelId = golf.match(/3-(\w+)-$/)?.[1];
      await openPage(page, `${stage.shop.origin}${vehicles.de}?modelId=${modelId}`, `${stage.shop.origin}/`);
      await page.keyboard.press('Tab');
      await page.waitForFunction((id) => (localStorage.garage ?? '').includes(`"modelId":"${id}"`), {}, modelId ?? '');
    }
    await openPage(page, stage.shop.origin + vehicles.de);
    await page.focus('.vehicle-panel > summary');
    await page.waitForSelector('is-land[data-island=vehicle-panel][data-state=ready]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.vehicle-panel[open] li:nth-child(3)');
    await page.waitForSelector('.vehicle-panel-content > .button');
    await accessible(page);
    await page.click('.vehicle-panel-content > .button');
    await page.waitForSelector('.vehicle-panel select[name=manufacturerId]');
    await accessible(page);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.vehicle-panel:not([open])');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.vehicle-panel[open] .button[aria-expanded=false]');
    expect(await page.$('.vehicle-panel select')).toBeNull();

    await page.click('.vehicle-panel li:nth-child(2) button');
    await page.waitForFunction((rows) => document.querySelectorAll(rows).length === 2, {}, '.vehicle-panel li');
    await arrive(page, () => page.click('.vehicle-panel li:nth-child(2) a'));
    expect(page.url()).toBe(stage.shop.origin + golfs[0]);
    expect(errors).toEqual([]);
    await page.browserContext().close();
  },
);

test('no plate and no HSN/TSN of these journeys is in a log line', () => {
  // Random ids may contain anything.
  const lines = stage.shop.log().map(({ reqId, ...line }) => line);
  expect(lines.length).toBeGreaterThan(10);
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`ZZ-?999|AA-?123|9999ZZZ|${keys.one}|${keys.shared}`));
});
