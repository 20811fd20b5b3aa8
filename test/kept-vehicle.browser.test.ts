import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Car,
  discs,
  keeps,
  keptModel,
  openDevice,
  ownDiscs,
  ownLink,
  pathOf,
  shownVehicle,
  twoCars,
} from './support/device.js';
import { isEnhanced, openPage } from './support/open-page.js';
import { movesOf } from './support/page-audit.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { arrive, pick } from './support/walk.js';

/** All parts of a page, and all pages on a device, name the same vehicle, until the visitor chooses another. */
const stage = setSharedStage();
let golf: Car;
let other: Car;
beforeAll(async () => {
  [golf, other] = await twoCars(stage.shop.origin);
});
const strip = ownLink;
const vehicles = '/Ersatzteile/Alle-Fahrzeuge/--';
const read = async <T>(path: string): Promise<T> => (await fetch(stage.shop.origin + path)).json() as Promise<T>;
const shows = (page: Page, car: Car): Promise<unknown> =>
  page.waitForFunction(
    (box, name) => document.querySelector<HTMLElement>(box)?.innerText.replace(/\s+/g, ' ').includes(name),
    {},
    '.vehicle-box',
    car.name,
  );

describe('header, search field and links agree', () => {
  test('in two tabs', async () => {
    const { context, page, errors, go } = await openDevice(stage, golf);
    await go(discs);
    await page.focus('input[name=query]');
    await page.waitForSelector('.search-box input[type=hidden][name=modelId]');
    const tab = await context.newPage();
    await openPage(tab, stage.shop.origin + discs);
    await tab.goto(`${stage.shop.origin}/Ersatzteile/Alle-Fahrzeuge/--?modelId=${other.id}`, {
      waitUntil: 'networkidle0',
      referer: stage.shop.origin + discs,
    });
    await keeps(tab, other);
    await page.bringToFront();
    await shows(page, other);
    await page.waitForSelector(`.search-box input[type=hidden][value="${other.id}"]`);
    await arrive(page, () => page.click(strip));
    expect(pathOf(page)).toBe(ownDiscs(other));
    expect(errors).toEqual([]);
    await context.close();
  });

  test('after a language switch, in the words of the edition and leading into it', async () => {
    const { context, page, go } = await openDevice(stage, golf, 1280);
    const others = [
      ['/fr-FR/', '/fr-FR/pieces-auto/', 'ch'],
      ['/es-ES/', '/es-ES/recambios/', 'CV'],
      ['/it-IT/', '/it-IT/ricambi/', 'CV'],
      ['/nl-NL/', '/nl-NL/reserveonderdelen/', 'pk'],
    ] as const;
    for (const [path, section, unit] of [...inTurn(others, 2), ['/de-AT/', '/de-AT/Ersatzteile/', 'PS'] as const]) {
      await go(path);
      const link = '.vehicle-box dl a';
      expect(await page.$eval(link, (element) => (element as HTMLAnchorElement).pathname)).toBe(
        `${section}${golf.slug}/3-${golf.id}-`,
      );
      expect(await shownVehicle(page)).toMatch(new RegExp(`kW / \\d+ ${unit}`));
    }
    await arrive(page, () => page.click('.vehicle-box dl a'));
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de-AT');
    await context.close();
  });
});

describe('what a device keeps changes by choosing', () => {
  test('a page that is opened from elsewhere offers its vehicle and does not replace the kept one', async () => {
    const { context, page, errors, go } = await openDevice(stage, golf, 360);
    await go(`/Bremsscheiben/${other.slug}/3-${other.id}-1523`);
    await page.waitForSelector('[data-choose]');
    expect(await shownVehicle(page)).toContain(other.name);
    expect(await keptModel(page)).toBe(golf.id);
    expect(await movesOf(page)).toEqual([]);
    // Following a link beside it is no choice.
    await arrive(page, () => page.click('.crumbs li:last-child a'));
    expect(await keptModel(page)).toBe(golf.id);
    await go(`/Bremsscheiben/${other.slug}/3-${other.id}-1523`);
    await page.waitForSelector('[data-choose]');
    await isEnhanced(page);
    await page.click('[data-choose]');
    await page.waitForSelector('[data-car=own]');
    expect(await keptModel(page)).toBe(other.id);
    await go('/');
    expect(await shownVehicle(page)).toContain(other.name);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a model that is followed from our own page of its series, or picked, replaces it', async () => {
    const { context, page, go } = await openDevice(stage, golf, 1280);
    const { seriesPage } = await read<{ seriesPage: { id: string; slug: string } }>(`/api/vehicle/models/${other.id}`);
    await go(`/Ersatzteile/${seriesPage.slug}/2-${seriesPage.id}-`);
    await arrive(page, () => page.$eval(`main a[href$="/3-${other.id}-"]`, (link) => (link as HTMLElement).click()));
    await keeps(page, other);
    await go(vehicles);
    await page.focus('main select[name=manufacturerId]');
    await page.waitForSelector('main select[name=modelId]:enabled');
    await page.select('main select[name=seriesId]', golf.seriesId);
    await page.waitForFunction(
      (id) => document.querySelector(`main select[name=modelId] option[value="${id}"]`),
      {},
      golf.id,
    );
    await arrive(page, () => page.select('main select[name=modelId]', golf.id));
    await keeps(page, golf);
    await context.close();
  });
});

test('keys step through a closed list of models; Enter, or leaving it, takes the one that it shows', async () => {
  const { context, page, errors, go } = await openDevice(stage, null, 1280);
  for (const end of ['Enter', 'Tab'] as const) {
    await go(vehicles);
    await page.focus('main select[name=manufacturerId]');
    await page.waitForSelector('main is-land[data-island=vehicle-picker][data-state=ready]');
    await pick(page, 'manufacturerId', /^Volkswagen$/);
    await page.waitForSelector('main select[name=seriesId]:enabled');
    await page.select('main select[name=seriesId]', golf.seriesId);
    await page.waitForSelector('main select[name=modelId]:enabled');
    await page.focus('main select[name=modelId]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chosen = await page.$eval('main select[name=modelId]', (select) => (select as HTMLSelectElement).value);
    expect([chosen === '', pathOf(page)]).toEqual([false, vehicles]);
    await arrive(page, () => page.keyboard.press(end));
    expect(pathOf(page)).toContain(`/3-${chosen}-`);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test('at 320 px the header of every edition names engine and power, and no page calls a body in another language', async () => {
  const { context, page, go } = await openDevice(stage, golf, 320);
  const editions = [
    ['', 'Ersatzteile', 'PS'],
    ['/fr-FR', 'pieces-auto', 'ch'],
    ['/es-ES', 'recambios', 'CV'],
    ['/de-AT', 'Ersatzteile', 'PS'],
    ['/it-IT', 'ricambi', 'CV'],
    ['/nl-NL', 'reserveonderdelen', 'pk'],
  ] as const;
  for (const [prefix, section, unit] of inTurn(editions, 3)) {
    await go(`${prefix}/${section}/${golf.slug}/3-${golf.id}-`);
    const name = golf.name.replace(/PS$/, unit);
    for (const address of [page.url().slice(stage.shop.origin.length), `${prefix}/`]) {
      await go(address);
      await page.waitForSelector('.vehicle-box dl a');
      const cell = await page.$eval('.vehicle-box dd', (element) => {
        const place = element as HTMLElement;
        const text = place.innerText.replace(/\s+/g, ' ').trim();
        const { height } = place.getBoundingClientRect();
        place.style.display = 'block';
        // A wrapped line would be below the others.
        return { text, isCut: place.getBoundingClientRect().height > height + 4 };
      });
      expect({ address, ...cell }).toEqual({ address, text: name, isCut: false });
    }
    await go(`${prefix}/${section}/${golf.slug}/3-${golf.id}-`);
    const body = await page.evaluate(() => document.title + document.querySelector('h1')?.textContent);
    if (unit === 'PS') expect(body).toContain('Schrägheck');
    else expect(body).not.toMatch(/Schrägheck|Stufenheck|Kasten/);
  }
  await context.close();
});
