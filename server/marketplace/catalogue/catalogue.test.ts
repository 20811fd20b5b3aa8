import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { activate } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { catalogueService } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { startTestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';

const { call, read } = catalogueService();
const names = (rows: { name: string }[]) => rows.map((row) => row.name);

test("manufacturers are alphabetical; limit prefers the edition's ten, then popularity; exclude and category filter", async () => {
  const list = (query: string) => read('manufacturers', `/api/vehicle/manufacturers?${query}`);
  expect(names(await list(''))).toEqual(['Audi', 'BMW', 'Volkswagen']);
  expect(names(await list('limit=2'))).toEqual(['BMW', 'Volkswagen']);
  // Audi is the most popular in France, but not among the ten that its edition prefers (D49).
  expect(names(await list('limit=2&locale=fr-FR'))).toEqual(['BMW', 'Volkswagen']);
  expect(names(await list('limit=1&locale=es-ES'))).toEqual(['Volkswagen']);
  expect(names(await list('limit=1&exclude=1'))).toEqual(['BMW']);
  expect(names(await list(`categoryId=${ids.discs}`))).toEqual(['Volkswagen']);
  expect(names(await list(`categoryId=${ids.oils}`))).toEqual(['Audi', 'BMW', 'Volkswagen']);
  expect((await read('manufacturer', '/api/vehicle/manufacturers/2')).seoName).toBe('BMW');
  expect((await call('/api/vehicle/manufacturers/77')).status).toBe(404);
});

test('series, models, series pages and type numbers are listed', async () => {
  expect(names(await read('manufacturerSeries', '/api/vehicle/manufacturers/1/series'))).toEqual([
    'Golf V (1K1)',
    'Golf VI (5K1)',
  ]);
  expect(names(await read('manufacturerSeries', '/api/vehicle/manufacturers/1/series?limit=1'))).toEqual([
    'Golf VI (5K1)',
  ]);
  expect(names(await read('seriesModels', '/api/vehicle/series/201/models'))).toEqual(['1.6', '1.9 TDI']);
  const page = await read('seriesPage', '/api/vehicle/series-pages/21');
  expect(page.manufacturer.name).toBe('Volkswagen');
  expect(page.seriesList[0].models).toHaveLength(2);
  const vehicle = await read('model', '/api/vehicle/models/5001');
  expect(vehicle.model).toMatchObject({ kw: 77, ps: 105, kbas: [{ kbaId: '90001', hsn: '0603', tsn: 'ABC' }, {}] });
  expect((await read('kbaModel', '/api/vehicle/kba/90002')).model.id).toBe('5001');
  for (const path of ['models/nix', 'series/9/models', 'series-pages/9', 'kba/9', 'manufacturers/9/series'])
    expect((await call(`/api/vehicle/${path}`)).status).toBe(404);
});

test('navigation counts products in each context, parents as sums', async () => {
  const counts = async (query: string) => {
    const { categories } = await read('navigation', `/api/navigation?${query}`);
    return categories.map((node: { id: string; resultCount: number }) => [node.id, node.resultCount]);
  };
  const roots = [
    ['100', discCount + 1],
    ['900', 1],
  ];
  expect(await counts('')).toEqual(roots);
  for (const context of ['type=1&id=1', 'type=2&id=21', 'type=3&id=5001']) expect(await counts(context)).toEqual(roots);
  expect(await counts('type=3&id=5003')).toEqual([
    ['900', 1],
    ['100', 0],
  ]);
  expect(await counts(`categoryId=${ids.discGroup}&type=3&id=5001`)).toEqual([
    ['1523', discCount],
    ['2001', 1],
    ['2010', 0],
  ]);
  const { popular, universal, seriesPages, vehicle } = await read(
    'navigation',
    '/api/navigation?type=1&id=1&locale=fr-FR',
  );
  expect(popular.map((node: { id: string }) => node.id)).toEqual(['2001', '1523', '4630']);
  expect(universal).toMatchObject([{ id: '4630', title: 'fr-title-4630', leafNumber: 463 }]);
  expect(names(seriesPages)).toEqual(['Golf V']);
  expect(vehicle.manufacturer.name).toBe('Volkswagen');
  const leaf = await read('navigation', `/api/navigation?categoryId=${ids.discs}`);
  expect(leaf.ancestors.map((entry: { id: string }) => entry.id)).toEqual(['100', '301']);
  expect(leaf.category.seoAliases.nl).toBe('nl-1523');
  expect(leaf.universal).toEqual([]);
  for (const query of ['type=1&id=99', 'categoryId=99', 'type=3&id=nix'])
    expect((await call(`/api/navigation?${query}`)).status).toBe(404);
  expect((await call('/api/navigation?type=1')).status).toBe(400);
});

test('a new generation is served without a break, unless it cannot be opened', async () => {
  const stderr = vi.spyOn(process.stderr, 'write');
  const { after } = testClock;
  const drain = 60_000;
  let close = (): void => {};
  const timers = vi.spyOn(testClock, 'after').mockImplementation((delayMs, work) => {
    if (delayMs !== drain) return after(delayMs, work);
    close = work;
    return { cancel() {} };
  });
  const own = await startTestService('catalogue', drain);
  try {
    const price = async () => (await own.call('/api/Angebote?sparePartId=1001')).body.offers[0].price;
    expect(await price()).toBe(31);
    const statuses: number[] = [];
    let isDone = false;
    const load = (async () => {
      while (!isDone) statuses.push((await own.call('/api/x/y/--1523')).status);
    })();
    own.activate({ generation: 'g2', dearer: 100 });
    await own.untilServed('g2');
    await until('the offers are those of now', async () => (await price()) === 32);
    const answered = (more: number): Promise<void> => {
      const before = statuses.length;
      return until(`${more} more have been answered`, () => statuses.length > before + more);
    };
    await answered(2);
    close();
    await answered(20);
    isDone = true;
    await load;
    expect([...new Set(statuses)]).toEqual([200]);
    activate(own.dataDir, 'g3', 'missing.db');
    await until('it is refused', () => stderr.mock.calls.join().includes('catalogue_refused'));
    expect((await own.call('/readyz')).body.generation).toBe('g2');
    expect(existsSync(`${own.dataDir}/missing.db`)).toBe(false);
  } finally {
    stderr.mockRestore();
    timers.mockRestore();
    await own.stop();
  }
});

test("the rating counts all marks; reviews are in the edition's language, latest first", async () => {
  expect((await read('rating', '/api/TrustedShops/Rating')).shop.qualityIndicators.reviewIndicator).toEqual({
    overallMark: 4,
    totalReviewCount: 3,
  });
  const { shop } = await read('reviews', '/api/TrustedShops/Reviews?locale=de-AT');
  expect(shop.reviews).toEqual([
    { comment: '', mark: 4, creationDate: '2026-09-03', author: '', isVerified: false },
    { comment: 'Schnell da.', mark: 5, creationDate: '2026-09-01', author: '', isVerified: false },
  ]);
});
