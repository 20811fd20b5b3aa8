import type { Page } from 'puppeteer';
import { beforeAll, expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { openPage } from './support/open-page.js';
import { violations } from './support/page-audit.js';
import { setSharedStage } from './support/shared-shop.js';
import type { LogLine } from './support/shop.js';
import { until } from './support/until.js';

/** Effects of an add on the article page besides the cart count (specification 4, "Cart count"). */
const stage = setSharedStage();
let address: string;
let partId: string;
beforeAll(async () => {
  const { spareParts } = await (await fetch(`${stage.shop.origin}/api/-/-/--1523`)).json();
  const part = spareParts.find(({ offerCount }: { offerCount: number }) => offerCount > 2);
  partId = part.id;
  address = `/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}`;
});

type Answers = Record<string, { status: number; body?: string; wait?: Promise<void> }>;
/** Opens the article as a new visitor. `responses` replaces those of calls whose address contains the word. */
async function open(responses: Answers = {}, width = 360): Promise<{ page: Page; errors: string[] }> {
  const page = await (await stage.browser.createBrowserContext()).newPage();
  await page.setViewport({ width, height: 800 });
  const errors = watchPage(page);
  await openPage(page, stage.shop.origin + address);
  // A test that loses responses by itself cannot share its requests: of two interceptors one may never see a request.
  if (Object.keys(responses).length === 0) return { page, errors };
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const [, response] = Object.entries(responses).find(([word]) => request.url().includes(word)) ?? [];
    if (!response) return void request.continue();
    const { status, body = '', wait } = response;
    void Promise.resolve(wait).then(() => request.respond({ status, body }));
  });
  return { page, errors };
}
const panel = '[data-goes-with]';
const shown = (page: Page): Promise<boolean> => page.$eval(panel, (place) => !(place as HTMLElement).hidden);
const count = (page: Page): Promise<string> => page.$eval('[data-cart-count]', (place) => place.textContent ?? '');
const settled = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('[data-status]')?.textContent !== '' && !document.querySelector('form [aria-busy]'),
  );
/** Sets the quantity of the first form, which brings its button back. */
const setQuantity = (page: Page, quantity: string) =>
  page.$eval(
    'form[data-add] input[name=quantity]',
    (input, value) => {
      (input as HTMLInputElement).value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    quantity,
  );
/** Adds with the first form, and waits for the suggestions. */
async function addOnce(page: Page, quantity: string): Promise<void> {
  await setQuantity(page, quantity);
  await page.$eval('[data-status]', (region) => region.replaceChildren());
  await page.$eval('form[data-add] .buy', (button) => (button as HTMLButtonElement).click());
  await settled(page);
  await page.waitForSelector('form[data-add] :is(.added, .add-failed)');
}

test('on success cross-selling data for the offer and model is fetched; it can be reset to none', async () => {
  const { page, errors } = await open();
  expect(await shown(page)).toBe(false);
  await page.$eval('form[data-add] .buy', (button) => (button as HTMLButtonElement).click());
  await page.waitForSelector(`${panel}:not([hidden]) li`);
  const announcement = await page.$eval('[data-status]', (region) => region.textContent);
  expect(announcement).toContain('Das gehört dazu');
  const parts = await (await fetch(`${stage.shop.origin}/api/recommendation/spare-part/${partId}`)).json();
  const links = await page.$$eval(`${panel} a`, (all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(parts.map(({ href }: { href: string }) => href));
  expect((await fetch(stage.shop.origin + links[0], { redirect: 'manual' })).status).toBe(200);
  expect(await page.$eval(`${panel} li .price`, (price) => price.textContent)).toMatch(/\d,\d\d\s€/);
  expect(await violations(page, { within: 'main' })).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // Read in the same task, because new suggestions appear within milliseconds.
  const emptied = await page.$eval(
    'form[data-add]',
    (form, selector) => {
      (form as HTMLFormElement).requestSubmit();
      const place = document.querySelector<HTMLElement>(selector);
      return [place?.hidden, place?.querySelector('li')];
    },
    panel,
  );
  expect(emptied).toEqual([true, null]);
  await settled(page);
  expect(errors).toEqual([]);
});

test('on add, the count rises at once by the quantity; if the add fails it is reduced back', async () => {
  let release = (): void => {};
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page } = await open({ Hinzufuegen: { status: 503, wait } });
  await setQuantity(page, '7');
  await page.$eval('form[data-add] .buy', (button) => (button as HTMLButtonElement).click());
  expect(await count(page)).toBe('7');
  release();
  await settled(page);
  expect(await page.$eval('[data-cart-count]', (place) => (place as HTMLElement).hidden)).toBe(true);
  expect(await shown(page)).toBe(false);
});

test('the next tap does not repeat an add whose response was lost; another quantity adds', async () => {
  const { page } = await open();
  const tap = async (quantity = '1'): Promise<string> => {
    await addOnce(page, quantity);
    return page.$eval('[data-status]', (region) => region.textContent ?? '');
  };
  expect(await tap()).toMatch(/: 1\./);
  // The shop answers, but all responses are lost.
  const cdp = await page.createCDPSession();
  let lost = 0;
  cdp.on('Fetch.requestPaused', ({ requestId, responseStatusCode }) => {
    if (responseStatusCode === 200) lost++;
    void cdp.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
  });
  const loseAnswers = () =>
    cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*Hinzufuegen*', requestStage: 'Response' }] });
  await loseAnswers();
  expect(await tap()).toBe('Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.');
  expect([lost, await count(page)]).toEqual([2, '1']);
  await cdp.send('Fetch.disable');
  expect([await tap(), await count(page)]).toEqual([expect.stringMatching(/: 2\./), '2']);
  // After a response the next tap is a new request.
  expect(await tap()).toMatch(/: 3\./);
  await loseAnswers();
  await tap();
  expect(lost).toBe(4);
  await cdp.send('Fetch.disable');
  expect(await tap('2')).toMatch(/: 6\./);
});

test('an unknown part, a failing call and rubbish show nothing, and the add remains', async () => {
  const responses: Answers[] = [
    { recommendation: { status: 404 } },
    { recommendation: { status: 503 } },
    { recommendation: { status: 200, body: '<html>' } },
    { recommendation: { status: 200, body: '[{"href":"//evil.example"}]' } },
    { recommendation: { status: 200, body: '[]' } },
  ];
  const [first, ...rest] = responses as [Answers, ...Answers[]];
  const { page } = await open(first);
  for (const [at, next] of [first, ...rest].entries()) {
    Object.assign(first, next);
    const answered = page.waitForResponse((response) => response.url().includes('recommendation'));
    await addOnce(page, '1');
    await answered;
    // The page has read the earlier response before this one.
    await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()));
    expect([next, await shown(page), await count(page)]).toEqual([next, false, String(at + 1)]);
  }
});

test('a call that fails behind the shop is one line with its cause in the log', async () => {
  const ask = (id: string): Promise<Response> => fetch(`${stage.shop.origin}/api/recommendation/spare-part/${id}`);
  expect((await ask('x')).status).toBe(400);
  const missing = await ask('999999999');
  expect(missing.status).toBe(404);
  const isOfCall = ({ reqId }: LogLine): boolean => reqId === missing.headers.get('x-request-id');
  await until('the call is logged', () => stage.shop.log().some(isOfCall));
  const lines = stage.shop.log().filter(isOfCall);
  expect(lines).toEqual([
    expect.objectContaining({
      route: expect.stringMatching(/^api\.recommendation/),
      status: 404,
      errorCode: 'not_found',
    }),
  ]);
});
