import type { Page } from 'puppeteer';
import { expect, test } from 'vitest';
import { editions } from '../server/web/routes/editions.js';
import { fetchPage } from './support/page.js';
import { setSharedStage } from './support/shared-shop.js';
import { pick, submit } from './support/walk.js';

/** The words of the three selects, and the engines that a category of a series lists. */
const stage = setSharedStage();

const words = {
  'de-DE': [
    'Beliebte Hersteller',
    'Alle Hersteller',
    'Beliebte Baureihen',
    'Alle Baureihen',
    'Beliebte Modelle',
    'Alle Modelle',
  ],
  'es-ES': [
    'Marcas más buscadas',
    'Todas las marcas',
    'Modelos más buscados',
    'Todos los modelos',
    'Motores más buscados',
    'Todos los motores',
  ],
  'fr-FR': [
    'Constructeurs les plus demandés',
    'Tous les constructeurs',
    'Modèles les plus demandés',
    'Tous les modèles',
    'Motorisations les plus demandées',
    'Toutes les motorisations',
  ],
  'it-IT': [
    'Marche più richieste',
    'Tutte le marche',
    'Modelli più richiesti',
    'Tutti i modelli',
    'Motorizzazioni più richieste',
    'Tutte le motorizzazioni',
  ],
  'nl-NL': [
    'Populaire merken',
    'Alle merken',
    'Populaire modellen',
    'Alle modellen',
    'Populaire uitvoeringen',
    'Alle uitvoeringen',
  ],
};
const labels = (page: Page): Promise<string[]> =>
  page.$$eval('main .vehicle-selects optgroup', (groups) => groups.map(({ label }) => label));
const series = /Golf IV Schrägheck|Golf IV .*\(1J1\)/;

test.each(Object.values(editions))(
  'each select of $locale names its own popular and all entries, with and without script',
  async (edition) => {
    const expected = words[edition.locale === 'de-AT' ? 'de-DE' : edition.locale];
    for (const hasScript of [true, false]) {
      const page = await (await stage.browser.createBrowserContext()).newPage();
      await page.setJavaScriptEnabled(hasScript);
      await page.goto(`${stage.shop.origin}${edition.prefix}/`);
      const choose = async (name: string, option: RegExp, next: string): Promise<void> => {
        if (hasScript) await page.focus(`main select[name=${name}]`);
        await pick(page, `${name}`, option);
        if (!hasScript) await submit(page, 'main .vehicle-selects .button');
        await page.waitForSelector(`main select[name=${next}]:enabled`);
      };
      await choose('manufacturerId', /^Volkswagen$/, 'seriesId');
      await choose('seriesId', series, 'modelId');
      expect(await labels(page)).toEqual(expected);
      await page.browserContext().close();
    }
  },
);

test('a category of a series links the engines that it has parts for, and only those (D9)', async () => {
  const { origin } = stage.shop;
  const { body } = await fetchPage(origin, '/Bremsscheiben/Golf-IV/2-7-1523');
  const linked = [...body.matchAll(/<a href="[^"]*\/3-(\w+)-1523"/g)].map(([, id]) => id);
  const { models } = await (await fetch(`${origin}/api/navigation?type=2&id=7&categoryId=1523`)).json();
  expect(linked).toEqual(models.map(({ id }: { id: string }) => id));
  expect(linked.length).toBeGreaterThan(10);
  const { seriesList } = await (await fetch(`${origin}/api/vehicle/series-pages/7`)).json();
  const all: string[] = seriesList.flatMap((each: { models: { id: string }[] }) => each.models.map(({ id }) => id));
  expect(all).toEqual(expect.arrayContaining(linked));
});

test('a key that is too short is named on leaving its field and by Enter, and typing on takes that away', async () => {
  const page = await (await stage.browser.createBrowserContext()).newPage();
  await page.goto(`${stage.shop.origin}/`);
  await page.focus('main .way-by-model');
  await page.waitForSelector('main is-land[data-island=vehicle-picker][data-state=ready]');
  await page.keyboard.press('ArrowRight');
  await page.focus('main input[name=hsn]');
  await page.keyboard.type('06');
  const fault = () => page.$$eval('main .key-form .fault', ([place]) => place?.textContent ?? '');
  expect(await fault()).toBe('');
  await page.keyboard.press('Enter');
  await page.waitForSelector('main input[name=hsn][aria-invalid]');
  expect(await fault()).toMatch(/HSN hat genau vier/);
  await page.keyboard.type('0');
  await page.waitForSelector('main input[name=hsn]:not([aria-invalid])');
  await page.keyboard.press('Tab');
  await page.waitForSelector('main input[name=hsn][aria-invalid]');
  await page.focus('main input[name=hsn]');
  await page.keyboard.press('End');
  await page.keyboard.type('3');
  await page.keyboard.type('B');
  await page.keyboard.press('Tab');
  await page.waitForSelector('main input[name=tsn][aria-invalid]');
  expect(await fault()).toMatch(/TSN hat genau drei/);
  await page.browserContext().close();
});
