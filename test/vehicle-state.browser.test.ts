import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Car, discs, openDevice, twoCars } from './support/device.js';
import { setSharedStage } from './support/shared-shop.js';

/** Parts that do not fit the vehicle of a page (D91). */
const stage = setSharedStage();
let golf: Car;
/** Two brake discs with offers: the first one fits no Golf VII. */
let parts: { id: string; path: string }[];

beforeAll(async () => {
  const { origin } = stage.shop;
  [golf] = await twoCars(origin);
  const html = await (await fetch(origin + discs)).text();
  const ids = / data-fits="([\d,]+)"/.exec(html)?.[1]?.split(',') ?? [];
  const said = await fetch(`${origin}/api/vehicle/models/${golf.id}/fits?ids=${ids}&locale=de-DE`);
  const verdicts = (await said.json()) as { id: string; mark: string }[];
  const paths = [...html.matchAll(/<h3[^>]*><a[^>]* href="(\/Teilenummernsuche\/[^"?]+)/g)].map(([, path]) => path);
  const of = (mark: string) => {
    const id = verdicts.find((verdict) => verdict.mark === mark)?.id ?? '';
    return { id, path: paths[ids.indexOf(id)] ?? '' };
  };
  parts = [of('no'), of('fits')];
});

/** Words of buttons without the shop, and whether a button leads on in the colour of the one thing to do. */
const buttonsOf = (page: Page, buttons: string): Promise<{ words: string; isYellow: boolean }[]> =>
  page.$$eval(buttons, (all) =>
    all.map((button) => {
      const [red = 0, , blue = 0] = getComputedStyle(button).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return {
        words: (button as HTMLElement).innerText.split(/[\n,]/, 1).join().trim(),
        isYellow: red > 200 && blue < 80,
      };
    }),
  );
const free = { words: 'In den Korb', isYellow: true };
const guarded = { words: 'Trotzdem in den Warenkorb', isYellow: false };

describe('a part that does not fit is guarded', () => {
  test('at each offer of its article, for the remembered vehicle and for that of a link without script', async () => {
    const { context, page, go } = await openDevice(stage, golf, 1280);
    const [bad, good] = parts;
    await go(bad?.path ?? '');
    await page.waitForSelector('.fit-card.tone-bad');
    expect(
      new Set(await buttonsOf(page, '#offers .buy').then((all) => all.map((each) => JSON.stringify(each)))),
    ).toEqual(new Set([JSON.stringify(guarded)]));
    await go(good?.path ?? '');
    await page.waitForSelector('.fit-card.tone-ok');
    expect(await buttonsOf(page, '#offers .buy')).toContainEqual(free);
    await page.setJavaScriptEnabled(false);
    await go(`${bad?.path}?modelId=${golf.id}`);
    expect(await buttonsOf(page, '#offers .buy')).not.toContainEqual(free);
    await context.close();
  });

  test('in its column of a comparison, for the remembered vehicle and for that of a link without script', async () => {
    const { context, page, go } = await openDevice(stage, golf, 1280);
    const compare = `/Vergleichen?ids=${parts.map(({ id }) => id).join('.')}`;
    await go(compare);
    await page.waitForSelector('.compare-table th .tone-bad');
    expect(await buttonsOf(page, '.compare-table tfoot .buy')).toEqual([guarded, free]);
    await page.setJavaScriptEnabled(false);
    await go(`${compare}&modelId=${golf.id}`);
    expect(await buttonsOf(page, '.compare-table tfoot .buy')).toEqual([guarded, free]);
    await go(compare);
    expect(await buttonsOf(page, '.compare-table tfoot .buy')).toEqual([free, free]);
    await context.close();
  });
});
