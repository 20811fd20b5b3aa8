import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { loadAssets } from '../server/web/render/assets.js';
import { startWeb, type Web } from './doubles/web.js';
import { launchBrowser } from './support/browser.js';
import { root } from './support/catalogue.js';
import { field, isSuggestion, ready, tabToField, visit } from './support/search-box.js';

/** A failed call of suggestions: only the spinner stops (spec section 7). */
let web: Web;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  web = await startWeb();
  web.services.assets = loadAssets(join(root, 'static/build/manifest.json'));
  web.services.staticFolder = join(root, 'static');
});
beforeEach(() => web.renew());
afterAll(async () => {
  await browser?.close();
  await web?.stop();
});

/** What the shop has logged as faults. */
const faultLines = () => web.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request_failed');

/** Counts how often the spinner has come or gone, however quick. */
const watchSpinner = (page: Page): Promise<void> =>
  page.$eval('.sb-busy', (spinner) => {
    const turns: string[] = [];
    Object.assign(window, { turns });
    const observer = new MutationObserver((changes) => turns.push(...changes.map(({ type }) => type)));
    observer.observe(spinner, { attributeFilter: ['hidden'] });
  });
const spinnerStops = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const { turns } = window as unknown as { turns: string[] };
    return turns.length === 2 && document.querySelector<HTMLElement>('.sb-busy')?.hidden;
  });

test.each(['error', 'garbage', 'reset', 'hang'] as const)('the marketplace answers with: %s', async (how) => {
  const { page, context } = await visit(browser, `http://127.0.0.1:${web.port}/`, 360);
  await tabToField(page);
  await watchSpinner(page);
  web.double.breakOn(/suggestions/, how);
  await page.keyboard.type('CANARY');
  await spinnerStops(page);
  expect(await page.$('[role=listbox]')).toBeNull();
  expect(await page.$eval('.find [role=status]', (status) => status.textContent)).toBe('');
  expect(await page.$eval(field, (input) => (input as HTMLInputElement).value)).toBe('CANARY');
  expect(faultLines()).toHaveLength(1);
  expect(faultLines()[0]).toMatchObject({ route: 'api.suggestions___de-DE', error: expect.anything() });
  web.double.breakOn(null);
  await page.keyboard.type('2');
  await page.waitForSelector('[role=listbox]');
  expect(web.lines.join('')).not.toContain('CANARY');
  await context.close();
});

test.each([
  ['rubbish', { status: 200, contentType: 'application/json', body: '{"universal":"CANARY"}' }],
  ['another page', { status: 200, contentType: 'text/html', body: '<p>CANARY' }],
  ['no answer', null],
])('what arrives is: %s', async (_, answer) => {
  const { page, context } = await visit(browser, `http://127.0.0.1:${web.port}/`, 1280);
  await tabToField(page);
  await watchSpinner(page);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!isSuggestion(request)) void request.continue();
    else if (answer) void request.respond(answer);
    else void request.abort();
  });
  await page.keyboard.type('bremse');
  await spinnerStops(page);
  expect(await page.$('[role=listbox]')).toBeNull();
  expect(await page.$(ready)).not.toBeNull();
  await context.close();
});
