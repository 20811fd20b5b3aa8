import type { Browser, BrowserContext, Page } from 'puppeteer';
import { watchPage } from './browser.js';
import { openPage } from './open-page.js';
import { watchShifts } from './page-audit.js';
import type { Stage } from './shared-shop.js';

/** A car of the catalogue, with the data that a device keeps. */
export interface Car {
  id: string;
  path: string;
  slug: string;
  /** Name without maker and body, with power. */
  name: string;
  manufacturerId: string;
  seriesId: string;
}
interface Named {
  id: string;
  name: string;
  shortName: string;
  ps: number;
  seriesPage: { slug: string };
}

/** Returns two cars of one make and different series, whose names contain a body. */
export async function twoCars(origin: string): Promise<[Car, Car]> {
  const read = async (path: string): Promise<Named[]> => (await fetch(origin + path)).json();
  const all = await read('/api/vehicle/manufacturers/10/series');
  const carOf = async (start: string): Promise<Car> => {
    const series = all.find(({ name }) => name.startsWith(start));
    if (!series) throw new Error(`the catalogue has no ${start}`);
    const [model] = await read(`/api/vehicle/series/${series.id}/models`);
    if (!model) throw new Error(`no model of ${start}`);
    return {
      id: model.id,
      path: `/Ersatzteile/${series.seriesPage.slug}/3-${model.id}-`,
      slug: series.seriesPage.slug,
      name: `${series.shortName} ${model.name} ${model.ps} PS`,
      manufacturerId: '10',
      seriesId: series.id,
    };
  };
  return [await carOf('Golf VII Schrägheck'), await carOf('Golf IV Schrägheck')];
}

/** Address of the brake discs for all vehicles. */
export const discs = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
export const ownDiscs = (car: Car): string => `/Bremsscheiben/${car.slug}/3-${car.id}-1523`;
/** Parts of a page that the loader filled in for the kept vehicle. */
export const ownLink = 'main .own-link';

interface Device {
  context: BrowserContext;
  page: Page;
  errors: string[];
  go(path: string): Promise<void>;
}
/** Returns the data that a device keeps of a car, read from the car's page. */
async function keptOf(origin: string, car: Car): Promise<string> {
  const html = await (await fetch(origin + car.path)).text();
  const kept = / data-vehicle="([^"]+)"/.exec(html)?.[1];
  if (!kept) throw new Error(`${car.path} is about no vehicle`);
  return kept.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}

/** Opens a browser as a new device. @param car that it keeps from the start */
export async function openDevice(
  { browser, shop }: { browser: Browser; shop: Stage['shop'] },
  car: Car | null,
  width = 360,
): Promise<Device> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height: 740 });
  await watchShifts(page);
  const errors = watchPage(page);
  const go = async (path: string): Promise<void> => {
    await openPage(page, shop.origin + path);
  };
  if (car) {
    await page.goto(`${shop.origin}/robots.txt`);
    await page.evaluate(
      (kept) => {
        localStorage.vehicle = kept;
      },
      await keptOf(shop.origin, car),
    );
  }
  return { context, page, errors, go };
}

/** Visible text of the vehicle in the header. */
export const shownVehicle = (page: Page): Promise<string> =>
  page.$eval('.vehicle-box', (box) => (box as HTMLElement).innerText.replace(/\s+/g, ' ').trim());
/** Model that the device keeps. */
export const keptModel = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.vehicle ?? '{}').modelId);
/** Waits until the device keeps this car. */
export const keeps = (page: Page, car: Car): Promise<unknown> =>
  page.waitForFunction((id) => JSON.parse(localStorage.vehicle ?? '{}').modelId === id, {}, car.id);
export const pathOf = (page: Page): string => new URL(page.url()).pathname;
