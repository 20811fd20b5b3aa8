import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Car, discs, openDevice, ownDiscs, shownVehicle, twoCars } from './support/device.js';
import { setSharedStage } from './support/shared-shop.js';
import { until } from './support/until.js';

/** Pages in the states of the vehicle (D91): what they call the shopper's own, and how they guard what does not fit. */
const stage = setSharedStage();
let golf: Car;
let other: Car;
/** Two brake discs with offers: the first one fits no Golf VII. */
let parts: { id: string; path: string }[];

interface Verdict {
  id: string;
  mark: string;
  text: string;
}
/** Reads the verdicts on parts for a vehicle. A busy machine may refuse some requests. */
async function verdictsOf(car: Car, ids: string): Promise<Verdict[]> {
  let answer: Response | undefined;
  await until('the verdicts are there', async () => {
    answer = await fetch(`${stage.shop.origin}/api/vehicle/models/${car.id}/fits?ids=${ids}&locale=de-DE`);
    return answer.ok;
  });
  return (answer as Response).json();
}

beforeAll(async () => {
  const { origin } = stage.shop;
  [golf, other] = await twoCars(origin);
  let html = '';
  await until('the list is there', async () => {
    html = await (await fetch(origin + discs)).text();
    return html.includes(' data-fits="');
  });
  const ids = / data-fits="([\d,]+)"/.exec(html)?.[1]?.split(',') ?? [];
  const verdicts = await verdictsOf(golf, ids.join());
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

/** `same`: the address names the remembered vehicle. `alone`: it names one where none is remembered. */
describe.each(['own', 'same', 'link', 'alone', 'none'] as const)('in the state %s', (state) => {
  const remembered = (): Car | null => (state === 'alone' || state === 'none' ? null : golf);
  const named = (): Car | null => (state === 'own' || state === 'none' ? null : state === 'same' ? golf : other);
  const suffix = (joint: string): string => (named() ? `${joint}modelId=${named()?.id}` : '');
  /** The vehicle that a page shows. A browser without script cannot read the remembered one. */
  const shownCar = (hasScript: boolean): Car | null => named() ?? (hasScript ? remembered() : null);

  test.each([true, false])('all of a page speaks of the same vehicle (script: %s)', async (hasScript) => {
    const { context, page, errors, go } = await openDevice(stage, remembered(), 1280);
    await page.setJavaScriptEnabled(hasScript);
    const car = named();
    const ids = parts.map(({ id }) => id).join('.');
    // Opening the page of a model keeps it where none is kept (D78).
    const paths = [
      `${parts[0]?.path}${suffix('?')}`,
      `/Vergleichen?ids=${ids}${suffix('&')}`,
      ...(car
        ? [ownDiscs(car), ...(remembered() ? [car.path] : [])]
        : [
            '/',
            discs,
            '/Ersatzteile/Volkswagen/1-10-',
            `/Ersatzteile/${other.slug}/2-${other.seriesId}-`,
            '/Volltextsuche?query=Bremsscheiben',
            '/Warenkorb',
          ]),
    ];
    for (const path of paths) {
      await go(path);
      const header = await shownVehicle(page);
      const shown = shownCar(hasScript);
      if (shown) expect(header, path).toContain(shown.name.replace(/ \d+ PS$/, ''));
      else for (const each of [golf, other]) expect(header, path).not.toContain(each.name.replace(/ \d+ PS$/, ''));
      expect(header.includes('Ihr Fahrzeug'), path).toBe(hasScript && shown !== null && shown === remembered());
      const main = await page.$eval('main', (element) => element.innerText);
      if (shown !== golf) expect(main, path).not.toMatch(/Passt (?:nicht )?zu Ihrem|Ihren Golf/);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});

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
