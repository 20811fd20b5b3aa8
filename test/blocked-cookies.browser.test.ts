import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editions } from '../server/web/routes/editions.js';
import { openBrowser } from './support/browser.js';
import { examples } from './support/examples.js';
import { openPage } from './support/open-page.js';
import { inTurn } from './support/sample.js';
import { sharedShop } from './support/shared-shop.js';
import { submit } from './support/walk.js';

/** Chromium with the setting "block all cookies": the shop explains what it cannot store. */
const shop = sharedShop();
let browser: Browser;
let profile: string;
let table: Awaited<ReturnType<typeof examples>>;
beforeAll(async () => {
  table = await examples(shop.origin);
  profile = mkdtempSync(join(tmpdir(), 'profile-'));
  mkdirSync(join(profile, 'Default'));
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(blocked));
  browser = await openBrowser({ profile });
});
afterAll(async () => {
  await browser?.close();
  rmSync(profile, { recursive: true, force: true });
});

const sentences = {
  'de-DE': {
    cart: /Der Artikel liegt nicht im Warenkorb: Ihr Browser nimmt keine Cookies an/,
    country: /Das Lieferland wurde nicht geändert: Ihr Browser nimmt keine Cookies an/,
  },
  'fr-FR': {
    cart: /L’article n’a pas été ajouté au panier\s: votre navigateur refuse les cookies/,
    country: /Le pays de livraison n’a pas changé\s: votre navigateur refuse les cookies/,
  },
} as const;
const sizes = [
  [360, 640],
  [1280, 800],
] as const;

async function open(path: string, [width, height]: readonly [number, number], hasScript = true): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  await page.setJavaScriptEnabled(hasScript);
  await openPage(page, shop.origin + path);
  return page;
}
const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => (element as HTMLElement).innerText);

describe.each(inTurn(['de-DE', 'fr-FR'] as const, 2))('%s', (locale) => {
  const edition = editions[locale];
  const says = sentences[locale];

  test.each(sizes)('an add by script is taken back where the hand is, at %i x %i', async (...size) => {
    const page = await open(table.article.path(edition) as string, size);
    // Chromium reports cookies as enabled nevertheless.
    const kept = await page.evaluate(() => {
      document.cookie = 'kept=1';
      return document.cookie;
    });
    expect(kept).toBe('');
    await page.click('form[data-add] .buy');
    const region = await page.waitForSelector('[data-blocked]', { visible: true });
    expect(await textOf(page, '[data-blocked]')).toMatch(says.cart);
    // The message is beside the used form, and visible.
    expect(await region?.evaluate((place) => place.previousElementSibling?.matches('form[data-add]'))).toBe(true);
    await page.waitForFunction(() => document.querySelector<HTMLElement>('[data-cart-count]')?.hidden);
    expect(await page.$eval('[data-status]', (status) => status.textContent)).not.toMatch(/:\D*\d+\./);
    expect(await page.$eval('form[data-add] .buy', (button) => button.hasAttribute('aria-busy'))).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.close();
  });

  test.each(sizes)('a country by script is not taken, and the dialog says so, at %i x %i', async (...size) => {
    const page = await open(`${edition.prefix}/`, size);
    await page.click('header form.delivery-country button');
    await page.waitForSelector('dialog[open] [value=CH]');
    expect(await page.$eval('[data-blocked-choice]', (place) => (place as HTMLElement).hidden)).toBe(true);
    await page.click('dialog[open] [value=CH]');
    await page.waitForSelector('dialog[open] [data-blocked-choice]', { visible: true });
    expect(await textOf(page, 'dialog [data-blocked-choice]')).toMatch(says.country);
    // Choosing the current country needs no cookie.
    await page.click(`dialog[open] [value=${edition.country}]`);
    await page.waitForSelector('dialog[open]', { hidden: true });
    await page.close();
  });

  test('without script the cart and the countries say it', async () => {
    const page = await open(table.article.path(edition) as string, sizes[0], false);
    await submit(page, 'form[data-add] .buy');
    expect(await textOf(page, 'main [role=alert]')).toMatch(says.cart);
    await page.goto(`${shop.origin}${edition.prefix}/`);
    await submit(page, 'header form.delivery-country button');
    await submit(page, 'main [value=CH]');
    expect(await textOf(page, 'main [role=alert]')).toMatch(says.country);
    await submit(page, 'main [value=CH]');
    expect(await textOf(page, 'main [role=alert]')).toMatch(says.country);
    await page.close();
  });
});

test('a login says what it needs, at its start or at its return', async () => {
  const page = await open('/Einloggen?redirectUrl=/', sizes[0]);
  expect(await textOf(page, 'main [role=alert]')).toMatch(
    /Ihr Browser hat keine Cookies mitgeschickt.*Erlauben Sie Cookies/,
  );
  await page.goto(`${shop.origin}/Einloggen/zurueck?code=x&state=y`);
  expect(await textOf(page, 'main [role=alert]')).toMatch(/Ihr Browser hat keine Cookies mitgeschickt/);
  await page.close();
});
