import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { editions } from '../server/web/routes/editions.js';
import { cutTexts } from './support/cut-texts.js';
import { isStyled, openPage } from './support/open-page.js';
import { pageKinds, sessionOf } from './support/page-kinds.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';

/** Every text is read as a whole, in every edition and at four widths. */
const stage = setSharedStage();
const widths = [320, 360, 768, 1280];
const kindsToRead =
  /^(home|vehicles|manufacturer|series|model|tiles|leaf|universal|article|cart-full|search-hits|support|compare)/;

test('no text is cut, no value is broken, and every chip holds its count', async () => {
  const page = await stage.browser.newPage();
  const kinds = (await pageKinds(stage.shop)).filter(({ name }) => kindsToRead.test(name));
  const all = Object.values(editions).flatMap((edition) => [
    ...kinds.map((kind) => ({ edition, kind, name: kind.name, path: kind.path(edition) })),
    // A list of sizes, and one with the mark of the needed approval.
    ...['--2432', '3-267-2447'].map((tail) => ({
      edition,
      kind: { name: tail, path: () => null },
      name: tail,
      path: `${edition.prefix}/x/x/${tail}`,
    })),
  ]);
  const wrong: string[] = [];
  for (const { edition, kind, name, path } of inTurn(all, 11)) {
    if (path === null) continue;
    await page.browserContext().deleteMatchingCookies({ name: 'partavo' });
    const cookie = await sessionOf(kind, stage.shop);
    if (cookie) await page.browserContext().setCookie({ ...cookie, domain: new URL(stage.shop.origin).hostname });
    await page.goto(stage.shop.origin + path);
    for (const width of widths) {
      await page.setViewport({ width, height: 740 });
      for (const fault of await cutTexts(page)) wrong.push(`${edition.locale} ${name} at ${width} px: ${fault}`);
    }
  }
  expect(wrong).toEqual([]);
  await page.close();
});

/** Opens a kind of page in the German edition. */
async function openKind(wanted: string, width: number): Promise<Page> {
  const page = await stage.browser.newPage();
  await page.setViewport({ width, height: 740 });
  const kind = (await pageKinds(stage.shop)).find(({ name }) => name === wanted);
  await openPage(page, `${stage.shop.origin}${kind?.path(editions['de-DE'])}`);
  return page;
}

test('a printed comparison shows all of its rows', async () => {
  const page = await openKind('compare', 768);
  await page.emulateMediaType('print');
  const [shown = 0, all] = await page.$eval('.compare-table', (table) => [table.clientHeight, table.scrollHeight]);
  expect(all).toBe(shown);
  expect(shown).toBeGreaterThan(680);
  const isWhole = await page.$eval('.compare-table .fit-mark', (mark) => {
    mark.append(', wenn: PR-Nummer 1ZE oder 1ZP');
    return mark.scrollWidth <= mark.clientWidth;
  });
  expect(isWhole).toBe(true);
  await page.close();
});

test('letters of twice the size stay clear of each other, and inside the bar with the button', async () => {
  const page = await openKind('article-for-model', 640);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.waitForSelector('.buy-bar:not([hidden])');
  await isStyled(page);
  const [row = Infinity, field = 0, button = Infinity] = await page.evaluate(() => {
    const box = (place: string) => document.querySelector(place)?.getBoundingClientRect();
    return [
      box('.delivery-country button')?.bottom,
      box('.search-box [name=query]')?.top,
      box('.buy-bar .button')?.right,
    ];
  });
  expect(row).toBeLessThanOrEqual(field);
  expect(button).toBeLessThanOrEqual(640);
  await page.close();
});

test('groups of a search follow each other without wide gaps', async () => {
  const page = await openKind('search-hits', 1280);
  const gaps = await page.$$eval('main section:has(> .link-list)', (groups) =>
    groups.map((group) => {
      const before = group.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
      return group.getBoundingClientRect().top - before;
    }),
  );
  expect(gaps.length).toBeGreaterThan(1);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(32);
  await page.close();
});

test('headings and texts share one face, that of the system', async () => {
  const page = await stage.browser.newPage();
  await page.goto(`${stage.shop.origin}/x/x/3-267-1523`);
  const faces = await page.$$eval('body, h1, h2, h3, .price, .button', (all) => [
    ...new Set(all.map((each) => getComputedStyle(each).fontFamily)),
  ]);
  expect(faces).toHaveLength(1);
  expect(await page.content()).not.toContain('@font-face');
  await page.close();
});

test('the check itself finds each kind of fault', async () => {
  const page = await stage.browser.newPage();
  await page.setViewport({ width: 360, height: 740 });
  const box = 'width: 4rem; font: 16px monospace';
  await page.setContent(`<p style="${box}; overflow: hidden; white-space: nowrap">Bremsscheibe</p>
    <p style="${box}">12,50 €</p>
    <ul class="deciding-measures" style="width: 300px"><li><a style="display: block; ${box}">288 mm
    <span style="margin-left: 6rem">35</span></a></li></ul>
    <p style="width: 400px">wide</p>`);
  expect(await cutTexts(page)).toEqual([
    'the page is 48 px too wide',
    'cut in <p >: Bremsscheibe',
    'broken: 12,50 € in 12,50 €',
    expect.stringMatching(/^outside its chip: 35/),
  ]);
  await page.close();
});
