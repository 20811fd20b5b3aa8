import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { cartOfShops } from './support/dear-cart.js';
import { openPage } from './support/open-page.js';
import { setSharedStage } from './support/shared-shop.js';
import { until } from './support/until.js';

/** The cart on a phone. */
const stage = setSharedStage();

/** Names of the shops of a cart in order, with `undo` in place of a removed line. */
const order = (page: Page): Promise<string[]> =>
  page.$$eval('.cart-shop h2, #undo', (places) =>
    places.map(({ id, textContent }) => (id === 'undo' ? id : (textContent ?? ''))),
  );
/** Waits until the focus is where the removal or its undo leaves it. */
const hasFocus = (page: Page, place: string) =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector), {}, place);

test.each([
  ['de-DE', '/Warenkorb'],
  ['es-ES', '/es-ES/carrito'],
  ['fr-FR', '/fr-FR/panier'],
])('four shops fill at most 1,000 px in %s', async (locale, path) => {
  const [name = '', value = ''] = (await cartOfShops(stage.shop.origin, 4, locale)).split('=');
  const page = await (await stage.browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 360, height: 640, hasTouch: true, isMobile: true });
  await page.browserContext().setCookie({ name, value, domain: '127.0.0.1', path: '/' });
  // On a busy machine the advice below the lines may be missing.
  await until('the cart is complete', async () => {
    await openPage(page, `${stage.shop.origin}${path}`);
    return (await page.$$('.cart-shop')).length === 4;
  });
  expect(await page.$eval('main', (main) => main.scrollHeight)).toBeLessThanOrEqual(1000);
  await page.browserContext().close();
});

test.each([true, false])('a removed line is put back where it was, with script: %s', async (hasScript) => {
  const [name = '', value = ''] = (await cartOfShops(stage.shop.origin, 3)).split('=');
  const page = await (await stage.browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 360, height: 640, hasTouch: true, isMobile: true });
  await page.browserContext().setCookie({ name, value, domain: '127.0.0.1', path: '/' });
  await page.setJavaScriptEnabled(hasScript);
  await openPage(page, `${stage.shop.origin}/Warenkorb`);
  const before = await order(page);
  expect(before).toHaveLength(3);
  const [first = '', second = '', third = ''] = before;
  if (hasScript) {
    await page.focus('.cart-line .quantity');
    await page.waitForSelector('is-land[data-island=cart-lines][data-state=ready]');
  }
  const press = async (button: string): Promise<void> => {
    const arrives = hasScript ? null : page.waitForNavigation();
    await page.tap(button);
    await arrives;
  };
  const remove = '[action*=Loeschen] button';

  await press(`.cart-shop:nth-of-type(2) ${remove}`);
  await hasFocus(page, '#undo');
  expect(await order(page)).toEqual([first, second, 'undo', third]);
  await press('#undo');
  await page.waitForSelector('#undo', { hidden: true });
  if (hasScript) await hasFocus(page, '.cart aside h2');
  expect(await order(page)).toEqual(before);

  for (const [shop = '', ...rest] of [before, [second, third], [third]]) {
    await press(`.cart-shop ${remove}`);
    await page.waitForFunction(
      (count) => document.querySelectorAll('.cart-line').length === count && document.getElementById('undo'),
      {},
      rest.length,
    );
    await hasFocus(page, '#undo');
    expect(await order(page)).toEqual([...(rest.length > 0 ? [shop] : []), 'undo', ...rest]);
  }
  await press('#undo');
  await page.waitForSelector('.cart-line');
  expect(await order(page)).toContain(third);
  await page.browserContext().close();
});
