import { expect, test } from '@jest/globals';
import { setSharedStage } from './support/shared-shop.js';

/** A refused add says why, in the language of the edition, and the count falls back. */
const stage = setSharedStage();

test('an add beyond 99 pieces, tapped on a French article, is told as such', async () => {
  const { origin } = stage.shop;
  const { spareParts } = await (await fetch(`${origin}/api/x/x/--1523`)).json();
  const { manufacturer, normNumber } = spareParts[0];
  const page = await stage.browser.newPage();
  // On a busy machine the first page may be the one that says so.
  for (let tries = 0; tries < 10 && !(await page.$('form[data-add]')); tries++)
    await page.goto(`${origin}/fr-FR/recherche-piece/${manufacturer.seoName}/${normNumber}`);
  const status = await page.$eval('form[data-add]', async (form) => {
    const body = new URLSearchParams({ quantity: '99', locale: 'fr-FR' });
    const headers = { accept: 'application/json' };
    return (await fetch((form as HTMLFormElement).action, { method: 'POST', body, headers })).status;
  });
  expect(status).toBe(200);
  await page.reload();
  await page.click('form[data-add] button');
  const said = await page.waitForFunction(() => document.querySelector('[data-status]')?.textContent || null);
  expect(await said.jsonValue()).toBe('Vous pouvez mettre au plus 99 pièces d’une même offre dans le panier.');
  await page.waitForFunction(() => !document.querySelector('form [aria-busy]'));
  expect(await page.$eval('[data-cart-count]', (count) => count.textContent)).toBe('99');
  await page.close();
});
