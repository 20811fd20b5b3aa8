import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { encodeFilters } from '../server/contract/filter-code.js';
import { watchPage } from './support/browser.js';
import { isEnhanced, openPage } from './support/open-page.js';
import { violations } from './support/page-audit.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { until } from './support/until.js';
import { submit } from './support/walk.js';

/** The filters of a listing: with and without script, wide and narrow, by keyboard, and without counts. */
const listing = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const stage = setSharedStage();

const html = async (path: string): Promise<string> => (await fetch(stage.shop.origin + path)).text();
const post = (fields: Record<string, string>): Promise<Response> =>
  fetch(stage.shop.origin + listing, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: stage.shop.origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
const articles = (page: string): number =>
  Number(
    /class="listing-count [^>]*>(?:<p>)?([\d.]+) Artikel/.exec(page.replaceAll('<!-- -->', ''))?.[1]?.replace('.', ''),
  );

async function open(width: number, path = listing): Promise<{ page: Page; errors: string[] }> {
  const page = await stage.browser.newPage();
  const errors = watchPage(page);
  await page.setViewport({ width, height: 1000 });
  await openPage(page, stage.shop.origin + path);
  return { page, errors };
}
/** Ticks the first value. Retries if the box moves while the page settles. */
const tick = async (page: Page, name: string): Promise<void> => {
  await until('the box is ticked', async () => {
    if (!(await page.$(`input[name="${name}"]:checked`))) await page.click(`input[name="${name}"]`);
    return (await page.$(`input[name="${name}"]:checked`)) !== null;
  });
};
const axe = (page: Page): Promise<string[]> => violations(page, { within: 'main' });
const status = (page: Page): Promise<string> => page.$eval('#fl [role=status]', (line) => line.textContent ?? '');
const buttonText = (page: Page): Promise<string> => page.$eval('#fl button', (button) => button.textContent ?? '');

test('without script the form leads to an address, chips lead back, a price is written with a comma', async () => {
  const before = await html(listing);
  const brand = /name="filter\.brand"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="filter\.brand"/.exec(before);
  const response = await post({
    locale: 'de-DE',
    'filter.brand': brand?.[1] ?? brand?.[2] ?? '',
    'filter.shop_rating': '',
    'from.price': '90 €',
    'to.price': '20,50',
    sort: 'price',
  });
  expect(response.status).toBe(303);
  const address = response.headers.get('location') ?? '';
  expect(
    JSON.parse(Buffer.from(new URL(address, stage.shop.origin).searchParams.get('f') ?? '', 'base64url').toString()),
  ).toEqual([
    { key: 'brand', values: [expect.stringMatching(/^\d+$/)] },
    { key: 'price', values: ['20.50-90'] },
  ]);
  const filtered = await html(address);
  expect(articles(filtered)).toBeLessThan(articles(before));
  expect(filtered).toMatch(/<option value="price" selected="">/);
  const chip = /<a class="button" rel="nofollow" href="([^"]+)"/g;
  const chips = [...filtered.matchAll(chip)].map(([, href]) => href);
  expect(chips).toHaveLength(2);
  const without = articles(await html((chips[0] ?? '').replaceAll('&amp;', '&')));
  expect(without).toBeGreaterThan(articles(filtered));
});

test('a tick tells what it leaves, the button says it and leads there, the wide page has no violation of WCAG', async () => {
  const { page, errors } = await open(1280);
  const all = articles(await page.content());
  await tick(page, 'filter.brand');
  await page.waitForFunction(() => document.querySelector('#fl [role=status]')?.textContent);
  const reported = Number((await status(page)).match(/[\d.]+/)?.[0]);
  expect(reported).toBeGreaterThan(0);
  expect(reported).toBeLessThan(all);
  expect(await buttonText(page)).toBe(`Artikel anzeigen (${reported})`);
  expect(await axe(page)).toEqual([]);
  await submit(page, '#fl button');
  expect(articles(await page.content())).toBe(reported);
  expect(await page.$eval('input[name="filter.brand"]:checked', (box) => (box as HTMLInputElement).value)).toBeTruthy();
  expect(errors).toEqual([]);
  await page.close();
});

test('a filter beside the list and an order take effect at once, in place, and nothing moves', async () => {
  const { page, errors } = await open(1280);
  await page.evaluate(() => {
    Object.assign(window, { isSamePage: true, moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { moved: (entry as never as { value: number }).value });
    }).observe({ type: 'layout-shift' });
  });
  const all = articles(await page.content());
  await tick(page, 'filter.brand');
  await page.waitForFunction(() => location.search.includes('f='));
  expect(articles(await page.content())).toBeLessThan(all);
  expect(await page.$$eval('.chosen-filters li', (chips) => chips.length)).toBe(1);
  await page.select('select[name=sort]', 'price');
  await page.waitForFunction(() => location.search.includes('sort=price'));
  expect(new URL(page.url()).searchParams.has('f')).toBe(true);
  expect(
    await page.evaluate(() => ({ ...(window as never as { isSamePage: boolean; moved: number }) }).isSamePage),
  ).toBe(true);
  expect(await page.evaluate(() => (window as never as { moved: number }).moved)).toBeLessThan(0.001);
  expect(errors).toEqual([]);
  await page.close();
});

test('arrow keys step through the orders, and leaving the select or Enter takes one', async () => {
  const { page, errors } = await open(360);
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname));
  await page.focus('select[name=sort]');
  await isEnhanced(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  // Requests of the keys would precede this one.
  await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()));
  expect(asked.filter((path) => path === listing)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.includes('sort=price-desc'));
  expect(await page.evaluate(() => (document.activeElement as HTMLSelectElement).name)).toBe('sort');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => /sort=price(&|$)/.test(location.search));
  expect(errors).toEqual([]);
  await page.close();
});

test('on the page of a search the widget asks the search, and the button leads to the same words', async () => {
  const { page, errors } = await open(1280, '/Volltextsuche?query=Bremse');
  await tick(page, 'filter.category');
  await page.waitForFunction(() => document.querySelector('#fl [role=status]')?.textContent);
  const reported = Number((await status(page)).match(/[\d.]+/)?.[0]);
  expect(reported).toBeGreaterThan(0);
  expect(await axe(page)).toEqual([]);
  await submit(page, '#fl button');
  expect(new URL(page.url()).searchParams.get('query')).toBe('Bremse');
  expect(await page.$eval('.listing-count', (lead) => lead.textContent)).toMatch(new RegExp(`^${reported} Treffer\\.`));
  expect(errors).toEqual([]);
  await page.close();
});

test('where the counts cannot be had nothing is shown as none, and the choice can still be applied', async () => {
  const { page } = await open(1280);
  await page.setRequestInterception(true);
  page.on('request', (request) =>
    request.url().includes('/api/Bremsscheiben') ? request.respond({ status: 503 }) : request.continue(),
  );
  await tick(page, 'filter.brand');
  await page.waitForFunction(() => document.querySelector('#fl [role=status]')?.textContent);
  expect(await status(page)).toMatch(/lässt sich gerade nicht ermitteln/);
  expect(await buttonText(page)).toBe('Anwenden');
  expect(await page.$$eval('.filter-choice.no-parts', (rows) => rows.length)).toBe(0);
  await submit(page, '#fl button');
  expect(articles(await page.content())).toBeGreaterThan(0);
  await page.close();
});

test('at 360 px a link opens a sheet that holds the focus and closes by Escape; a long list can be searched', async () => {
  const { page, errors } = await open(360);
  expect(await page.$eval('#filter', (sheet) => getComputedStyle(sheet).display)).toBe('none');
  await page.click('.sort-bar a[href="#filter"]');
  await page.waitForSelector('#filter[role=dialog][aria-modal=true]');
  expect(await page.$eval('#liste', (list) => (list as HTMLElement).inert)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await axe(page)).toEqual([]);
  // The page has the most frequent values; the first count adds the others, folded.
  await tick(page, 'filter.brand');
  await page.waitForSelector('#filter details:has(input[type=search]) > summary');
  await page.click('#filter details:has(input[type=search]) > summary');
  const search = await page.waitForSelector('#filter input[type=search]', { visible: true });
  const values = 'fieldset:has(input[type=search]) .filter-choice';
  const before = (await page.$$(values)).length;
  await search?.type('zzz');
  expect((await page.$$(values)).length).toBeLessThan(before);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => getComputedStyle(document.querySelector('#filter') as Element).display === 'none');
  expect(await page.$eval('#liste', (list) => (list as HTMLElement).inert)).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#filter');
  expect(errors).toEqual([]);
  await page.close();
});

test('a choice too large for an address is reported, in the language of the edition, and shown as far as it goes', async () => {
  const all = [...(await html(listing)).matchAll(/<input[^>]*name="(filter\.\w+)"[^>]*>/g)];
  const [, first = ''] = all[0] ?? [];
  const many = async (path: string, locale: string): Promise<{ status: number; text: string }> => {
    const body = new URLSearchParams({ locale });
    for (let at = 0; at < 40; at++)
      for (const name of [first, 'filter.x1', 'filter.x2']) body.append(name, `${at}`.repeat(20));
    const response = await fetch(stage.shop.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: stage.shop.origin, accept: 'text/html' },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const german = await many(listing, 'de-DE');
  expect(german.status).toBe(400);
  expect(german.text).toMatch(/role="alert"[^<]*>So viele Filter auf einmal gehen nicht/);
  expect(german.text).toContain('name="filter.brand"');
  const french = await many('/fr-FR/disques-de-frein/tout-type-de-vehicule/--1523', 'fr-FR');
  if (french.status === 400) expect(french.text).toContain('autant de filtres');
  else expect([french.status, french.text]).toEqual([400, '']);
});

interface Counts {
  resultCount: number;
  filters: { key: string; attributes: { value: string; count: number }[] }[];
}
const countsOf = async (path: string, choice: Record<string, string[]>): Promise<Counts> => {
  const f = encodeFilters(Object.entries(choice).map(([key, values]) => ({ key, values })));
  return (await fetch(`${stage.shop.origin}/api${path}?locale=de-DE&country=DE&f=${f}`)).json();
};
/** Values of the sheet with their counts; those behind a fold are in the page, too. */
const shownCounts = (page: Page): Promise<[key: string, value: string, count: number][]> =>
  page.$$eval('#filter .filter-choice:has(span)', (rows) =>
    rows.map((row): [string, string, number] => {
      const { name, value } = row.querySelector('input') as HTMLInputElement;
      return [name.replace('filter.', ''), value, Number(row.querySelector('span')?.textContent?.replace(/\D/g, ''))];
    }),
  );

/** Ticks the first values of three filters in turn, and returns what the sheet then shows otherwise than the server. */
async function wrongAfterTicks(page: Page, path: string): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const choice: Record<string, string[]> = {};
  for (let turn = 0; turn < 3; turn++) {
    const next = (await shownCounts(page)).find(([key, , count]) => count > 0 && !choice[key]);
    if (!next) break;
    const [key, value] = next;
    choice[key] = [value];
    const box = `#filter input[name="filter.${key}"][value="${value}"]`;
    const answer = page.waitForResponse((response) => /\/api\/.*f=/.test(response.url()));
    await page.$eval(box, (field) => (field as HTMLInputElement).click());
    await answer;
    const server = await countsOf(path, choice);
    await until('the sheet shows the number of hits', async () => {
      const number = (await buttonText(page)).replace(/\D/g, '');
      return number === String(server.resultCount);
    });
    // The same number of hits may be left from the tick before, so the counts may follow.
    let others: unknown[] = [];
    await until('the sheet shows the counts of the server', async () => {
      others = [];
      for (const [each, one, count] of await shownCounts(page)) {
        const known = server.filters.find((filter) => filter.key === each)?.attributes.find((row) => row.value === one);
        const expected = known?.count ?? (await countsOf(path, { ...choice, [each]: [one] })).resultCount;
        if (count !== expected) others.push({ path, choice: { ...choice }, key: each, value: one, count, expected });
      }
      return others.length === 0;
    }).catch(() => wrong.push(...others));
  }
  return wrong;
}

test('all counts of the sheet are those of the server after each tick, and requests leave within 300 ms', async () => {
  const ids = new Set([...(await html('/x/x/3-267-')).matchAll(/\/3-267-(\d+)"/g)].map(([, id]) => id));
  const twenty: string[] = [];
  // Groups have no list, and lists of a few like parts no filters.
  for (const id of ids)
    if (twenty.length < 20 && (await html(`/x/x/3-267-${id}`)).includes('#filter"')) twenty.push(`${id}`);
  expect(twenty).toHaveLength(20);
  const wrong: unknown[] = [];
  const waits: number[] = [];
  for (const urlId of inTurn(twenty, 20)) {
    const { page } = await open(360, `/x/x/3-267-${urlId}`);
    await page.click('.sort-bar a[href="#filter"]');
    await page.waitForSelector('#filter[role=dialog]');
    await page.evaluate(() => {
      addEventListener('change', () => performance.mark('tick'), true);
    });
    wrong.push(...(await wrongAfterTicks(page, new URL(page.url()).pathname)));
    const own = await page.evaluate(() => {
      const requests = performance.getEntriesByType('resource').filter(({ name }) => /\/api\/.*f=/.test(name));
      return performance.getEntriesByName('tick').flatMap(({ startTime: at }) => {
        const first = requests.find(({ startTime }) => startTime >= at);
        return first ? [first.startTime - at] : [];
      });
    });
    waits.push(...own);
    await page.close();
  }
  expect(wrong).toEqual([]);
  // A loaded machine delays single requests; a longer rest after a tick delays all.
  expect(Math.min(...waits)).toBeLessThan(300);
});

test('at 360 px Back closes the sheet after a tick, and never opens it again', async () => {
  const { page, errors } = await open(360);
  const closed = (): Promise<void> =>
    until('the sheet is closed', () =>
      page.$eval('#filter', (sheet) => getComputedStyle(sheet).display === 'none').catch(() => false),
    );
  const openSheet = async (): Promise<void> => {
    await page.click('.sort-bar a[href="#filter"]');
    await page.waitForSelector('#filter[role=dialog]');
  };
  await openSheet();
  await tick(page, 'filter.brand');
  await page.goBack();
  await closed();
  await openSheet();
  await page.click('#filter [data-close]');
  await closed();
  await page.goBack();
  await closed();
  await openSheet();
  await page.waitForFunction(() => document.querySelector('#fl [role=status]')?.textContent);
  await submit(page, '#fl button');
  expect(new URL(page.url()).searchParams.has('f')).toBe(true);
  await page.goBack();
  await closed();
  expect(new URL(page.url()).searchParams.has('f')).toBe(false);
  expect(await page.$$('#filter input[type=checkbox]:checked')).toHaveLength(0);
  expect(errors).toEqual([]);
  await page.close();
});
