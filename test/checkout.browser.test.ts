import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watchPage } from './support/browser.js';
import { type ShopWithCheckout, startShopWithCheckout } from './support/checkout.js';
import { cartOfShops } from './support/dear-cart.js';
import { openPage } from './support/open-page.js';
import { until } from './support/until.js';
import { arrive } from './support/walk.js';

let stage: ShopWithCheckout;
beforeAll(async () => {
  stage = await startShopWithCheckout();
});
afterAll(() => stage?.stop());

test.each([true, false])('a person pays in a browser, script %s, also after changing a line', async (withScript) => {
  const { shop, paying, shopper } = stage;
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage();
    await tab.setJavaScriptEnabled(withScript);
    const errors = watchPage(tab);
    const visitor = await shopper(1);
    await tab.browserContext().setCookie({
      name: 'partavo',
      value: visitor.cookie('partavo') ?? '',
      domain: '127.0.0.1',
      path: '/',
    });
    await openPage(tab, `${shop.origin}/Warenkorb`);
    if (withScript) {
      await tab.focus('.cart-line input[name=quantity]');
      await tab.waitForSelector('is-land[data-island=cart-lines][data-state=ready]');
    }
    const change = async (): Promise<void> => {
      await tab.focus('.cart-line input[name=quantity]');
      await tab.keyboard.press('ArrowUp');
      await tab.click('.cart-line form[action*=Aendern] [type=submit]');
    };
    if (withScript) {
      await change();
      await tab.waitForFunction(
        (settled) =>
          document.querySelector(settled) && document.querySelector<HTMLInputElement>('[data-signed-cart]')?.value,
        {},
        '.cart-line:not([aria-busy])',
      );
    } else await arrive(tab, change);
    await arrive(tab, () => tab.click('.checkout button'));
    expect(tab.url()).toBe(`${paying}/cart?from=partavo`);
    expect(await tab.$eval('h1', (heading) => heading.textContent)).toBe('2 pieces to DE');
    const cart = await visitor.ask('/api/Warenkorb');
    expect(cart).toMatchObject({ status: 200 });
    const { cartData } = JSON.parse(cart.text);
    expect(await tab.$eval('#total', (total) => Number(total.textContent))).toBe(Math.round(cartData.priceTotal * 100));
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('a cart of four shops has the length of a phone, with the total in sight', async () => {
  const { shop } = stage;
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage();
    await tab.setViewport({ width: 360, height: 640, isMobile: true, hasTouch: true });
    const [name = '', value = ''] = (await cartOfShops(shop.origin, 4)).split('=');
    await tab.browserContext().setCookie({ name, value, domain: '127.0.0.1', path: '/' });
    await until('the cart is complete', async () => {
      await openPage(tab, `${shop.origin}/Warenkorb`);
      return (await tab.$$('.cart-shop')).length === 4;
    });
    expect(await tab.$eval('main', (main) => main.scrollHeight)).toBeLessThanOrEqual(1000);
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const part of ['.grand-total', '.checkout button'])
      expect(await tab.$eval(part, (each) => each.getBoundingClientRect().bottom)).toBeLessThanOrEqual(640);
    const small = await tab.$$eval('.cart-layout :is(button, summary, input:not([type=hidden]))', (all) =>
      all
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML),
    );
    expect(small).toEqual([]);
  } finally {
    await browser.close();
  }
});
