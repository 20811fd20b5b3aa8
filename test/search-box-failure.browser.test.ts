import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { type MarketplaceStub, startMarketplaceStub } from './doubles/marketplace-stub.js';
import { launchBrowser } from './support/browser.js';
import { css } from './support/class-names.js';
import { field, isSuggestion, ready, tabToField, visit } from './support/search-box.js';
import { type LogLine, logged, type Shop, startShop } from './support/shop.js';

/** A failed call of suggestions: only the spinner stops (spec section 7). */
let double: MarketplaceStub;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  double = await startMarketplaceStub();
  shop = await startShop({ MARKETPLACE_URL: double.url, MARKETPLACE_SECONDS: '' });
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  await double?.stop();
});

/** What the shop has logged as an error. */
const isFault = ({ event }: LogLine): boolean => event === 'request_failed';

/** Counts how often the spinner has come or gone, however quick. */
const watchSpinner = (page: Page): Promise<void> =>
  page.$eval(css('.search-busy'), (spinner) => {
    const turns: string[] = [];
    Object.assign(window, { turns });
    const observer = new MutationObserver((changes) => turns.push(...changes.map(({ type }) => type)));
    observer.observe(spinner, { attributeFilter: ['hidden'] });
  });
const spinnerStops = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (spinner) => {
      const { turns } = window as unknown as { turns: string[] };
      return turns.length === 2 && document.querySelector<HTMLElement>(spinner)?.hidden;
    },
    {},
    css('.search-busy'),
  );

test.each(['error', 'garbage', 'reset', 'hang'] as const)('the marketplace answers with: %s', async (how) => {
  const { page, context } = await visit(browser, `${shop.origin}/`, 360);
  await tabToField(page);
  await watchSpinner(page);
  double.breakOn(/suggestions/, how);
  const before = shop.log.filter(isFault).length;
  // A failure is remembered by its words.
  await page.keyboard.type(`CANARY ${how}`);
  await spinnerStops(page);
  expect(await page.$('[role=listbox]')).toBeNull();
  expect(await page.$eval(css('.search-box [role=status]'), (status) => status.textContent)).toBe('');
  expect(await page.$eval(field, (input) => (input as HTMLInputElement).value)).toBe(`CANARY ${how}`);
  await logged(shop, isFault, before + 1);
  const [line, ...more] = shop.log.filter(isFault).slice(before);
  expect(line).toMatchObject({ route: 'api.suggestions___de-DE', error: expect.anything() });
  expect(more).toEqual([]);
  double.breakOn(null);
  await page.keyboard.type('2');
  await page.waitForSelector('[role=listbox]');
  expect(JSON.stringify(shop.log) + shop.errors()).not.toContain('CANARY');
  await context.close();
});

test.each([
  ['rubbish', { status: 200, contentType: 'application/json', body: '{"universal":"CANARY"}' }],
  ['another page', { status: 200, contentType: 'text/html', body: '<p>CANARY' }],
  ['no answer', null],
])('what arrives is: %s', async (_, response) => {
  const { page, context } = await visit(browser, `${shop.origin}/`, 1280);
  await tabToField(page);
  await watchSpinner(page);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!isSuggestion(request)) void request.continue();
    else if (response) void request.respond(response);
    else void request.abort();
  });
  await page.keyboard.type('bremse');
  await spinnerStops(page);
  expect(await page.$('[role=listbox]')).toBeNull();
  expect(await page.$(ready)).not.toBeNull();
  await context.close();
});
