import { expect, test } from 'vitest';
import { openPage } from './support/open-page.js';
import { setSharedStage } from './support/shared-shop.js';

/** The cart after several changes, some of which fail. `failing-widgets` covers a single change. */
const stage = setSharedStage();

test('failed changes of the cart can be retried, regardless of other changes', async () => {
  const { spareParts } = await (await fetch(`${stage.shop.origin}/api/-/-/--1523`)).json();
  const part = spareParts.find(({ offerCount }: { offerCount: number }) => offerCount > 1);
  const article = `/Teilenummernsuche/${part.manufacturer.seoName}/${part.normNumber}`;
  const page = await (await stage.browser.createBrowserContext()).newPage();
  await openPage(page, stage.shop.origin + article);
  await page.$$eval('form[data-add]', async (forms) => {
    const body = new URLSearchParams({ quantity: '1', locale: 'de-DE' });
    const offers = new Set(forms.map((form) => (form as HTMLFormElement).action));
    for (const offer of [...offers].slice(0, 2)) await fetch(offer, { method: 'POST', body });
  });
  await openPage(page, `${stage.shop.origin}/Warenkorb`);
  await page.focus('is-land[data-island=cart-lines] [name=quantity]');
  await page.waitForSelector('is-land[data-island=cart-lines][data-state=ready]');
  const refusals: Promise<void>[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const refusal = request.url().includes('/Aendern/') ? refusals.shift() : undefined;
    if (refusal) void refusal.then(() => request.respond({ status: 503 }));
    else void request.continue();
  });
  const change = (line: number, quantity: string) =>
    page.$$eval(
      '.cart-line [name=quantity]',
      (all, ...[at, value]) => {
        const field = all[at] as HTMLInputElement;
        field.value = value;
        field.form?.requestSubmit();
      },
      line,
      quantity,
    );
  const settled = (quantities: string) =>
    page.waitForFunction(
      (expected, line) => {
        const fields = [...document.querySelectorAll<HTMLInputElement>(`${line} [name=quantity]`)];
        return (
          fields.map((field) => field.defaultValue).join() === expected && !document.querySelector(`${line}[aria-busy]`)
        );
      },
      {},
      quantities,
      '.cart-line',
    );
  const announcement = () =>
    page.$eval('.cart-status', (place) => [place.textContent, place.nextElementSibling?.textContent]);
  const error = ['Die Änderung wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.', 'Noch einmal versuchen'];

  const first = Promise.withResolvers<void>();
  refusals.push(first.promise);
  await change(0, '3');
  await change(1, '2');
  first.resolve();
  await settled('1,2');
  expect(await announcement()).toEqual(error);

  refusals.push(Promise.resolve());
  const refused = page.waitForResponse((response) => response.url().includes('/Aendern/'));
  await change(1, '4');
  await refused;
  await settled('1,2');
  expect(await announcement()).toEqual(error);

  await page.click('.cart-status + button');
  await settled('3,4');
  expect(await announcement()).toEqual([expect.stringMatching(/aktualisiert/), null]);
  await page.browserContext().close();
});
