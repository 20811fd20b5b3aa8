import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEditions, type Edition, editionOf } from '../server/web/routes/editions.js';
import { openBrowser, watchPage } from './support/browser.js';
import {
  overflows,
  shifted,
  smallestShift,
  smallTargets,
  unseenFocus,
  violations,
  watchShifts,
} from './support/page-audit.js';
import { type PageKind, pageKinds, sessionOf } from './support/page-kinds.js';
import { inTurn, isLong } from './support/sample.js';
import { sharedShop } from './support/shared-shop.js';
import { type RunningShop, type Shop, startShop } from './support/shop.js';
import { startStretchedShop } from './support/stretched-texts.js';
import { widgets } from './support/widgets.js';

/**
 * Checks every kind of page for all visitors: axe, keyboard, touch targets, narrow and enlarged screens, longer words.
 * With SCREENSHOTS, the beginnings of names, it checks these kinds alone and makes a screenshot of each look.
 */
const shop = sharedShop();
/** A shop without its marketplace; starts with the first page that needs it. */
let broken: Shop | undefined;
let stretched: Shop;
let browser: Browser;
let kinds: PageKind[];
beforeAll(async () => {
  stretched = await startStretchedShop();
  kinds = await pageKinds(shop);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([broken?.stop(), stretched?.stop()]);
});

const wanted = process.env.SCREENSHOTS?.split(',');
const folder = join(import.meta.dirname, '../screenshots');
/** Makes a screenshot of the whole page. */
async function keepLook(page: Page, name: string): Promise<void> {
  // Browsers load pictures below the fold late.
  await page.$$eval('img[loading=lazy]', (images) => {
    for (const image of images) image.loading = 'eager';
    return Promise.all(images.map((image) => image.decode().catch(() => {})));
  });
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

type Theme = 'light' | 'dark';
const widths = [360, 1280];
const themes: readonly Theme[] = ['light', 'dark'];
/** Combines an item with each width and theme. */
const looksOf = <T>(what: T): { what: T; width: number; theme: Theme }[] =>
  widths.flatMap((width) => themes.map((theme) => ({ what, width, theme })));

async function show(page: Page, width: number, theme: Theme = 'light'): Promise<void> {
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    // An element that slides in has not reached its final position yet.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}
/** Opens a kind of page with its session. */
async function visit(page: Page, kind: PageKind, edition: Edition, at: RunningShop = shop): Promise<void> {
  const path = kind.path(edition);
  if (path === null) throw new Error(`${edition.locale} has no page ${kind.name}`);
  if (kind.isBroken) broken ??= await startShop({ MARKETPLACE_URL: 'http://127.0.0.1:9' });
  const { origin } = kind.isBroken && broken ? broken : at;
  const { hostname } = new URL(origin);
  await page.browserContext().deleteMatchingCookies({ name: 'partavo' });
  const cookie = await sessionOf(kind, at);
  if (cookie) await page.browserContext().setCookie({ ...cookie, domain: hostname });
  await page.goto(origin + path, { waitUntil: 'load' });
}
async function openAll(page: Page, within = 'html'): Promise<void> {
  await page.$$eval(`:is(${within}) details`, (details) => {
    for (const each of details) each.open = true;
  });
}

describe.each(allEditions.map((edition, turn) => ({ edition, locale: edition.locale, turn })))(
  '$locale',
  ({ edition, turn }) => {
    test('no page breaks a rule, is wider than its screen, or moves while it loads', async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const reported = watchPage(page);
      await watchShifts(page);
      const found: string[] = [];
      const looks = kinds
        .filter(({ name, path }) => path(edition) !== null && (wanted?.some((start) => name.startsWith(start)) ?? true))
        .flatMap(looksOf);
      for (const { what: kind, width, theme } of inTurn(looks, 202, turn * 34)) {
        await show(page, width, theme);
        await visit(page, kind, edition);
        const { shift, moves } = await shifted(page);
        if (wanted) await keepLook(page, `${kind.name}-${width}-${edition.locale}-${theme}`);
        const about = `${kind.name} at ${width} px, ${theme}`;
        // Only developers see the page of components, whose islands never share a real page.
        if (shift > smallestShift && kind.name !== 'components')
          found.push(`${about}: moved by ${shift}; ${moves.join('; ')}`);
        await openAll(page, 'main, footer');
        // Only that page has several search landmarks.
        const but = kind.name === 'components' ? ['landmark-unique'] : [];
        const errors = await violations(page, { but });
        // Panels of the header cover the beginning of the page when they are open.
        await openAll(page);
        errors.push(...(await violations(page, { within: '.site-header' })), ...(await overflows(page)));
        for (const error of errors) found.push(`${about}: ${error}`);
      }
      expect(found).toEqual([]);
      // The browser repeats the error status of these pages. A picture that the page before has loaded needs no preload.
      expect(reported.filter((error) => !/status of (404|503)|link preload but not used/.test(error))).toEqual([]);
      await context.close();
    });

    test('no open widget breaks a rule', async () => {
      const found: string[] = [];
      const looks = widgets.filter(({ isIn }) => isIn?.(edition) ?? true).flatMap(looksOf);
      for (const { what: widget, width, theme } of inTurn(looks, 122, turn * 20)) {
        const kind = kinds.find(({ name }) => name === widget.kind) as PageKind;
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        await show(page, width, theme);
        await visit(page, kind, edition);
        const about = `${widget.name} at ${width} px, ${theme}`;
        await widget.open(page, shop.origin).catch((error) => found.push(`${about}: ${error.message}`));
        for (const problem of [...(await violations(page)), ...(await overflows(page))])
          found.push(`${about}: ${problem}`);
        await context.close();
      }
      expect(found).toEqual([]);
    });
  },
);

describe('whatever the screen', () => {
  let page: Page;
  beforeAll(async () => {
    page = await (await browser.createBrowserContext()).newPage();
  });
  const german = editionOf('de-DE') as Edition;
  const collect = async (turn: number, look: (kind: PageKind) => Promise<string[]>): Promise<string[]> => {
    const found: string[] = [];
    for (const kind of inTurn(kinds, 23, turn))
      found.push(...(await look(kind)).map((error) => `${kind.name}: ${error}`));
    return found;
  };

  test('everything to press is 44 px, and the focus is seen at every step of the Tab key', async () => {
    await show(page, 360);
    const found = await collect(0, async (kind) => {
      await visit(page, kind, german);
      return [...(await smallTargets(page)), ...(await unseenFocus(page, isLong ? 200 : 12))];
    });
    expect(found).toEqual([]);
  });

  test('320 px wide, enlarged to 200 %, or on either side of a breakpoint, nothing is lost', async () => {
    const found = await collect(1, async (kind) => {
      const errors: string[] = [];
      await show(page, 320);
      await visit(page, kind, german);
      for (const width of [320, 640, 641, 767, 768, 779, 780, 1024, 1025]) {
        await show(page, width);
        await openAll(page);
        errors.push(...(await overflows(page)).map((error) => `${width} px: ${error}`));
      }
      return errors;
    });
    expect(found).toEqual([]);
  });

  test('on paper nothing is left to press, and nothing runs over its edge', async () => {
    await page.setViewport({ width: 794, height: 1123 });
    const found: string[] = [];
    for (const kind of kinds.filter(({ name }) => /^(article-many|cart-full|leaf$|search-hits|shop$)/.test(name))) {
      await visit(page, kind, german);
      // A page that was restored in another process of the browser has lost it.
      await page.emulateMediaType('print');
      const left = await page.$$eval('button, select, input:not([type=radio]), textarea', (controls) =>
        controls.filter((control) => control.checkVisibility()).map((control) => control.outerHTML.slice(0, 100)),
      );
      for (const error of [...left, ...(await overflows(page))]) found.push(`${kind.name}: ${error}`);
    }
    await page.emulateMediaType();
    expect(found).toEqual([]);
  });

  test('words 40 % longer break no page', async () => {
    await show(page, 360);
    const found = await collect(2, async (kind) => {
      if (kind.isBroken) return [];
      await visit(page, kind, german, stretched);
      const errors: string[] = [];
      for (const width of [360, 780, 1280]) {
        await show(page, width);
        await openAll(page);
        errors.push(...(await overflows(page)).map((error) => `${width} px: ${error}`));
      }
      return errors;
    });
    expect(found).toEqual([]);
    expect(await page.$eval('.skip-link', (link) => link.textContent)).toMatch(/Inhaltinh/);
  });
});
