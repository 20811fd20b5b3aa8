import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { catalogueService } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';

const { call, read } = catalogueService();

test('article: brand in any case, fit, neighbours, documents, warnings', async () => {
  const article = await read('article', '/api/Teilenummernsuche/bRaNd-2/DISC1?modelId=5001');
  expect(article.product).toMatchObject({
    id: '1001',
    fit: { state: 'fits' },
    manufacturer: { address: 'Address, Deutschland' },
  });
  expect(article.vehicle.model.id).toBe('5001');
  expect(article.related.map((part: { id: string }) => part.id)).toEqual([String(ids.pad)]);
  const other = await read('article', '/api/Teilenummernsuche/Brand-2/DISC1?modelId=5003');
  expect(other.product.fit.state).toBe('no');
  const unknown = await read('article', '/api/Teilenummernsuche/Brand-2/DISC1?modelId=nix');
  expect(unknown).toMatchObject({ vehicle: null, product: { fit: { state: 'unknown' } } });
  const oil = (await read('article', '/api/Teilenummernsuche/Brand-2/OIL5W30?locale=es-ES')).product;
  expect(oil.warnings).toEqual(['es-warning']);
  expect(oil.documents).toEqual([
    {
      docNo: 'SDB-1',
      langNo: 1,
      type: { id: 4, title: 'Sicherheitsdatenblatt' },
      url: 'https://documents.example/sdb-1.pdf',
      host: 'documents.example',
    },
  ]);
  for (const path of ['Brand-1/DISC1', 'Nobody/DISC1'])
    expect((await call(`/api/Teilenummernsuche/${path}`)).status).toBe(404);
});

test('the measures of a disc have the letters of its drawing, other parts have none', async () => {
  const { attributes, images } = (await read('article', '/api/Teilenummernsuche/Brand-2/DISC1')).product;
  const { body: drawn } = await call(images.at(-1).url);
  const letters = attributes.flatMap(({ letter }: { letter: string | null }) => letter ?? []);
  expect(letters).toContain('A');
  expect([...String(drawn).matchAll(/>([A-E]) [\dØ]/g)].map(([, letter]) => letter)).toEqual(letters);
  const { attributes: others } = (await read('article', '/api/Teilenummernsuche/Brand-2/OIL5W30')).product;
  expect(others.filter(({ letter }: { letter: string | null }) => letter !== null)).toEqual([]);
});

test('offers in a context: a part outside of it has no offers; shops are sorted by rating descending', async () => {
  const all = await read('offers', '/api/Angebote?sparePartId=1001');
  const ratings = all.shops.map(({ rating }: { rating: number }) => rating);
  expect(ratings).toEqual(ratings.toSorted((a: number, b: number) => b - a));
  expect(new Set(ratings).size).toBeGreaterThan(1);
  const { brand_id } = await productRow(1001);
  const inside = {
    brand: brand_id,
    category: ids.discs,
    vehicleManufacturerId: 1,
    vehicleSeriesGroupId: 21,
    vehicleModelId: '5001',
    topLevelCategory: await topOf(ids.discs),
  };
  const outside = {
    brand: 999,
    category: ids.oils,
    vehicleManufacturerId: 2,
    vehicleModelId: 'nix',
    topLevelCategory: 9,
  };
  const asked = (context: object) =>
    read('offers', `/api/Angebote?${new URLSearchParams({ sparePartId: '1001', ...context })}`);
  expect(await asked(inside)).toEqual(all);
  for (const [name, value] of Object.entries(inside)) expect(await asked({ [name]: value })).toEqual(all);
  for (const [name, value] of Object.entries(outside))
    expect([name, await asked({ ...inside, [name]: value })]).toEqual([name, { packs: 1, offers: [], shops: [] }]);
  const austria = await read('offers', '/api/Angebote?sparePartId=1001&country=AT');
  expect(await asked({ deliveryCountry: 'AT' })).toEqual(austria);
  expect(await asked({ deliveryCountry: 'XX' })).toEqual(all);
  expect((await call('/api/Angebote?sparePartId=1001&brand=x')).status).toBe(400);
});
async function productRow(id: number): Promise<{ brand_id: number }> {
  const { spareParts } = await read('listing', `/api/x/y/--${ids.discs}`);
  const part = spareParts.find((entry: { id: string }) => entry.id === String(id));
  return { brand_id: Number(part.manufacturer.id) };
}
async function topOf(category: number): Promise<number> {
  const { category: found } = await read('navigation', `/api/navigation?categoryId=${category}`);
  return Number(found.topParent.id);
}

test('recommendations fit the same car and ship to the country; an unknown part is 404', async () => {
  const parts = await read('recommendation', '/api/recommendation/spare-part/1001?modelId=5001');
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts)
    expect(part).toMatchObject({ lowestTotal: expect.any(Number), offerId: expect.any(String) });
  expect(parts.map(({ id }: { id: string }) => id)).not.toContain('1001');
  expect((await call('/api/recommendation/spare-part/999999')).status).toBe(404);
});

test('with a secret set, only calls with it in the trust header get offers', async () => {
  const trusting = await startTestService('catalogue', 200, { trust: 'a word for two only' });
  const asked = async (service: Pick<TestService, 'call'>, trust?: string) =>
    (await service.call('/api/Angebote?sparePartId=1001', { headers: trust ? { trust } : {} })).status;
  expect([await asked({ call }), await asked({ call }, 'anything')]).toEqual([200, 200]);
  expect([
    await asked(trusting),
    await asked(trusting, 'a word for two'),
    await asked(trusting, 'a word for two only'),
  ]).toEqual([403, 403, 200]);
  await trusting.stop();
});

test('offers are sorted by price with shipping; those that do not ship are last', async () => {
  const { offers, shops } = await read('offers', '/api/Angebote?sparePartId=1001');
  expect(offers.map((offer: { totalPrice: number }) => offer.totalPrice)).toEqual([36.9, 38.4]);
  expect(offers[0]).toMatchObject({
    shipping: 5.9,
    deliveryDays: { min: 1, max: 3 },
    returnCost: { cost: 4.9, days: 30 },
  });
  expect(shops.map((shop: { rating: number }) => shop.rating)).toEqual([4.8, 4.2]);
  const austria = (await read('offers', '/api/Angebote?sparePartId=1001&country=AT&locale=de-AT')).offers;
  expect(austria[1]).toMatchObject({ price: 28.5, shipping: null, totalPrice: null, deliveryDays: null });
  const nowhere = (await read('offers', '/api/Angebote?sparePartId=1001&country=CH')).offers;
  expect(nowhere.map((offer: { price: number }) => offer.price)).toEqual([28.5, 31]);
  const pad = (await read('offers', `/api/Angebote?sparePartId=${ids.pad}`)).offers[0];
  expect(pad).toMatchObject({ price: 60, shipping: 7, totalPrice: 67, refund: 15 });
  expect((await call('/api/Angebote?sparePartId=9')).status).toBe(404);
});

test('an article has fitting vehicles and original numbers', async () => {
  const vehicles = await read('fittingVehicles', `/api/Artikel/${ids.firstDisc + 1}/Fahrzeuge`);
  expect(vehicles).toMatchObject([
    {
      manufacturer: { name: 'Volkswagen' },
      series: { id: '201', seriesPageId: '21' },
      models: [
        { id: '5002', years: '2003–2009', fitNotes: ['de: bis 2009'] },
        { id: '5001', fitNotes: [] },
      ],
    },
  ]);
  const own = await read('fittingVehicles', `/api/Artikel/${ids.firstDisc + 1}/Fahrzeuge?modelId=5001`);
  expect(own[0].models.map(({ id }: { id: string }) => id)).toEqual(['5001', '5002']);
  expect(await read('oeNumbers', '/api/Artikel/1001/Originalteile')).toEqual([
    { manufacturer: 'Volkswagen', numbers: ['1K0 615 301 1'] },
  ]);
  expect(await read('fittingVehicles', `/api/Artikel/${ids.oil}/Fahrzeuge`)).toEqual([]);
  expect((await call('/api/Artikel/9/Fahrzeuge')).status).toBe(404);
  expect((await call('/api/Artikel/9/Originalteile')).status).toBe(404);
});
