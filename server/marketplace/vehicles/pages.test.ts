import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { catalogueService } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';

const { call, read } = catalogueService();
const french = 'locale=fr-FR&country=FR';

test("few makes are those that the edition shows first, also where others sell better, and a category's own", async () => {
  const makes = async (query: string): Promise<string[]> =>
    (await read('manufacturers', `/api/vehicle/manufacturers?${query}`)).map(({ name }: { name: string }) => name);
  // Audi is the most popular one in France.
  expect([await makes(`limit=1&${french}`), await makes(`limit=2&${french}`)]).toEqual([
    ['Volkswagen'],
    ['BMW', 'Volkswagen'],
  ]);
  expect(await makes(`categoryId=${ids.drums}`)).toEqual([]);
});

test('a series page has its series with all models and years', async () => {
  const page = await read('seriesPage', `/api/vehicle/series-pages/${ids.golf}`);
  expect(page.seriesList).toMatchObject([
    {
      ...{ productionYearStart: 2003, productionYearEnd: 2009, popularity: 500 },
      models: [
        { id: ids.golfConditional, kw: 75, ccm: 1896, productionYearStart: 2003, productionYearEnd: 2009 },
        { id: ids.golfModel, kw: 77 },
      ],
    },
  ]);
});

test('a vehicle has the names of its market on each level', async () => {
  expect(await read('model', `/api/vehicle/models/${ids.bmwModel}?${french}`)).toMatchObject({
    manufacturer: { name: 'BMW', popularity: 200 },
    seriesFamily: { name: 'Série 3', slug: '3er' },
    seriesPage: { name: 'Série 3 E90' },
    series: { name: 'Série 3 berline (E90)', shortName: 'Série 3', body: 'saloon', popularity: 600 },
    model: { fullName: 'BMW Série 3 berline 320d', popularity: 880 },
  });
  expect(await read('model', `/api/vehicle/models/${ids.bmwModel}`)).toMatchObject({
    ...{ manufacturer: { popularity: 800 }, seriesFamily: { name: '3er' }, seriesPage: { name: '3er E90' } },
    model: { fullName: 'BMW 3er Limousine 320d' },
  });
});

test('a vehicle in context needs its type and its id', async () => {
  for (const [query, parameter] of [
    ['type=1', 'id'],
    ['id=1', 'type'],
  ] as const) {
    const { status, body } = await call(`/api/navigation?${query}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`"${parameter}"`)]);
  }
});

test('a model is found by a national type number, and by no other number', async () => {
  expect(await read('kbaModel', '/api/vehicle/kba/90001')).toMatchObject({ model: { id: ids.golfModel } });
  expect((await call(`/api/vehicle/kba/${ids.golfModel}`)).status).toBe(404);
});
