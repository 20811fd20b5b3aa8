import type { BrowserContext, Page } from 'puppeteer';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchPage } from './support/browser.js';
import { checkedGet } from './support/checked.js';
import { openPage } from './support/open-page.js';
import { violations } from './support/page-audit.js';
import { setSharedStage } from './support/shared-shop.js';
import { arrive, submit } from './support/walk.js';

/** Saving a vehicle in a real browser, with the embedded provider: by keyboard, by touch, and without script. */
const stage = setSharedStage();
let vehicles: { path: string; name: string }[];
beforeAll(async () => {
  const get = async (path: string) => (await fetch(stage.shop.origin + path)).json();
  const makers = await (await checkedGet(stage.shop.origin, '/api/vehicle/manufacturers')).json();
  const { id } = makers.find(({ name }: { name: string }) => name === 'Volkswagen');
  const series = await get(`/api/vehicle/manufacturers/${id}/series?limit=3`);
  vehicles = await Promise.all(
    series.map(async (each: { id: string; seriesPage: { slug: string } }) => {
      const [model] = await get(`/api/vehicle/series/${each.id}/models?limit=1`);
      return { path: `/Ersatzteile/${each.seriesPage.slug}/3-${model.id}-`, name: model.fullName };
    }),
  );
});

const open = async (
  index: number,
  width: number,
): Promise<{ context: BrowserContext; page: Page; errors: string[] }> => {
  const context = await stage.browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 800, hasTouch: width < 700, isMobile: width < 700 });
  const errors = watchPage(page);
  await openPage(page, stage.shop.origin + vehicles[index]?.path);
  return { context, page, errors };
};
const text = (page: Page, selector = 'main'): Promise<string> =>
  page.$eval(selector, (place) => (place as HTMLElement).innerText);
/** Presses Tab until the selected element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tabulator does not reach ${selector}`);
}
const island = 'is-land[data-island=save-vehicle]';

describe('saving a vehicle', () => {
  test('by keyboard only: not saved, a login hint, logging in, saved; then the offer is gone', async () => {
    const { context, page, errors } = await open(0, 1280);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/api\/(user|session)/.test(request.url()))
        asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await tabTo(page, `${island} button`);
    await page.waitForSelector(`${island}[data-state=ready]`);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${island} a[href^="/Einloggen"]:focus`);
    expect(await text(page, `${island} [role=status]`)).toContain('Bitte melden Sie sich an');
    expect(asked).toEqual(['GET /api/session', 'POST /api/user/vehicles']);
    expect(await violations(page)).toEqual([]);

    await arrive(page, () => page.keyboard.press('Enter'));
    expect(await text(page)).toContain('Demo');
    expect(await violations(page)).toEqual([]);
    await tabTo(page, 'button[value=login]');
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(new URL(page.url()).pathname).toBe('/Mein-Partavo/Fahrzeuge');
    expect(await text(page)).toContain(vehicles[0]?.name);
    expect(await page.evaluate(() => document.documentElement.dataset.account)).toMatch(/^active/);
    expect(await violations(page)).toEqual([]);

    await tabTo(page, '.saved-vehicles a');
    await arrive(page, () => page.keyboard.press('Enter'));
    expect(new URL(page.url()).pathname).toBe(vehicles[0]?.path);
    expect(await text(page)).toContain('Das Fahrzeug ist gespeichert.');
    expect(await page.$eval(`${island} button`, (button) => button.getClientRects().length)).toBe(0);
    // The test requested the refused page once; the browser notes the 401 on its console.
    expect(errors.filter((error) => !/401/.test(error))).toEqual([]);
    await context.close();
  });

  test('by touch at 360 px, logged in: saved where the visitor is, by script', async () => {
    const { context, page, errors } = await open(1, 360);
    await arrive(page, () => page.tap('header .account:not(.logged-in)'));
    await arrive(page, () => page.tap('button[value=login]'));
    expect(new URL(page.url()).pathname).toBe(vehicles[1]?.path);
    const shown = await page.$$eval('header .account', (links) =>
      links.filter((link) => link.getClientRects().length > 0).map((link) => link.getAttribute('href')),
    );
    expect(shown).toEqual(['/Mein-Partavo/Fahrzeuge']);
    await page.focus(`${island} button`);
    await page.waitForSelector(`${island}[data-state=ready]`);
    const { width, height } = (await (await page.$(`${island} button`))?.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await page.tap(`${island} button`);
    await page.waitForSelector(`${island} a:focus`);
    expect(await text(page, island)).toContain('Das Fahrzeug ist gespeichert.');
    expect(new URL(page.url()).pathname).toBe(vehicles[1]?.path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await arrive(page, () => page.tap('header .account.logged-in'));
    expect(await text(page)).toContain(vehicles[1]?.name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('without script: save, log in, saved, remove, log out', async () => {
    const context = await stage.browser.createBrowserContext();
    const page = await context.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(stage.shop.origin + vehicles[2]?.path);
    await submit(page, `form[action*="/speichern/"] button`);
    expect(await text(page)).toContain('Bitte melden Sie sich an, um Ihr Fahrzeug zu speichern.');
    await submit(page, 'main a[href^="/Einloggen"]');
    await submit(page, 'button[value=login]');
    expect(new URL(page.url()).pathname).toBe('/Mein-Partavo/Fahrzeuge');
    expect(await text(page)).toContain(vehicles[2]?.name);
    const removal = `form:has(input[value="${/3-(\w+)-$/.exec(vehicles[2]?.path ?? '')?.[1]}"]) button`;
    await submit(page, removal);
    expect(await text(page)).not.toContain(vehicles[2]?.name);
    await submit(page, 'button[value=logout]');
    await page.goto(`${stage.shop.origin}/Mein-Partavo/Fahrzeuge`);
    expect(await text(page)).toContain('Bitte melden Sie sich an');
    await context.close();
  });

  test('saving is offered only when a model is chosen and the country is DE or AT', async () => {
    const offers = async (path: string): Promise<boolean> =>
      (await (await fetch(stage.shop.origin + path)).text()).includes('data-save=');
    const model = vehicles[0]?.path ?? '';
    expect(await offers(model)).toBe(true);
    expect(await offers(`/de-AT${model}`)).toBe(true);
    for (const locale of ['es-ES', 'fr-FR', 'it-IT', 'nl-NL']) expect(await offers(`/${locale}${model}`)).toBe(false);
    expect(await offers('/Ersatzteile/Alle-Fahrzeuge/--')).toBe(false);
  });
});
