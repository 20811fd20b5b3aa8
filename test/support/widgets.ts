import type { Page } from 'puppeteer';
import type { Edition } from '../../server/web/routes/editions.js';
import { keyNumbers } from './key-numbers.js';
import { isStyled } from './open-page.js';
import { until } from './until.js';
import { submit } from './walk.js';

/** A widget that opens, unfolds or responds, and how a visitor gets it to do so. */
export interface Widget {
  name: string;
  /** Name of its page kind. */
  kind: string;
  /** Every edition if missing. */
  isIn?(edition: Edition): boolean;
  open(page: Page, origin: string): Promise<unknown>;
}

/** Waits until the widget in use is ready, and has the style that comes after it. */
async function ready(page: Page, island: string): Promise<void> {
  await page.waitForSelector(`is-land[data-island=${island}][data-state=ready]`);
  await isStyled(page);
}
/** Opens the alternative to choosing a model: key numbers in Germany, the plate in France. */
async function secondWay(page: Page): Promise<void> {
  await page.focus('main .way-by-model');
  await ready(page, 'vehicle-picker');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
}
async function dialogOf(page: Page, button: string): Promise<void> {
  await page.click(button);
  await page.waitForSelector('dialog[open] h2');
}

/** Opens every widget of the shop. */
export const widgets: readonly Widget[] = [
  {
    name: 'navigation',
    kind: 'home',
    async open(page) {
      await dialogOf(page, '.menu button');
      await page.click('dialog [value="100"]');
      await page.waitForSelector('dialog .menu-level-2');
      await page.click('dialog .menu-level-2 summary');
    },
  },
  { name: 'countries', kind: 'home', open: (page) => dialogOf(page, '.delivery-country button') },
  { name: 'consents', kind: 'home', open: (page) => dialogOf(page, 'footer form[data-kind=consent] button') },
  {
    name: 'vehicle panel with its catalogue',
    kind: 'leaf-for-model',
    async open(page) {
      // On a phone the name of the car covers the rest of the summary.
      await page.click('.vehicle-panel .panel-change');
      await ready(page, 'vehicle-panel');
      await page.waitForSelector('.vehicle-panel[open] button[aria-expanded]');
      await page.click('.vehicle-panel-content button[aria-expanded]');
      await page.waitForSelector('.vehicle-panel-content select');
    },
  },
  {
    name: 'key numbers, unknown, with the paper',
    kind: 'vehicles',
    isIn: ({ hasKeyNumbers }) => hasKeyNumbers,
    async open(page) {
      await secondWay(page);
      await page.keyboard.type('9999ZZZ');
      await page.waitForSelector('main .key-form .fault');
      await page.click('main .paper-help summary');
    },
  },
  {
    name: 'vehicles of one key number',
    kind: 'vehicles',
    isIn: ({ hasKeyNumbers }) => hasKeyNumbers,
    async open(page, origin) {
      const { shared } = await keyNumbers(origin);
      await secondWay(page);
      await page.keyboard.type(shared);
      await page.waitForSelector('dialog[open] li:nth-child(2)');
    },
  },
  {
    name: 'plate of a wrong form',
    kind: 'vehicles',
    isIn: ({ hasPlates }) => hasPlates,
    async open(page) {
      await secondWay(page);
      await page.keyboard.type('A');
      await page.keyboard.press('Enter');
      await page.waitForSelector('main .fault');
    },
  },
  {
    name: 'suggestions',
    kind: 'home',
    async open(page) {
      await page.focus('input[name=query]');
      await ready(page, 'search-box');
      await page.keyboard.type('brem');
      await page.waitForSelector('[role=listbox] [role=option]');
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'filters',
    kind: 'leaf',
    async open(page) {
      if ((page.viewport()?.width ?? 0) < 780) {
        await page.click('.sort-bar a[href="#filter"]');
        await page.waitForSelector('#filter[role=dialog][aria-modal=true]');
      }
      await page.click('input[name="filter.brand"]');
      await page.waitForFunction(() => document.querySelector('#fl [role=status]')?.textContent);
      await isStyled(page);
    },
  },
  {
    name: 'large picture',
    kind: 'article-many-offers',
    async open(page) {
      await page.click('.zoom-button');
      await page.waitForSelector('.zoom-view:popover-open');
    },
  },
  {
    name: 'what goes with a part',
    kind: 'article-many-offers',
    async open(page) {
      await page.click('form[data-add] .buy');
      await page.waitForSelector('[data-goes-with]:not([hidden]) li');
      await isStyled(page);
    },
  },
  {
    name: 'vehicle that cannot be saved yet',
    kind: 'model',
    isIn: ({ hasLogin }) => hasLogin,
    async open(page) {
      await page.focus('is-land[data-island=save-vehicle] button');
      await ready(page, 'save-vehicle');
      await page.click('is-land[data-island=save-vehicle] button');
      await page.waitForSelector('is-land[data-island=save-vehicle] a');
    },
  },
  {
    name: 'cart after a change',
    kind: 'cart-full',
    async open(page) {
      await page.focus('.cart-line input[name=quantity]');
      await ready(page, 'cart-lines');
      await page.keyboard.press('ArrowUp');
      await page.click('.cart-line form[action*=Aendern] [type=submit]');
      await page.waitForFunction((status) => document.querySelector(status)?.textContent, {}, '.cart-status');
    },
  },
  {
    name: 'cart after a plan, with its way back',
    kind: 'cart-full',
    async open(page) {
      // On a busy machine the first view may lack the plans.
      await until('the cart has a plan', async () => {
        if (await page.$('#plans form button')) return true;
        await page.reload({ waitUntil: 'load' });
        return false;
      });
      await page.click('#plans summary');
      await submit(page, '#plans form button');
      await page.waitForSelector('form[action*=Wiederherstellen]');
    },
  },
];
