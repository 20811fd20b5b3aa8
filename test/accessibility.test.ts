import { AxePuppeteer } from '@axe-core/puppeteer';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { allEditions, type Edition } from '../server/editions.js';
import { localPath } from '../server/routes/paths.js';
import { launchBrowser, watchPage } from './support/browser.js';
import { type Example, examples, type OpenRoute } from './support/examples.js';
import { type Shop, startShop } from './support/shop.js';

/** Pages beside the buying path as axe sees them (WCAG 2.2 AA), each in one edition, at a phone's and a desk's width in turn. */
let shop: Shop;
let browser: Browser;
let table: Record<OpenRoute, Example>;
beforeAll(async () => {
  shop = await startShop();
  table = await examples(shop.origin);
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const information = (page: 'imprint' | 'revocation' | 'brands' | 'oil-disposal' | 'support') => (edition: Edition) =>
  edition.prefix + localPath(edition, 'information', { page });
const kinds: readonly [string, (edition: Edition) => string | null][] = [
  ['shop', (edition) => table.shop.path(edition)],
  ['terms', (edition) => table.shopTerms.path(edition)],
  ['policy', (edition) => table.shopPolicy.path(edition)],
  ['brand', (edition) => table.brand.path(edition)],
  ['brand in a category', (edition) => table.brandCategory.path(edition)],
  ['part number', (edition) => table.partNumber.path(edition)],
  ['full text', (edition) => edition.prefix + localPath(edition, 'fullText', { query: 'golf' })],
  ['imprint', information('imprint')],
  ['withdrawal', information('revocation')],
  ['brands', information('brands')],
  ['oil', information('oil-disposal')],
  ['contact', information('support')],
  ['bot', (edition) => table.bot.path(edition)],
  ['login', (edition) => table.login.path(edition)],
  ['saved vehicles', (edition) => table.savedVehicles.path(edition)],
  ['universal category', (edition) => table.universalCategory.path(edition)],
  ['unknown address', ({ prefix }) => `${prefix}/gibt-es-nicht`],
];

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxePuppeteer(page)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  return found.map(({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes[0]?.html}`);
}

test('no page breaks a rule, and none is wider than its screen', async () => {
  const page = await browser.newPage();
  const faults = watchPage(page);
  const found: string[] = [];
  for (const [at, [kind, path]] of kinds.entries()) {
    // Every edition in turn; accounts are in two of them only.
    const own = [...allEditions.slice(at % allEditions.length), ...allEditions]
      .map(path)
      .find((address) => address !== null);
    await page.setViewport({ width: at % 2 === 0 ? 360 : 1280, height: 800 });
    await page.goto(`${shop.origin}${own}`);
    found.push(...(await violations(page)).map((violation) => `${kind}: ${violation}`));
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) found.push(`${kind}: ${own} is ${beyond} px wider than its screen`);
  }
  expect(found).toEqual([]);
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  await page.close();
}, 120_000);
