import { join } from 'node:path';
import { AxePuppeteer } from '@axe-core/puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, ElementHandle, HTTPRequest, Page } from 'puppeteer';
import { loadAssets } from '../server/render/assets.js';
import { startWeb, type Web } from '../server/web.test-data.js';
import { launchBrowser, watchPage } from './support/browser.js';
import { root } from './support/catalogue.js';
import { checkedGet } from './support/checked.js';
import { editions } from './support/editions.js';
import { type Shop, startShop } from './support/shop.js';
import { arrive } from './support/walk.js';

/** The search box of the header in a real browser: by keys alone, by touch at 360 px, and when its call fails. */
let shop: Shop;
let browser: Browser;
/** A part as its maker writes its number, and an OE number that it replaces as the car maker writes that. */
let part: { articleNumber: string; normNumber: string; manufacturer: { seoName: string } };
let oeNumber: string;
let model: { id: string; fullName: string; seriesPage: { slug: string } };
beforeAll(async () => {
  shop = await startShop();
  browser = await launchBrowser();
  const get = async (path: string) => (await fetch(shop.origin + path)).json();
  const { spareParts } = await get('/api/-/-/--1523');
  part = spareParts.find(({ articleNumber }: typeof part) => /[^A-Za-z0-9]/.test(articleNumber)) ?? spareParts[0];
  oeNumber = (await get(`/api/Artikel/${spareParts[0].id}/Originalteile`))[0].numbers[0];
  const [maker] = await (await checkedGet(shop.origin, '/api/vehicle/manufacturers?limit=1')).json();
  const [series] = await get(`/api/vehicle/manufacturers/${maker.id}/series?limit=1`);
  const [first] = await get(`/api/vehicle/series/${series.id}/models?limit=1`);
  model = { ...first, seriesPage: series.seriesPage };
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const field = 'input[name=query]';
const ready = 'is-land[data-island=search-box][data-state=ready]';
const norm = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');
const isSuggestion = (request: HTTPRequest): boolean => request.url().includes('/api/search/suggestions');

interface Visit {
  page: Page;
  context: BrowserContext;
  faults: string[];
  /** Terms of the calls so far. */
  asked: string[];
}
async function visit(address: string, width: number): Promise<Visit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 740, hasTouch: width < 640, isMobile: width < 640 });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isSuggestion(request)) asked.push(new URL(request.url()).searchParams.get('query') ?? '');
  });
  const faults = watchPage(page);
  await page.goto(address, { waitUntil: 'networkidle0' });
  return { page, context, faults, asked };
}
const numberPage = (number: string): string => `/Teilenummernsuche/Teile/Alle-Hersteller/${number}`;
/** Presses Tab until the field has the focus, as somebody without a mouse does. */
async function tabToField(page: Page): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((query) => document.activeElement?.matches(query), field)) break;
  }
  await page.waitForSelector(ready);
}
const active = (page: Page): Promise<string | null> =>
  page.$eval(field, (input) => {
    const id = input.getAttribute('aria-activedescendant');
    return id && (document.getElementById(id)?.textContent ?? 'no such entry');
  });
const isExpanded = (page: Page): Promise<string | null> =>
  page.$eval(field, (input) => input.getAttribute('aria-expanded'));
const closed = (page: Page): Promise<unknown> => page.waitForSelector(`${field}[aria-expanded=false]`);
const noViolations = async (page: Page): Promise<void> => {
  const { violations } = await new AxePuppeteer(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
};

describe('by keys alone', () => {
  test('arrow keys move through the list, past the last entry focus returns to none, Enter opens the entry', async () => {
    const { page, context, faults, asked } = await visit(`${shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.type('bremssch');
    const list = (await page.waitForSelector('[role=listbox]')) as ElementHandle;
    expect(asked).toEqual(['bremssch']);
    const labels = await list.$$eval('[role=option]', (options) => options.map((option) => option.textContent));
    expect(labels.length).toBeGreaterThan(2);
    expect(labels[0]).toContain('Bremsscheiben');
    expect(await active(page)).toBeNull();
    await noViolations(page);
    expect(await page.$eval('.find [role=status]', (status) => status.textContent)).toContain(String(labels.length));
    for (const label of [...labels, null, labels[0]]) {
      await page.keyboard.press('ArrowDown');
      expect(await active(page)).toBe(label);
    }
    expect(await page.$eval('[aria-selected=true]', (option) => option.textContent)).toBe(labels[0]);
    for (const label of [null, labels.at(-1)]) {
      await page.keyboard.press('ArrowUp');
      expect(await active(page)).toBe(label);
    }
    await noViolations(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('query');
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(new URL(page.url()).pathname).toBe('/Bremsscheiben/Alle-Fahrzeuge/--1523');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('Enter with none focused submits the form', async () => {
    const { page, context } = await visit(`${shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.type('bremssch');
    await page.waitForSelector('[role=listbox]');
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(new URL(page.url()).pathname).toBe('/Volltextsuche');
    await context.close();
  });

  test('Escape closes the list and keeps the words; typing opens it again', async () => {
    const { page, context } = await visit(`${shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.type('brem');
    await page.waitForSelector('[role=listbox]');
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await page.$('[role=listbox]')).toBeNull();
    expect(await page.$eval(field, (input) => (input as HTMLInputElement).value)).toBe('brem');
    await page.keyboard.type('s');
    await page.waitForSelector('[role=listbox]');
    await context.close();
  });

  test('shown on focus, hidden after blur', async () => {
    const { page, context, asked } = await visit(`${shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.type('brem');
    await page.waitForSelector('[role=listbox]');
    await page.keyboard.press('Tab');
    expect(await isExpanded(page)).toBe('true');
    await closed(page);
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await page.waitForSelector('[role=listbox]');
    expect(asked).toEqual(['brem']);
    await context.close();
  });

  test('submitting an empty term sends nothing', async () => {
    const { page, context, asked } = await visit(`${shop.origin}/`, 1280);
    await tabToField(page);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    for (const term of ['', '   ']) {
      await page.keyboard.type(term);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('b');
    await page.waitForNetworkIdle({ idleTime: 600 });
    expect([sent, asked, new URL(page.url()).pathname]).toEqual([[], [], '/']);
    await context.close();
  });

  test.each([
    ['a part number with odd punctuation', () => ` ${part.normNumber.split('').join('.-')} /`, () => part.normNumber],
    ['an OE number', () => oeNumber.toLowerCase(), () => norm(oeNumber)],
  ])('%s leads to its page', async (_, typed, number) => {
    const { page, context, faults } = await visit(`${shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.type(typed());
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(new URL(page.url()).pathname).toBe(numberPage(number()));
    expect(await page.$eval('main .pl', (list) => list.textContent)).toContain(part.articleNumber.slice(0, 2));
    expect(faults).toEqual([]);
    await context.close();
  });
});

test('by keys alone, words with a typo lead to what they mean', async () => {
  const { page, context, faults } = await visit(`${shop.origin}/`, 1280);
  await tabToField(page);
  await page.keyboard.type('bremsscheibn');
  await page.waitForSelector('[role=listbox]');
  await page.keyboard.press('ArrowDown');
  await arrive(page, () => page.keyboard.press('Enter'));
  expect(new URL(page.url()).pathname).toBe('/Bremsscheiben/Alle-Fahrzeuge/--1523');
  expect(faults).toEqual([]);
  await context.close();
});

describe('by touch at 360 px', () => {
  test.each([
    ['words with a typo', () => 'bremsscheibn', () => '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
    ['a part number', () => part.articleNumber.replace(/\W/g, '/'), () => numberPage(part.normNumber)],
    ['an OE number', () => oeNumber.toLowerCase(), () => numberPage(norm(oeNumber))],
  ])('%s and a tap on the button lead to what they mean', async (_, typed, path) => {
    const { page, context, faults } = await visit(`${shop.origin}/`, 360);
    await page.tap(field);
    await page.keyboard.type(typed());
    await arrive(page, () => page.tap('form.find button'));
    expect(new URL(page.url()).pathname).toBe(path());
    expect(faults).toEqual([]);
    await context.close();
  });

  test.each(editions)(
    '$locale: a tap on a suggestion opens it; nothing moves, the field stays visible',
    async (edition) => {
      const { page, context, faults } = await visit(shop.origin + edition.home, 360);
      const words = { de: 'bremssch', es: 'disco', fr: 'disque', it: 'dischi', nl: 'remsch' };
      await page.evaluate(() => {
        const moved: string[] = [];
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries() as unknown as { sources: { node: Node | null }[] }[])
            for (const { node } of sources) moved.push(node?.nodeName ?? '');
        }).observe({ type: 'layout-shift' });
      });
      await page.tap(field);
      await page.waitForSelector(ready);
      await page.keyboard.type(words[edition.locale.slice(0, 2) as keyof typeof words]);
      await page.waitForSelector('[role=listbox]');
      const boxes = await page.evaluate((query) => {
        const of = (element: Element | null) => {
          if (!element) throw new Error('nothing to measure');
          const { left, right, top, bottom, height } = element.getBoundingClientRect();
          return { left, right, top, bottom, height };
        };
        const entries = [...document.querySelectorAll('[role=option]')].map(of);
        return {
          list: of(document.querySelector('[role=listbox]')),
          field: of(document.querySelector(query)),
          entries,
        };
      }, field);
      expect([boxes.list.left, boxes.list.right]).toEqual([0, 360]);
      expect(boxes.list.top).toBeGreaterThanOrEqual(boxes.field.bottom);
      for (const { height } of boxes.entries) expect(height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
      if (edition.locale === 'de-DE') await noViolations(page);
      const wanted = await page.$eval('[role=option]', (option) => (option as HTMLAnchorElement).pathname);
      await arrive(page, () => page.tap('[role=option]'));
      expect(new URL(page.url()).pathname).toBe(wanted);
      expect(wanted.startsWith(edition.home)).toBe(true);
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});

describe('context of the chosen vehicle', () => {
  test('the remembered vehicle goes with the call and with the form, never with the HTML', async () => {
    const { page, context } = await visit(`${shop.origin}/Ersatzteile/${model.seriesPage.slug}/3-${model.id}-`, 1280);
    expect(await page.$eval('form.find input[name=modelId]', (input) => (input as HTMLInputElement).value)).toBe(
      model.id,
    );
    await page.goto(`${shop.origin}/`, { waitUntil: 'networkidle0' });
    expect(await page.$('form.find input[type=hidden]')).toBeNull();
    await tabToField(page);
    const [call] = await Promise.all([page.waitForRequest(isSuggestion), page.keyboard.type('bremssch')]);
    expect(new URL(call.url()).searchParams.get('vehicleModelId')).toBe(model.id);
    await page.waitForSelector('[role=listbox]');
    expect(await page.$eval('[role=listbox]', (list) => list.textContent)).toContain(`Für ${model.fullName}`);
    expect(await page.$eval('[role=option]', (option) => (option as HTMLAnchorElement).pathname)).toContain(
      `/3-${model.id}-`,
    );
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(page.url()).toContain(model.id);
    await context.close();
  });
});

describe('without script', () => {
  test('the form leads to what the words mean', async () => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    for (const [typed, path] of [
      ['bremssch', '/Volltextsuche'],
      ['Bremsscheiben', '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
      ['bremsscheibn', '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
      [part.articleNumber, numberPage(part.normNumber)],
      [oeNumber, numberPage(norm(oeNumber))],
    ] as const) {
      await page.goto(`${shop.origin}/`);
      await page.type(field, typed);
      await Promise.all([page.waitForNavigation(), page.click('form.find button')]);
      expect([typed, new URL(page.url()).pathname]).toEqual([typed, path]);
    }
    await page.close();
  });
});

test('a search without a hit leads on: to the vehicle and to what most people look for, for the same vehicle', async () => {
  for (const path of ['/Volltextsuche?query=qqqq', '/Teilenummernsuche/Teile/Alle-Hersteller/ZZ99ZZ99?']) {
    const html = await (await fetch(`${shop.origin}${path}&modelId=${model.id}`)).text();
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(main).toContain('<h2 id="h-popular">');
    expect(main.match(/<li><a href="[^"]*\/(--|8-)\d+"/g)?.length).toBe(10);
    expect(main).toContain(`<input type="hidden" name="modelId" value="${model.id}"/>`);
  }
});

describe('a failed suggestion call: only the spinner stops', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
    web.services.assets = loadAssets(join(root, 'static/build/manifest.json'));
    web.services.staticFolder = join(root, 'static');
  });
  beforeEach(() => web.renew());
  afterAll(() => web.stop());

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
    const { page, context } = await visit(`http://127.0.0.1:${web.port}/`, 360);
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
    const { page, context } = await visit(`http://127.0.0.1:${web.port}/`, 1280);
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
});
