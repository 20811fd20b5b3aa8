import { expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { articleWithOffers, offersIn } from './support/offers.js';
import { openPage } from './support/open-page.js';
import { setSharedStage } from './support/shared-shop.js';

const stage = setSharedStage();

test('a tap brings the rest into the page, whose address then names it', async () => {
  const article = await articleWithOffers(stage.shop.origin);
  const page = await stage.browser.newPage();
  const errors = watchPage(page);
  await openPage(page, stage.shop.origin + article);
  const at = await page.evaluate(() => performance.timeOrigin);
  for (const part of ['more-offers', 'all-vehicles', 'choose-vehicle']) {
    await page.click(`main #${part} a[data-fragment]`);
    await page.waitForSelector(`main #${part}[tabindex]:not(:has(a[data-fragment]))`);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(part);
  }
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(at);
  expect(new URL(page.url()).search).toBe('?show=picker');
  expect(offersIn(await page.content())).toEqual(
    offersIn(await (await fetch(`${stage.shop.origin}${article}?show=offers`)).text()),
  );
  // The loaded picker works.
  await page.focus('main [name=manufacturerId]');
  await page.waitForSelector('main is-land[data-island=vehicle-picker][data-state=ready]');
  await page.select('main [name=manufacturerId]', '20');
  await page.waitForFunction(() => document.querySelectorAll('main [name=seriesId] option').length > 5);
  expect(errors).toEqual([]);
  await page.close();
});
