import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadAssets } from '../server/web/render/assets.js';
import { addClasses } from '../server/web/render/style-sheet.js';
import { classes } from './support/class-names.js';
import { articleWithOffers, offersIn } from './support/offers.js';
import { type Shop, startShop } from './support/shop.js';

/** What a page leaves to a link, with and without script, and that nothing of it lacks its style (P54). */
let shop: Shop;
let article: string;
beforeAll(async () => {
  shop = await startShop();
  article = await articleWithOffers(shop.origin);
}, 120_000);
afterAll(async () => {
  await shop?.stop();
});
const read = async (path: string): Promise<string> => (await fetch(shop.origin + path)).text();

test('links lead to everything without script, and search engines to the one page', async () => {
  const short = await read(article);
  expect(offersIn(short)).toHaveLength(12);
  for (const part of ['offers', 'vehicles', 'picker']) expect(short).toContain(`href="${article}?show=${part}#`);
  const full = await read(`${article}?show=offers`);
  expect(await read(`${article}?show=vehicles`)).toContain(`<details class="${classes('fold')}"`);
  expect(offersIn(full).length).toBeGreaterThan(12);
  expect(offersIn(full).slice(0, 12)).toEqual(offersIn(short));
  expect(await read(`${article}?show=picker`)).toContain('name="manufacturerId"');
  expect((await read(`${article}?show=offers&fragment=1`)).length).toBeLessThan(full.length - 20_000);
  for (const page of [short, full]) expect(page).toMatch(new RegExp(`rel="canonical" href="[^"]*${article}"`));
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
