import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { editions } from '../server/web/routes/editions.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { until } from './support/until.js';

/** The first screen of lists and articles in every edition, with short and the longest names. */
const stage = setSharedStage();
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };
/** The screens on which the first action of a page is in view. */
const small = { width: 360, height: 640 };
const screens = [small, { width: 1280, height: 800 }];
const locales = Object.values(editions);

/** Golf VII, a Golf IV with conditions, the model with the longest name, all vehicles, and oils. */
const lists = ['3-267-1523', '3-87-1523', '3-7456-1523', '--1523', '--2447'];
const everyList = locales.flatMap((edition) => lists.map((tail) => ({ edition, tail })));

/**
 * Returns the rows that are fully visible, their greatest height, and whether a tap in their middle hits the article.
 */
const rowsOn = (page: Page) =>
  page.$$eval('.product-list > li', (rows) => {
    const seen = rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight);
    return {
      seen: seen.length,
      highest: Math.max(...rows.map((row) => row.getBoundingClientRect().height)),
      missed: seen.filter((row) => {
        const { left, top, width, height } = row.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit?.closest('a') !== row.querySelector('h3 a');
      }).length,
    };
  });

test('a list shows two whole products on a phone, none higher than 140 px, and five with whole heads at a desk', async () => {
  const page = await stage.browser.newPage();
  const wrong: unknown[] = [];
  for (const { edition, tail } of inTurn(everyList, 7)) {
    const address = `${stage.shop.origin}${edition.prefix}/x/x/${tail}`;
    await page.setViewport(phone);
    await page.goto(address);
    const small = await rowsOn(page);
    await page.setViewport(desk);
    const wide = await rowsOn(page);
    const cut = await page.$$eval('.product-list-head span span', (heads) =>
      heads.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((head) => head.textContent),
    );
    if (cut.length > 0 || small.seen < 2 || small.highest > 140 || wide.seen < 5 || small.missed + wide.missed > 0)
      wrong.push([edition.locale, tail, small, wide, cut]);
  }
  expect(wrong).toEqual([]);
  await page.close();
});

/** Opens a page as it is where customers buy: without the banner of the environment. */
async function openLive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.$$eval('.environment', (banners) => {
    for (const banner of banners) banner.remove();
  });
}

test('on a phone the header has at most 144 px, and everything in it is whole and as large as a finger', async () => {
  const page = await stage.browser.newPage();
  for (const edition of locales)
    for (const width of [320, small.width]) {
      await page.setViewport({ ...small, width });
      await openLive(page, `${stage.shop.origin}${edition.prefix}/x/x/3-267-1523`);
      const found = await page.$eval('.site-header', (header) => {
        const name = ({ className, tagName, type }: HTMLButtonElement) => `${className || type || tagName}`;
        const shown = [...header.querySelectorAll<HTMLButtonElement>('a, button, input:not([type=hidden]), summary')]
          .filter((control) => control.checkVisibility())
          // The link on the vehicle covers its cell.
          .map((control) => ({
            name: name(control),
            box: (control.closest('dl div') ?? control).getBoundingClientRect(),
          }));
        const rating = header.querySelector('.rating') as HTMLElement;
        const texts = document.createRange();
        texts.selectNodeContents(rating);
        const [note, whole] = [texts.getBoundingClientRect(), rating.getBoundingClientRect()];
        return {
          height: header.getBoundingClientRect().height,
          rows: [...new Set(shown.map(({ box }) => Math.round((box.top + box.bottom) / 2 / 48)))].length,
          controls: shown.length,
          small: shown.filter(({ box }) => box.width < 44 || box.height < 44).map(({ name }) => name),
          outside: shown.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ name }) => name),
          isCut: rating.scrollWidth > rating.clientWidth || note.left < whole.left || note.bottom > whole.bottom + 0.5,
          note: rating.innerText,
        };
      });
      expect(found, `${edition.locale} ${width}`).toEqual({
        height: expect.any(Number),
        rows: 3,
        controls: edition.hasLogin ? 10 : 9,
        small: [],
        outside: [],
        isCut: false,
        note: expect.stringMatching(/demo|démo/i),
      });
      expect(found.height).toBeLessThanOrEqual(144);
    }
  await page.close();
});

const oilFilters = {
  de: 'Ölfilter',
  es: 'filtro de aceite',
  fr: 'filtre à huile',
  it: 'filtro olio',
  nl: 'oliefilter',
};
test('a search shows its first article on the first screen of a phone, in every edition', async () => {
  const page = await stage.browser.newPage();
  await page.setViewport(small);
  const wrong: unknown[] = [];
  for (const edition of locales) {
    const { prefix, pathNames, language } = edition;
    const query = encodeURIComponent(oilFilters[language]);
    await openLive(page, `${stage.shop.origin}${prefix}/${pathNames.fullText}?query=${query}`);
    const { seen } = await rowsOn(page);
    const choices = await page.$$eval('main section .link-list a', (links) => links.length);
    if (seen < 1 || choices < 2) wrong.push([edition.locale, seen, choices]);
  }
  expect(wrong).toEqual([]);
  await page.close();
});

test('home shows its first action on the first screen, in every edition', async () => {
  const page = await stage.browser.newPage();
  const wrong: unknown[] = [];
  for (const edition of locales)
    for (const screen of screens) {
      await page.setViewport(screen);
      await openLive(page, `${stage.shop.origin}${edition.prefix}/`);
      const end = await page.$eval('main .buy', (button) => button.getBoundingClientRect().bottom);
      if (end > screen.height) wrong.push([edition.locale, screen.width, end]);
    }
  expect(wrong).toEqual([]);
  await page.close();
});

test('an article shows its verdict, price and button on the first screen', async () => {
  const page = await stage.browser.newPage();
  const wrong: unknown[] = [];
  const found = await Promise.all(
    lists.map(async (tail) => {
      let list: Response | undefined;
      // A busy machine may refuse some requests.
      await until('the list is there', async () => {
        list = await fetch(`${stage.shop.origin}/api/x/x/${tail}`);
        return list.ok;
      });
      const { spareParts } = await (list as Response).json();
      const sold = spareParts.filter(({ lowestTotal }: { lowestTotal: number | null }) => lowestTotal !== null);
      // A question about a condition takes the most room.
      const asked = sold.find(({ fit }: { fit: { state: string } }) => fit.state === 'conditional');
      const model = /^3-(\w+)-/.exec(tail)?.[1];
      return [sold[0], ...(asked && asked !== sold[0] ? [asked] : [])].map(
        ({ manufacturer, normNumber }) => `${manufacturer.seoName}/${normNumber}${model ? `?modelId=${model}` : ''}`,
      );
    }),
  );
  const all = locales.flatMap((edition) => found.flat().map((article) => ({ edition, article })));
  for (const { edition, article } of inTurn(all, 7, 1)) {
    for (const screen of screens) {
      await page.setViewport(screen);
      await openLive(page, `${stage.shop.origin}${edition.prefix}/${edition.pathNames.partNumbers}/${article}`);
      const ends = await page.$$eval('.fit-card h2, .buy-box .price, .buy-box button', (parts) =>
        parts.slice(0, 3).map((part) => Math.round(part.getBoundingClientRect().bottom)),
      );
      if (ends.length < 3 || ends.some((end) => end > screen.height)) wrong.push([edition.locale, article, ends]);
    }
  }
  expect(wrong).toEqual([]);
  await page.close();
});

test('at a desk the measures lie below the drawing, the best offers beside both, and no column is empty', async () => {
  const page = await stage.browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  for (const tail of ['--1523', '--2447', '--2432', '--243']) {
    const { spareParts } = await (await fetch(`${stage.shop.origin}/api/x/x/${tail}`)).json();
    const most = spareParts.find(({ offerCount }: { offerCount: number }) => offerCount > 12);
    await page.goto(`${stage.shop.origin}/Teilenummernsuche/${most.manufacturer.seoName}/${most.normNumber}`);
    const at = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const endOf = (parts: string) =>
        Math.max(
          ...[...document.querySelectorAll(parts)]
            .filter((part) => part.checkVisibility())
            .map((part) => part.getBoundingClientRect().bottom),
        );
      const [gallery, data, best] = [box('.gallery'), box('#data'), box('.best-offers')];
      return {
        isBelow: data.top >= gallery.bottom && Math.abs(data.left - gallery.left) < 1,
        isBeside: best.left > gallery.right && best.bottom < data.bottom,
        isNoticeLast: box('.guarantee').top >= box('#offers').bottom,
        gap: Math.abs(endOf('.article-facts > *') - endOf('.article-box > *')),
      };
    });
    expect(at, tail).toMatchObject({ isBelow: true, isBeside: true, isNoticeLast: true });
    expect(at.gap, tail).toBeLessThan(330);
  }
  await page.close();
});

test('folded content is not in the page of a list, and opens in place or by its address', async () => {
  const page = await stage.browser.newPage();
  await page.goto(`${stage.shop.origin}/Bremsscheiben/Alle-Fahrzeuge/--1523`);
  const advice = 'Entscheidend sind Durchmesser';
  expect(await page.content()).not.toContain(advice);
  await page.click('[data-fragment=advice]');
  await page.waitForFunction((words) => document.querySelector('#advice')?.textContent?.includes(words), {}, advice);
  expect(page.url()).toMatch(/\?show=advice$/);
  await page.setJavaScriptEnabled(false);
  await page.reload();
  expect(await page.$eval('#advice', (part) => part.textContent)).toContain(advice);
  await page.close();
});

test('a phone chooses three parts, its button counts them, and two whole columns stand side by side', async () => {
  const page = await stage.browser.newPage();
  await page.setViewport(phone);
  const list = `${stage.shop.origin}/x/x/--1523`;
  const { spareParts } = await (await fetch(`${stage.shop.origin}/api/x/x/--1523`)).json();
  const ids = spareParts.slice(0, 3).map(({ id }: { id: string }) => id);
  await page.goto(`${list}?show=compare&ids=${ids.slice(0, 2).join('.')}#liste`);
  const button = await page.waitForSelector('.choice-bar button');
  const shown = async () => String(await button?.screenshot({ encoding: 'base64' }));
  const tap = () => page.click(`.row-choice input[value="${ids[2]}"]`);
  const two = await shown();
  await tap();
  await until('the button shows three', async () => (await shown()) !== two);
  await tap();
  await until('the button shows two again', async () => (await shown()) === two);
  await tap();
  await Promise.all([page.waitForNavigation(), page.click('.choice-bar button')]);
  const columns = await page.$$eval('.compare-table thead th', (heads) =>
    heads.map((head) => Math.round(head.getBoundingClientRect().right)),
  );
  expect(columns).toHaveLength(3);
  expect(columns.filter((right) => right <= phone.width)).toHaveLength(2);
  expect(await page.$eval('.compare-hint', (hint) => hint.textContent)).toContain('3 Teile');
  await page.close();
});

test('at a desk both columns of an article end within 220 px of each other', async () => {
  const page = await stage.browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const { origin } = stage.shop;
  const read = async (path: string) => (await fetch(origin + path)).json();
  const { categories, universal } = await read('/api/navigation');
  const leaves: number[] = [...categories, ...universal]
    .flatMap((category) => [category, ...category.children])
    .filter(({ isLeaf }) => isLeaf)
    .map(({ id }) => id);
  expect(leaves.length).toBeGreaterThan(50);
  const wrong: unknown[] = [];
  for (const leaf of inTurn(leaves, 5)) {
    const [part] = (await read(`/api/-/-/--${leaf}`)).spareParts;
    if (!part) continue;
    await page.goto(`${origin}/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}`);
    const [facts = 0, box = 0] = await Promise.all(
      ['.article-facts > *', '.article-box > *'].map((column) =>
        page.$$eval(column, (all) => Math.max(...all.map((each) => each.getBoundingClientRect().bottom))),
      ),
    );
    if (Math.abs(facts - box) > 220) wrong.push([leaf, part.title, facts - box]);
  }
  expect(wrong).toEqual([]);
  await page.close();
});
