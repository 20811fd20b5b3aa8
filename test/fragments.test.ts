import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadAssets } from '../server/web/assets/assets.js';
import { addNames } from '../server/web/assets/style-sheet.js';
import { articleWithOffers, offersIn } from './support/offers.js';
import { sharedShop } from './support/shared-shop.js';

/** Sections that load by a link, with and without script, each with its style (P54). */
const shop = sharedShop();
let article: string;
beforeAll(async () => {
  article = await articleWithOffers(shop.origin);
});
const read = async (path: string): Promise<string> => (await fetch(shop.origin + path)).text();

test('links lead to everything without script, and search engines to the one page', async () => {
  const short = await read(article);
  expect(offersIn(short)).toHaveLength(12);
  for (const part of ['offers', 'vehicles', 'picker']) expect(short).toContain(`href="${article}?show=${part}#`);
  const full = await read(`${article}?show=offers`);
  expect(await read(`${article}?show=vehicles`)).toContain(`<details class="fold"`);
  expect(offersIn(full).length).toBeGreaterThan(12);
  expect(offersIn(full).slice(0, 12)).toEqual(offersIn(short));
  expect(await read(`${article}?show=picker`)).toContain('name="manufacturerId"');
  expect((await read(`${article}?show=offers&fragment=1`)).length).toBeLessThan(full.length - 20_000);
  const forThree = await read(`${article}?quantity=3`);
  expect(forThree).toContain('für 3 Stück');
  const threeAlone = await read(`${article}?quantity=3&fragment=1`);
  expect(threeAlone.length).toBeLessThan(forThree.length - 20_000);
  expect(offersIn(threeAlone)).toEqual(offersIn(forThree));
  for (const page of [short, full]) expect(page).toMatch(new RegExp(`rel="canonical" href="[^"]*${article}"`));
});

test('a page carries the rules of its first view; its sheet has those of the rest, and of what comes into it', async () => {
  const { css } = loadAssets(new URL('../static/build/manifest.json', import.meta.url));
  const sheet = css('article');
  const html = await read(article);
  const [upper = '', rest = ''] = html.split(`<link id="rest" rel="stylesheet" href="${sheet.lower}"/>`);
  const classes = new Set<string>();
  addNames(upper, classes);
  expect(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1]).toBe(sheet.usedBy(classes).text);
  // Browsers paint the first view at once: they wait for its end.
  expect(upper).toContain('<link rel="expect" href="#rest" blocking="render"/>');
  expect(upper).toContain('class="buy-box"');
  expect(rest).toContain('class="offer-table"');
  const lower = readFileSync(new URL(`../static${sheet.lower}`, import.meta.url), 'utf8');
  for (const rule of ['.buy-box{', '.offer-table{', '.vehicle-selects{', '.fit-card.tone-bad', '@media print{'])
    expect(lower).toContain(rule);
});
