import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, HTTPResponse, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watchPage } from './support/browser.js';
import { freshDataDir } from './support/catalogue.js';
import { openPage } from './support/open-page.js';
import { violations } from './support/page-audit.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';
import { submit } from './support/walk.js';

/** External documents, badge and tag manager, before and after the visitor allows them (D33, D34). */
let shop: Shop;
let browser: Browser;
let outside: Server;
let host = '';
/** Paths requested from the external host. */
const asked: string[] = [];
let article = '';

/** Adds a video to an article of the demonstration. */
function addVideo(dataDir: string, address: string): string {
  const name = readdirSync(dataDir).find((file) => /^catalogue-.*\.db$/.test(file)) as string;
  const db = new DatabaseSync(join(dataDir, name));
  const row = db
    .prepare(
      'select p.id, p.norm_number as number, b.seo_name as brand from product p join brand b on b.id = p.brand_id limit 1',
    )
    .get() as { id: number; number: string; brand: string };
  db.prepare("insert into document values (?, 'VID-1', 1, 9, 'Einbauvideo', ?)").run(row.id, address);
  db.close();
  return `/Teilenummernsuche/${row.brand}/${row.number}`;
}

beforeAll(async () => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isScript = request.url?.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? 'document.documentElement.dataset.ran = "1"' : '<!doctype html><title>video</title>');
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const dataDir = freshDataDir({ isWhole: true });
  article = addVideo(dataDir, `http://${host}/video`);
  const settings = {
    CONSENT_HOSTS: `youtube.com,${host}`,
    TRUST_BADGE_URL: `http://${host}/badge.js`,
    TAG_MANAGER_URL: `http://${host}/tags.js`,
  };
  shop = await startShop(settings, dataDir);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  outside?.closeAllConnections();
  outside?.close();
});

async function visit(width: number, script = true): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 800 });
  await page.setJavaScriptEnabled(script);
  const errors = watchPage(page);
  await openPage(page, shop.origin + article);
  return { page, errors };
}

test('nothing of a blocked host is loaded before it is allowed, and then the document, the badge and the tag manager', async () => {
  asked.length = 0;
  const { page, errors } = await visit(1280);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => window.dataLayer)).toBeUndefined();
  const session = async () => (await page.cookies()).find(({ name }) => name === 'partavo')?.value;
  expect(await session()).toBeUndefined();
  await page.$eval('.external-document', (place) => place.scrollIntoView());
  expect(await violations(page, { within: '.external-document' })).toEqual([]);
  await submit(page, '.external-document [value=accept]');
  expect(new URL(page.url()).pathname).toBe(article);
  await page.waitForSelector('iframe.embedded-document');
  await page.$eval('iframe.embedded-document', (frame) => frame.scrollIntoView());
  await until('all that is allowed is asked for', () => new Set(asked).size === 3);
  expect(await page.$('.external-document')).toBeNull();
  expect([...new Set(asked)].sort()).toEqual(['/badge.js', '/tags.js', '/video']);
  const badge = await page.$eval('iframe[src="/trust-badge"]', (frame) => {
    const { left, bottom, width, height } = frame.getBoundingClientRect();
    return { left, bottom, width, height, position: getComputedStyle(frame).position };
  });
  expect(badge).toEqual({ left: 0, bottom: 800, width: 160, height: 80, position: 'fixed' });
  await page.waitForSelector('html[data-ran="1"]');
  expect(await page.evaluate(() => window.dataLayer?.length)).toBe(1);
  // A visitor who allows the tag manager takes part in experiments without a stored session (D79).
  await until('the visitor has a session', async () => (await session()) !== undefined);
  const given = await session();
  expect(given).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
  const state = new DatabaseSync(join(shop.dataDir, 'state.db'), { readOnly: true });
  expect(state.prepare('select count(*) n from session').get()).toEqual({ n: 0 });
  state.close();
  const isExperiments = (response: HTTPResponse): boolean => new URL(response.url()).pathname === '/api/experiments';
  await Promise.all([page.waitForResponse(isExperiments), page.reload()]);
  expect(await session()).toBe(given);
  expect(errors).toEqual([]);

  // Below 641 pixels there is no badge, and its script does not load.
  asked.length = 0;
  await page.setViewport({ width: 640, height: 800 });
  await page.reload();
  // Tags load after the badge, so the badge would be there.
  await until('the tags are asked for', () => asked.includes('/tags.js'));
  expect(await page.$('iframe[src="/trust-badge"]')).toBeNull();
  expect(asked).not.toContain('/badge.js');
  await page.close();
});

test('the choice opens as a dialog in the footer, shows the current choice, and a rejection removes all content', async () => {
  const { page, errors } = await visit(1280);
  const open = async (): Promise<void> => {
    await page.click('footer form[data-kind=consent] button');
    await page.waitForSelector('dialog[open] .consent-form', { visible: true });
  };
  await open();
  expect(await violations(page, { within: 'dialog' })).toEqual([]);
  const size = (value: string) =>
    page.$eval(`dialog [name=choice][value=${value}]`, (button) => {
      const { width, height } = button.getBoundingClientRect();
      const { backgroundColor, fontSize } = getComputedStyle(button);
      return { width: Math.round(width), height: Math.round(height), backgroundColor, fontSize };
    });
  expect(await size('reject')).toEqual(await size('accept'));
  await submit(page, 'dialog [name=choice][value=accept]');
  expect(new URL(page.url()).pathname).toBe(article);
  await page.waitForSelector('iframe.embedded-document');
  await open();
  const chosen = (name: string) =>
    page.$eval(`dialog [name="state.${name}"]:checked`, (radio) => (radio as HTMLInputElement).value);
  expect(await chosen('youtube.com')).toBe('a');
  await page.click('dialog [name="state.youtube.com"][value=d]');
  await submit(page, 'dialog [value=save]');
  await open();
  expect([await chosen('youtube.com'), await chosen(host)]).toEqual(['d', 'a']);
  await submit(page, 'dialog [value=reject]');
  expect(await page.$('iframe')).toBeNull();
  // The page before may have asked for its documents until it was left.
  asked.length = 0;
  await openPage(page, page.url());
  expect([asked, await page.$('iframe')]).toEqual([[], null]);
  expect(await page.$('.external-document')).not.toBeNull();
  expect(errors).toEqual([]);
  await page.close();
});

test('without JavaScript the choice is a page, and the document a link', async () => {
  const { page } = await visit(360, false);
  expect(await page.$eval('.external-document a[rel]', (link) => link.getAttribute('href'))).toBe(
    `http://${host}/video`,
  );
  await submit(page, 'footer form[data-kind=consent] button');
  expect(new URL(page.url()).pathname).toBe('/Informationen/Externe-Inhalte');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await submit(page, 'main [name=choice][value=accept]');
  await submit(page, 'footer form[data-kind=consent] button');
  expect(
    await page.$$eval('main [type=radio][value=a]', (all) => all.every((radio) => (radio as HTMLInputElement).checked)),
  ).toBe(true);
  await page.close();
});
