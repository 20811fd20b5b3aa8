import type { ElementHandle, Page } from 'puppeteer';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkedGet } from './support/checked.js';
import { editions } from './support/editions.js';
import { isStyled, openPage } from './support/open-page.js';
import { violations } from './support/page-audit.js';
import { inTurn } from './support/sample.js';
import { field, isSuggestion, ready, tabToField, visit } from './support/search-box.js';
import { setSharedStage } from './support/shared-shop.js';
import { arrive, submit } from './support/walk.js';

/** The header's search box: by keyboard, and by touch at 360 px. */
const stage = setSharedStage();
/** A part with its maker's spelling of the number, and an OE number that it replaces, as the car maker spells it. */
let part: { articleNumber: string; normNumber: string; manufacturer: { seoName: string } };
let oeNumber: string;
let model: { id: string; fullName: string; seriesPage: { slug: string } };
beforeAll(async () => {
  const get = async (path: string) => (await fetch(stage.shop.origin + path)).json();
  const { spareParts } = await get('/api/-/-/--1523');
  part = spareParts.find(({ articleNumber }: typeof part) => /[^A-Za-z0-9]/.test(articleNumber)) ?? spareParts[0];
  oeNumber = (await get(`/api/Artikel/${spareParts[0].id}/Originalteile`))[0].numbers[0];
  const [maker] = await (await checkedGet(stage.shop.origin, '/api/vehicle/manufacturers?limit=1')).json();
  const [series] = await get(`/api/vehicle/manufacturers/${maker.id}/series?limit=1`);
  const [first] = await get(`/api/vehicle/series/${series.id}/models?limit=1`);
  model = { ...first, seriesPage: series.seriesPage };
});

const norm = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');
const numberPage = (number: string): string => `/Teilenummernsuche/Teile/Alle-Hersteller/${number}`;
const active = (page: Page): Promise<string | null> =>
  page.$eval(field, (input) => {
    const id = input.getAttribute('aria-activedescendant');
    return id && (document.getElementById(id)?.textContent ?? 'no such entry');
  });
const closed = (page: Page): Promise<unknown> => page.waitForSelector(`${field}[aria-expanded=false]`);
const noViolations = async (page: Page): Promise<void> => {
  expect(await violations(page, { within: 'form.search-box' })).toEqual([]);
};

// Typed at once: on a busy machine a delay between two keys would start a search.
describe('by keys alone', () => {
  test('arrow keys move through the list, past the last entry focus returns to none, Enter opens the entry', async () => {
    const { page, context, errors, asked } = await visit(stage.browser, `${stage.shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.sendCharacter('bremssch');
    const list = (await page.waitForSelector('[role=listbox]')) as ElementHandle;
    expect(asked).toEqual(['bremssch']);
    const labels = await list.$$eval('[role=option]', (options) => options.map((option) => option.textContent));
    expect(labels.length).toBeGreaterThan(2);
    expect(labels[0]).toContain('Bremsscheiben');
    expect(await active(page)).toBeNull();
    await noViolations(page);
    expect(await page.$eval('.search-box [role=status]', (status) => status.textContent)).toContain(
      String(labels.length),
    );
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
    expect(errors).toEqual([]);
    await context.close();
  });

  test('Enter with none focused submits the form', async () => {
    const { page, context } = await visit(stage.browser, `${stage.shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.sendCharacter('bremssch');
    await page.waitForSelector('[role=listbox]');
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(new URL(page.url()).pathname).toBe('/Volltextsuche');
    await context.close();
  });

  test('Escape closes the list and keeps the words; typing opens it again', async () => {
    const { page, context } = await visit(stage.browser, `${stage.shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.sendCharacter('brem');
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
    const { page, context, asked } = await visit(stage.browser, `${stage.shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.sendCharacter('brem');
    await page.waitForSelector('[role=listbox]');
    await page.keyboard.press('Tab');
    await closed(page);
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await page.waitForSelector('[role=listbox]');
    expect(asked).toEqual(['brem']);
    await context.close();
  });

  test('submitting an empty term sends nothing', async () => {
    const { page, context, asked } = await visit(stage.browser, `${stage.shop.origin}/`, 1280);
    await tabToField(page);
    const sent: string[] = [];
    // The widget's own files may still be loading.
    const isOfWidget = (url: string): boolean => /^\/(build|fragments)\//.test(new URL(url).pathname);
    page.on('request', (request) => {
      if (!isOfWidget(request.url())) sent.push(request.url());
    });
    for (const term of ['', '   ']) {
      await page.keyboard.type(term);
      await page.keyboard.press('Enter');
    }
    // A request for the former input would have come before this one.
    await Promise.all([
      page.waitForResponse((response) => isSuggestion(response.request())),
      page.keyboard.sendCharacter('brem'),
    ]);
    expect([sent.length, asked, new URL(page.url()).pathname]).toEqual([1, ['brem'], '/']);
    await context.close();
  });

  const numbers: readonly [what: string, typed: () => string, number: () => string][] = [
    ['a part number with odd punctuation', () => ` ${part.normNumber.split('').join('.-')} /`, () => part.normNumber],
    ['an OE number', () => oeNumber.toLowerCase(), () => norm(oeNumber)],
  ];
  test.each(inTurn(numbers, 2))('%s leads to its page', async (_, typed, number) => {
    const { page, context, errors } = await visit(stage.browser, `${stage.shop.origin}/`, 1280);
    await tabToField(page);
    await page.keyboard.type(typed());
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(new URL(page.url()).pathname).toBe(numberPage(number()));
    expect(await page.$eval('main .product-list', (list) => list.textContent)).toContain(
      part.articleNumber.slice(0, 2),
    );
    expect(errors).toEqual([]);
    await context.close();
  });
});

test('by keys alone, words with a typo lead to what they mean', async () => {
  const { page, context, errors } = await visit(stage.browser, `${stage.shop.origin}/`, 1280);
  await tabToField(page);
  await page.keyboard.sendCharacter('bremsscheibn');
  await page.waitForSelector('[role=listbox]');
  await page.keyboard.press('ArrowDown');
  await arrive(page, () => page.keyboard.press('Enter'));
  expect(new URL(page.url()).pathname).toBe('/Bremsscheiben/Alle-Fahrzeuge/--1523');
  expect(errors).toEqual([]);
  await context.close();
});

describe('by touch at 360 px', () => {
  const terms: readonly [what: string, typed: () => string, path: () => string][] = [
    ['words with a typo', () => 'bremsscheibn', () => '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
    ['a part number', () => part.articleNumber.replace(/\W/g, '/'), () => numberPage(part.normNumber)],
    ['an OE number', () => oeNumber.toLowerCase(), () => numberPage(norm(oeNumber))],
  ];
  test.each(inTurn(terms, 3))('%s and a tap on the button lead to what they mean', async (_, typed, path) => {
    const { page, context, errors } = await visit(stage.browser, `${stage.shop.origin}/`, 360);
    await page.tap(field);
    await page.keyboard.type(typed());
    await arrive(page, () => page.tap('form.search-box button'));
    expect(new URL(page.url()).pathname).toBe(path());
    expect(errors).toEqual([]);
    await context.close();
  });

  test.each(inTurn(editions, 5))(
    '$locale: a tap on a suggestion opens it; nothing moves, the field stays visible',
    async (edition) => {
      const { page, context, errors } = await visit(stage.browser, stage.shop.origin + edition.home, 360);
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
      await isStyled(page);
      await page.keyboard.sendCharacter(words[edition.locale.slice(0, 2) as keyof typeof words]);
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
      await noViolations(page);
      const wanted = await page.$eval('[role=option]', (option) => (option as HTMLAnchorElement).pathname);
      await arrive(page, () => page.tap('[role=option]'));
      expect(new URL(page.url()).pathname).toBe(wanted);
      expect(wanted.startsWith(edition.home)).toBe(true);
      expect(errors).toEqual([]);
      await context.close();
    },
  );
});

describe('context of the chosen vehicle', () => {
  test('the remembered vehicle goes with the call and with the form, never with the HTML', async () => {
    const { page, context } = await visit(
      stage.browser,
      `${stage.shop.origin}/Ersatzteile/${model.seriesPage.slug}/3-${model.id}-`,
      1280,
    );
    expect(await page.$eval('form.search-box input[name=modelId]', (input) => (input as HTMLInputElement).value)).toBe(
      model.id,
    );
    await openPage(page, `${stage.shop.origin}/`);
    expect(await page.$('form.search-box input[type=hidden]')).toBeNull();
    await tabToField(page);
    const [call] = await Promise.all([page.waitForRequest(isSuggestion), page.keyboard.sendCharacter('bremssch')]);
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
    const page = await stage.browser.newPage();
    await page.setJavaScriptEnabled(false);
    for (const [typed, path] of [
      ['bremssch', '/Volltextsuche'],
      ['Bremsscheiben', '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
      ['bremsscheibn', '/Bremsscheiben/Alle-Fahrzeuge/--1523'],
      [part.articleNumber, numberPage(part.normNumber)],
      [oeNumber, numberPage(norm(oeNumber))],
    ] as const) {
      await page.goto(`${stage.shop.origin}/`);
      await page.type(field, typed);
      await submit(page, 'form.search-box button');
      expect([typed, new URL(page.url()).pathname]).toEqual([typed, path]);
    }
    await page.close();
  });
});

test('a search without a hit leads on: to the vehicle and to what most people look for, for the same vehicle', async () => {
  for (const path of ['/Volltextsuche?query=qqqq', '/Teilenummernsuche/Teile/Alle-Hersteller/ZZ99ZZ99?']) {
    const html = await (await fetch(`${stage.shop.origin}${path}&modelId=${model.id}`)).text();
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(main).toContain('<h2 id="h-popular">');
    expect(main.match(/<li><a href="[^"]*\/(--|8-)\d+"/g)?.length).toBe(10);
    expect(html).toMatch(
      new RegExp(`<form[^>]* role="search"[^>]*><input type="hidden" name="modelId" value="${model.id}"/>`),
    );
  }
});
