import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Car, discs, openDevice, ownDiscs, ownLink, pathOf, shownVehicle, twoCars } from './support/device.js';
import { isEnhanced } from './support/open-page.js';
import { movesOf, violations } from './support/page-audit.js';
import { inTurn } from './support/sample.js';
import { setSharedStage } from './support/shared-shop.js';
import { untilSeen } from './support/until.js';
import { arrive } from './support/walk.js';

/** Every page without a vehicle adapts to the one that the device keeps. */
const stage = setSharedStage();
let golf: Car;
beforeAll(async () => {
  [golf] = await twoCars(stage.shop.origin);
});
const strip = ownLink;
const vehicles = '/Ersatzteile/Alle-Fahrzeuge/--';
const read = async <T>(path: string): Promise<T> => (await fetch(stage.shop.origin + path)).json() as Promise<T>;
/** Returns the verdicts of a list in words. */
const marks = (page: Page): Promise<string[]> =>
  page.$$eval('main [data-fits] .fit-mark', (all) => all.map((mark) => mark.textContent?.trim() ?? ''));

describe('a list', () => {
  test.each(inTurn([360, 1280], 2))(
    'leads to its parts for the kept vehicle in one tap, and shows the verdicts; nothing moves (%d px)',
    async (width) => {
      const { context, page, errors, go } = await openDevice(stage, golf, width);
      await go(discs);
      await page.waitForSelector(strip);
      await page.waitForFunction(
        (selector) =>
          [...document.querySelectorAll(selector)].some((mark) => /^Passt/.test(mark.textContent?.trim() ?? '')),
        {},
        'main [data-fits] .fit-mark',
      );
      const ids = await page.$eval('main [data-fits]', (list) => (list as HTMLElement).dataset.fits);
      const verdicts = await read<{ id: string; text: string }[]>(`/api/vehicle/models/${golf.id}/fits?ids=${ids}`);
      expect(await marks(page)).toEqual(verdicts.map(({ text }) => text));
      expect(await movesOf(page)).toEqual([]);
      expect(await page.$eval(strip, (link) => (link as HTMLElement).innerText)).toBe(
        `Nur passend für ${golf.name.replace(/ \d+ PS$/, '')}`,
      );
      expect(await violations(page, { but: ['target-size'] })).toEqual([]);
      await arrive(page, () => page.click(strip));
      expect(pathOf(page)).toBe(ownDiscs(golf));
      expect(errors).toEqual([]);
      await context.close();
    },
  );

  test('keeps its filters in that link, and not the page of its pages', async () => {
    const { context, page, go } = await openDevice(stage, golf, 1280);
    await go(`${discs}?sort=price&page=2`);
    await page.waitForSelector(strip);
    await arrive(page, () => page.click(strip));
    expect(page.url()).toBe(`${stage.shop.origin}${ownDiscs(golf)}?sort=price`);
    await context.close();
  });

  test('asks for a vehicle where none is kept', async () => {
    const html = await (await fetch(stage.shop.origin + discs)).text();
    const shown = html.replace(/<template[\s>].*?<\/template>/gs, '');
    expect(shown).not.toContain(`class="own-link"`);
    const checked = [...shown.matchAll(/class="fit-mark[^"]*".*?<\/span>/gs)];
    expect(checked.length).toBeGreaterThan(0);
    for (const [mark] of checked) expect(mark).toContain('Nicht geprüft');
    expect(shown).toMatch(/id="choose-vehicle".*Fahrzeug wählen/s);
  });
});

test('an article says whether it fits, and goes into the cart for the kept vehicle', async () => {
  const { context, page, errors, go } = await openDevice(stage, golf);
  await go(ownDiscs(golf));
  const article = await page.$eval(
    'main [href^="/Teilenummernsuche/"]',
    (link) => (link as HTMLAnchorElement).pathname,
  );
  await go(article);
  await page.waitForSelector('.fit-card.tone-ok');
  expect(await page.$eval('.fit-card h2', (title) => title.innerText)).toBe('Passt zu Ihrem Fahrzeug');
  expect(await movesOf(page)).toEqual([]);
  expect(await page.$eval('.fit-card', (card) => (card as HTMLElement).innerText)).not.toContain('Fahrzeug wählen');
  expect(await violations(page, { but: ['target-size'] })).toEqual([]);
  // A pack of two: the field counts pieces, the cart packs.
  const form = await page.$eval('form[data-add]', (each) => [
    (each as HTMLFormElement).quantity.value,
    each.dataset.add,
  ]);
  expect(form).toEqual(['2', '2']);
  await page.click('[data-add] .buy');
  await page.waitForFunction(() => document.cookie.includes('cartCount=1'));
  await go('/Warenkorb');
  expect(await page.$eval('main', (main) => main.innerText)).toContain('Golf VII');
  expect(errors).toEqual([]);
  await context.close();
});

describe('the next tap keeps the vehicle', () => {
  test('from home on a phone, which shows it and leads on with it', async () => {
    const { context, page, errors, go } = await openDevice(stage, golf);
    await go('/');
    expect(await shownVehicle(page)).toContain(golf.name);
    expect(await page.$eval(strip, (link) => (link as HTMLAnchorElement).pathname)).toBe(golf.path);
    expect(
      await page.$$eval('h1', (all) =>
        all
          .filter((each) => each.checkVisibility({ visibilityProperty: true }))
          .map((each) => each.innerText.replace(/\s+/g, ' ')),
      ),
    ).toEqual(['Teile für Ihren Golf VII']);
    expect(await page.$eval('main .picker-panel', (panel) => panel.checkVisibility({ visibilityProperty: true }))).toBe(
      false,
    );
    expect(await page.$eval('.hero .own-place > :first-child p a', (link) => link.pathname)).toBe(vehicles);
    expect(await movesOf(page)).toEqual([]);
    await arrive(page, () => page.click('.hero .own-place > :first-child li a'));
    expect(pathOf(page)).toContain(`/${golf.slug}/3-${golf.id}-`);
    await go('/');
    await isEnhanced(page);
    await page.evaluate(() => document.querySelector('main h3 a[href*="--"]')?.scrollIntoView({ block: 'center' }));
    await arrive(page, () => page.click('main h3 a[href*="--"]'));
    expect(pathOf(page)).toContain(`/${golf.slug}/3-${golf.id}-`);
    await go(vehicles);
    await untilSeen([golf.manufacturerId, golf.seriesId], () =>
      page.$$eval('main form select', (all) => all.slice(0, 2).map((select) => (select as HTMLSelectElement).value)),
    );
    await page.focus('main select[name=manufacturerId]');
    await page.waitForSelector('main is-land[data-island=vehicle-picker][data-state=ready]');
    await page.waitForSelector('main select[name=modelId]:enabled');
    expect(await page.$eval('main select[name=seriesId]', (select) => (select as HTMLSelectElement).value)).toBe(
      golf.seriesId,
    );
    expect(errors).toEqual([]);
    await context.close();
  });

  test('by keyboard, from a promotion, the axle, a crumb and an article of a list; pages and filters stay neutral', async () => {
    const { context, page, go } = await openDevice(stage, golf, 1280);
    const follow = async (from: string, link: string): Promise<string> => {
      await go(from);
      await isEnhanced(page);
      await page.focus(link);
      await arrive(page, () => page.keyboard.press('Enter'));
      return page.url().slice(stage.shop.origin.length);
    };
    expect(await follow('/', '.promotions li:nth-child(2) a')).toBe(ownDiscs(golf));
    expect(await follow('/', '.axle-positions a[href$="--1523"]')).toBe(ownDiscs(golf));
    expect(await follow(discs, '.crumbs li:last-child a')).toContain(`/3-${golf.id}-`);
    expect(await follow(discs, 'main [data-fits] h3 a')).toContain(`modelId=${golf.id}`);
    expect(await follow(discs, 'main a[href*="page=2"]')).toMatch(/^\/Bremsscheiben\/Alle-Fahrzeuge\/--1523\?.*page=2/);
    await context.close();
  });
});

test('its parts fill the room of the picker on the home page of a tablet', async () => {
  const { context, page, go } = await openDevice(stage, golf, 768);
  await go('/');
  await page.waitForSelector('.hero .link-list a');
  const gap = await page.$eval('.hero > .own-place', (place) => {
    const { bottom } = place.getBoundingClientRect();
    return bottom - (place.firstElementChild?.lastElementChild?.getBoundingClientRect().bottom ?? 0);
  });
  expect(gap).toBeLessThan(120);
  await context.close();
});
