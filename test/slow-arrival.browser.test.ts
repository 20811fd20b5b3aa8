import type { Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { shifted, smallestShift, watchShifts } from './support/page-audit.js';
import { type PageKind, pageKinds, sessionOf } from './support/page-kinds.js';
import { inTurn, isLong } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { startTrickle, type Trickle } from './support/trickle.js';

/** Pages that arrive in pieces are painted in pieces, and later pieces move nothing. */
const stage = setSharedStage();
let line: Trickle;
let page: Page;
let kinds: PageKind[];
/**
 * Waits until the page has painted its received part. A page without a body paints nothing, and during a navigation no
 * page exists.
 */
const painted = (): Promise<unknown> =>
  page
    .evaluate(
      () =>
        new Promise<void>((resolve) => {
          if (document.body) requestAnimationFrame(() => setTimeout(resolve));
          else resolve();
        }),
    )
    .catch(() => {});
beforeAll(async () => {
  line = await startTrickle(stage.shop.origin, 24, painted);
  kinds = await pageKinds(stage.shop);
});
afterAll(() => line?.stop());

const shoppersWay = [
  'home',
  'series',
  'tiles',
  'leaf',
  'search-hits',
  'article-many-offers',
  'brand-leaf',
  'cart-full',
];

test.each(inTurn([360, 1280], 2))(
  'nothing moves at %d px while a page arrives, though the device remembers a vehicle and has a cart',
  async (width) => {
    const found: string[] = [];
    const context = await stage.browser.createBrowserContext();
    page = await context.newPage();
    await page.setViewport({ width, height: 800 });
    await watchShifts(page);
    const open = async (name: string, edition: Edition): Promise<void> => {
      const kind = kinds.find((candidate) => candidate.name === name) as PageKind;
      await page.goto(line.origin + kind.path(edition), { waitUntil: 'load' });
      // The loader shows the vehicle after the first frame.
      await page.waitForSelector('html[data-car]');
      await painted();
      await painted();
      const { shift, moves } = await shifted(page);
      if (shift > smallestShift) found.push(`${name}, ${edition.locale}: moved by ${shift}; ${moves.join('; ')}`);
    };
    const cookie = await sessionOf(kinds.find(({ cart }) => cart === 'full') as PageKind, stage.shop);
    if (cookie) await context.setCookie({ ...cookie, domain: '127.0.0.1' });
    for (const edition of inTurn(allEditions, allEditions.length, width)) {
      await open('model', edition);
      for (const name of isLong
        ? kinds.filter((k) => !k.isBroken && k.name !== 'components' && k.path(edition)).map((k) => k.name)
        : shoppersWay)
        await open(name, edition);
    }
    expect(await page.$eval('.vehicle-box', (box) => box.textContent)).toMatch(/kW|PS|ccm/);
    expect(found).toEqual([]);
    await context.close();
  },
);
