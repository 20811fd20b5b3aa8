import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { allEditions, type Edition } from '../server/web/routes/editions.js';
import { launchBrowser } from './support/browser.js';
import { css } from './support/class-names.js';
import { shifted, smallestShift, watchShifts } from './support/page-audit.js';
import { type PageKind, pageKinds, sessionOf } from './support/page-kinds.js';
import { isLong } from './support/sample.js';
import { sharedShop } from './support/shared-shop.js';
import { startTrickle, type Trickle } from './support/trickle.js';

/** Pages that arrive in pieces are painted in pieces: what comes later finds its place kept. */
const shop = sharedShop();
let line: Trickle;
let browser: Browser;
let kinds: PageKind[];
beforeAll(async () => {
  line = await startTrickle(shop.origin, 24, 40);
  kinds = await pageKinds(shop);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await line?.stop();
});

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

test.each([360, 1280])(
  'nothing moves at %d px while a page arrives, though the device remembers a vehicle and has a cart',
  async (width) => {
    const found: string[] = [];
    const page = await browser.newPage();
    await page.setViewport({ width, height: 800 });
    await watchShifts(page);
    const open = async (name: string, edition: Edition): Promise<void> => {
      const kind = kinds.find((candidate) => candidate.name === name) as PageKind;
      await page.goto(line.origin + kind.path(edition), { waitUntil: 'load' });
      const { shift, moves } = await shifted(page);
      if (shift > smallestShift) found.push(`${name}, ${edition.locale}: moved by ${shift}; ${moves.join('; ')}`);
    };
    const cookie = await sessionOf(kinds.find(({ cart }) => cart === 'full') as PageKind, shop);
    if (cookie) await browser.setCookie({ ...cookie, domain: '127.0.0.1' });
    const editions = isLong ? allEditions : [allEditions[width % allEditions.length] as Edition];
    for (const edition of editions) {
      await open('model', edition);
      for (const name of isLong
        ? kinds.filter((k) => !k.isBroken && k.name !== 'components' && k.path(edition)).map((k) => k.name)
        : shoppersWay)
        await open(name, edition);
    }
    expect(await page.$eval(css('.vehicle-box'), (box) => box.textContent)).toMatch(/kW|PS|ccm/);
    expect(found).toEqual([]);
    await page.close();
  },
  600_000,
);
