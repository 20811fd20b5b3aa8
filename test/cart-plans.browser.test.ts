import { expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { dearCart } from './support/dear-cart.js';
import { openPage } from './support/open-page.js';
import { setSharedStage } from './support/shared-shop.js';
import { until } from './support/until.js';

const stage = setSharedStage();

test('plans of the cart as it was do not stand beside one that is changed in place', async () => {
  const [name = '', value = ''] = (await dearCart(stage.shop.origin)).split('=');
  const tab = await stage.browser.newPage();
  const errors = watchPage(tab);
  await tab.browserContext().setCookie({ name, value, domain: '127.0.0.1', path: '/' });
  // On a busy machine the first view may lack the plans.
  const reachPlans = (): Promise<void> =>
    until('the cart has a plan', async () => {
      await openPage(tab, `${stage.shop.origin}/Warenkorb`);
      return (await tab.$('#plans')) !== null;
    });
  await reachPlans();
  await tab.focus('.cart-line input[name=quantity]');
  await tab.waitForSelector('is-land[data-island=cart-lines][data-state=ready]');
  const shown = () => tab.$eval('#plans', (plans) => (plans.checkVisibility() ? plans.textContent : null));
  const before = await shown();
  expect(before).toContain('gespart');
  await tab.focus('.cart-line input[name=quantity]');
  await tab.keyboard.press('ArrowUp');
  await tab.click('.cart-line form[action*=Aendern] [type=submit]');
  await tab.waitForFunction(
    (field) => document.querySelector<HTMLInputElement>(field)?.defaultValue === '2',
    {},
    '.cart-line input[name=quantity]',
  );
  expect(await shown()).toBeNull();
  await reachPlans();
  const after = await shown();
  expect(after).toContain('gespart');
  expect(after).not.toBe(before);
  expect(errors).toEqual([]);
});
