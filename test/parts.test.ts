import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { loadAssets } from '../server/web/render/assets.js';
import { addClasses } from '../server/web/render/style-sheet.js';
import { launchBrowser, watchPage } from './support/browser.js';
import { classes } from './support/class-names.js';
import { type Shop, startShop } from './support/shop.js';

/** What a page leaves to a link, with and without script, and that nothing of it lacks its style (P54). */
let shop: Shop;
let browser: Browser;
let article: string;
beforeAll(async () => {
  shop = await startShop();
  browser = await launchBrowser();
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  const [{ manufacturer, normNumber }] = spareParts.toSorted(
    (one: { offerCount: number }, other: { offerCount: number }) => other.offerCount - one.offerCount,
  );
  article = `/Teilenummernsuche/${manufacturer.seoName}/${normNumber}`;
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});
const read = async (path: string): Promise<string> => (await fetch(shop.origin + path)).text();
const offers = (html: string): string[] => [...html.matchAll(/ id="o(\d+)"/g)].map(([, id]) => id as string);

test('links lead to everything without script, and search engines to the one page', async () => {
  const short = await read(article);
  expect(offers(short)).toHaveLength(12);
  for (const part of ['offers', 'vehicles', 'picker']) expect(short).toContain(`href="${article}?show=${part}#`);
  const full = await read(`${article}?show=offers`);
  expect(offers(full).length).toBeGreaterThan(12);
  expect(offers(full).slice(0, 12)).toEqual(offers(short));
  expect(await read(`${article}?show=vehicles`)).toContain(`<details class="${classes('fold')}"`);
  expect(await read(`${article}?show=picker`)).toContain('name="manufacturerId"');
  expect((await read(`${article}?show=offers&part=1`)).length).toBeLessThan(full.length - 20_000);
  for (const page of [short, full]) expect(page).toMatch(new RegExp(`rel="canonical" href="[^"]*${article}"`));
});

test('a tap brings the rest into the page, whose address then names it', async () => {
  const page = await browser.newPage();
  const faults = watchPage(page);
  await page.goto(shop.origin + article, { waitUntil: 'networkidle0' });
  const at = await page.evaluate(() => performance.timeOrigin);
  for (const part of ['more-offers', 'all-vehicles', 'choose-vehicle']) {
    await page.click(`main #${part} a[data-part]`);
    await page.waitForSelector(`main #${part}[tabindex]:not(:has(a[data-part]))`, { timeout: 10_000 });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(part);
  }
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(at);
  expect(new URL(page.url()).search).toBe('?show=picker');
  expect(offers(await page.content())).toEqual(offers(await read(`${article}?show=offers`)));
  // The picker that was brought is alive.
  await page.focus('main [name=manufacturerId]');
  await page.waitForSelector('main is-land[data-island=vehicle-picker][data-state=ready]', { timeout: 10_000 });
  await page.select('main [name=manufacturerId]', '20');
  await page.waitForFunction(() => document.querySelectorAll('main [name=seriesId] option').length > 5, {
    timeout: 10_000,
  });
  expect(faults).toEqual([]);
  await page.close();
});

test('a page carries every rule that its HTML, or what comes into it, can match', async () => {
  const assets = loadAssets(new URL('../static/build/manifest.json', import.meta.url));
  const styleOf = (html: string): string => /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  const [short, full] = [await read(article), await read(`${article}?show=offers`)];
  const classes = new Set<string>();
  addClasses(full.slice(full.indexOf('<table'), full.lastIndexOf('</table>')), classes);
  addClasses(short, classes);
  const needed = assets.css('article').usedBy(classes).text;
  expect(styleOf(short).length).toBeGreaterThan(10_000);
  expect(styleOf(short)).toBe(needed);
});
