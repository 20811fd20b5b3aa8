import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MarketplaceStub } from './doubles/marketplace-stub.js';
import { openBrowser } from './support/browser.js';
import { root } from './support/catalogue.js';
import { startFailingMarketplace } from './support/failing-marketplace.js';
import { movesOf, watchShifts } from './support/page-audit.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/** A marketplace that dies, and a shop with a movable clock. */
let marketplace: MarketplaceStub;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  marketplace = await startFailingMarketplace();
  const env = {
    MARKETPLACE_URL: marketplace.url,
    NODE_OPTIONS: `--import ${join(root, 'test/support/fake-clock.ts')}`,
  };
  [shop, browser] = await Promise.all([startShop(env), openBrowser()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), shop?.stop()]);
  await marketplace?.stop();
});

const wordsOf = async (language: string): Promise<string> =>
  JSON.parse(await readFile(join(root, `locales/${language}/layout.json`), 'utf8')).old;
const oldIn = (headers: Headers): string | null => {
  const [, words] = /old;desc="([^"]*)"/.exec(headers.get('server-timing') ?? '') ?? [];
  return words === undefined ? null : decodeURIComponent(words);
};
const homes = { de: '/', fr: '/fr-FR/', es: '/es-ES/', it: '/it-IT/', nl: '/nl-NL/' };

test('a day without the marketplace: cached pages stay, and say quietly that prices may have changed', async () => {
  const { origin, dataDir } = shop;
  const { spareParts } = await (await fetch(`${origin}/api/x/x/--1523`)).json();
  const [part] = spareParts;
  const article = `/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}`;
  const kept = [...Object.values(homes), article, '/Ersatzteile/Alle-Fahrzeuge/--1523'];
  const read = async (path: string) => {
    const response = await fetch(origin + path);
    const isHit = /cache;desc=hit/.test(response.headers.get('server-timing') ?? '');
    return { status: response.status, text: await response.text(), old: oldIn(response.headers), isHit };
  };
  const before = new Map<string, string>();
  // Fills the cache with complete pages: on a busy machine the first may lack a section.
  for (const path of kept) {
    let page = await read(path);
    await until(`${path} is kept`, async () => {
      page = await read(path);
      return page.isHit;
    });
    expect(page.old).toBeNull();
    before.set(path, page.text);
  }

  marketplace.breakOn(/./, 'reset');
  writeFileSync(join(dataDir, 'clock'), '0.9');
  await until('the shop has met that nobody answers', async () => (await read(article)).old !== null);
  for (const [language, path] of Object.entries(homes)) expect((await read(path)).old).toBe(await wordsOf(language));
  for (const path of kept) {
    const page = await read(path);
    expect([page.status, page.text === before.get(path)]).toEqual([200, true]);
  }

  for (const [language, path] of [
    ['de', article],
    ['nl', homes.nl],
  ] as const) {
    const page = await browser.newPage();
    await page.setViewport({ width: 360, height: 740 });
    await watchShifts(page);
    await page.goto(origin + path);
    const words = await wordsOf(language);
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('p')].some((line) => line.textContent === text && line.offsetHeight > 20),
      {},
      words,
    );
    const seen = await page.evaluate(() => ({
      announcement: document.querySelector('[data-status]')?.textContent,
      isWide: document.documentElement.scrollWidth > window.innerWidth,
    }));
    expect(seen).toEqual({ announcement: words, isWide: false });
    expect(await movesOf(page)).toEqual([]);
    await page.close();
  }

  // A visitor sees the notice at once.
  const page = await browser.newPage();
  await page.goto(origin + article);
  // The announcement of old prices would replace that of the add.
  await page.waitForFunction(() => document.querySelector('[data-status]')?.textContent);
  await page.click('form[data-add] .buy');
  const announcement = await page.waitForFunction(() => {
    const text = document.querySelector('[data-status]')?.textContent ?? '';
    return text.includes('nicht') ? text : null;
  });
  const { unavailable } = JSON.parse(await readFile(join(root, 'locales/de/meta.json'), 'utf8')).problem;
  expect(await announcement.jsonValue()).toBe(unavailable);
  await page.close();

  writeFileSync(join(dataDir, 'clock'), '1.1');
  expect((await read(article)).status).toBe(503);
  writeFileSync(join(dataDir, 'clock'), '1.1');
  marketplace.breakOn(null);
  await until('pages are whole again', async () => {
    const now = await read(article);
    return now.status === 200 && now.old === null;
  });
});
