import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { catalogueService } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { isRegisterInput, readRegisterInput } from '../../contract/registers.js';
import type { Model, VehicleIndex } from '../generation/vehicle-index.js';
import { readings } from './key-numbers.js';
import { findByPlate, findByRegister, remoteRegister } from './registers.js';
import { fullModelName, shortSeriesName } from './series-name.js';
import { listModels, listSeries } from './vehicles.js';

const { call } = catalogueService();
const found = async (path: string): Promise<{ kbaId: string | null; model: { id: string } }[]> => {
  const { status, body } = await call(`/api/vehicle/${path}`);
  expect(status).toBe(200);
  return body;
};

test('HSN/TSN: an array of vehicles, each with its kbaId; no hit is 200 [] (D19)', async () => {
  expect(await found('hsntsn/0603ABC')).toMatchObject([{ kbaId: '90001', model: { id: '5001' } }]);
  expect(await found('hsntsn/0603ZZZ')).toEqual([]);
  expect((await call('/api/vehicle/hsntsn/0603AB')).status).toBe(400);
});
test('D37: on no match O is retried as 0', async () => {
  expect(await found('hsntsn/O6O3ABC')).toMatchObject([{ kbaId: '90001' }]);
  expect(readings('O6O3B0U')).toEqual(['O6O3B0U', '0603B0U', '0603BOU']);
  expect(readings('0603BGU')).toEqual(['0603BGU']);
});
test('lists are alphabetical; a limit keeps the most popular of the country, a category those with parts', async () => {
  const namesOf = async (path: string): Promise<string[]> =>
    (await found(path)).map((each) => (each as unknown as { name: string }).name);
  expect(await namesOf('manufacturers')).toEqual(['Audi', 'BMW', 'Volkswagen']);
  expect(await namesOf('manufacturers?exclude=1,2')).toEqual(['Audi']);
  expect(await namesOf(`manufacturers?categoryId=${ids.discs}`)).toEqual(['Volkswagen']);
  // Universal goods are for every car.
  expect(await namesOf(`manufacturers?categoryId=${ids.oils}`)).toEqual(['Audi', 'BMW', 'Volkswagen']);
  const series = `manufacturers/${ids.volkswagen}/series`;
  expect(await namesOf(series)).toEqual(['Golf V (1K1)', 'Golf VI (5K1)']);
  expect(await namesOf(`${series}?limit=1`)).toEqual(['Golf VI (5K1)']);
  expect(await namesOf(`${series}?limit=1&exclude=203`)).toEqual(['Golf V (1K1)']);
  for (const unknown of ['manufacturers/99/series', 'series/99/models'])
    expect((await call(`/api/vehicle/${unknown}`)).status).toBe(404);
  // Popularity is that of the edition's country.
  expect(await namesOf(`${series}?limit=1&locale=fr-FR&country=FR`)).toEqual(['Golf V (1K1)']);
});

test.each([
  ['Volkswagen', 'Golf IV Variant (1J5)', '1.9 TDI', 'Volkswagen Golf IV Variant 1.9 TDI'],
  ['Smart', 'smart fortwo (451)', '1.0', 'smart fortwo 1.0'],
])('%s %s %s is called %s', (make, series, model, expected) => {
  expect(fullModelName(make, series, model)).toBe(expected);
});

test('a body in the middle of a name leaves one space', () => {
  expect(shortSeriesName('T5 Kombi Multivan', 'de')).toBe('T5 Multivan');
});

test('horsepower is metric', async () => {
  const models = (await found(`series/${ids.golfSeries}/models`)) as unknown as { kw: number; ps: number }[];
  expect(models.map(({ kw, ps }) => [kw, ps])).toEqual([
    [75, 102],
    [77, 105],
  ]);
});

test('models of one name are listed by power, and like series then by their first year and number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  const file = writeCatalogue(folder, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(folder, file));
  catalogue.exec(`
    create temporary table others as select * from model where number = 1;
    update others set number = 9, id = '5009', kw = 66;
    insert into model select * from others;
    update others set number = 10, id = '5010', kw = 66, year_start = null;
    insert into model select * from others;
    update others set number = 12, id = '5012', kw = 66, year_start = 1999;
    insert into model select * from others;
    update others set number = 11, id = '5011';
    insert into model select * from others;
    create temporary table twins as select * from series where id = ${ids.golfSeries};
    update twins set id = 305, year_start = null;
    insert into series select * from twins;
    update twins set id = 304, year_start = 1999;
    insert into series select * from twins;
    update twins set id = 303;
    insert into series select * from twins;
  `);
  catalogue.close();
  const generation = await openCatalogue(folder, 'g1', file);
  const edition = { locale: 'de-DE', country: 'DE' } as const;
  const models = listModels(generation, { id: String(ids.golfSeries), ...edition });
  const series = listSeries(generation, { id: String(ids.volkswagen), ...edition });
  await generation.close();
  rmSync(folder, { recursive: true });
  expect(models.map(({ name, kw, id }) => [name, kw, id])).toEqual([
    ['1.6', 75, ids.golfConditional],
    ['1.9 TDI', 66, '5010'],
    ['1.9 TDI', 66, '5011'],
    ['1.9 TDI', 66, '5012'],
    ['1.9 TDI', 66, '5009'],
    ['1.9 TDI', 77, ids.golfModel],
  ]);
  expect(series.map(({ id }) => Number(id))).toEqual([305, 303, 304, ids.golfSeries, 203]);
});

describe('French plates (D30)', () => {
  test('the demonstration has fictitious plates in both formats, one of them with two vehicles', async () => {
    expect(await found('license/fr/AA-123-ZZ')).toHaveLength(1);
    expect(await found('license/fr/1234iou99')).toEqual([]);
    expect(await found('license/fr/IO456OU')).toHaveLength(2);
    expect(await found('license/fr/AB-123-CD')).toEqual([]);
    const response = await call('/api/vehicle/license/fr/AA-123-ZZ');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.body[0].kbaId).toBeNull();
  });
  describe('in a catalogue that is no demonstration', () => {
    const golf = { id: '5001' } as Model;
    const vehicles = { modelsById: new Map([['5001', golf]]) } as unknown as VehicleIndex;
    const generation = { vehicles, isDemonstration: false } as Parameters<typeof findByPlate>[0];
    const request = { plate: 'AA123ZZ', locale: 'fr-FR', country: 'FR' } as const;
    const asked: string[] = [];
    let register: Server;
    let accepted: string | undefined;
    let reply: (response: ServerResponse) => unknown = () => {};
    let address = '';
    beforeAll(async () => {
      register = createServer((message, response) => {
        asked.push(message.url ?? '');
        accepted = message.headers.accept;
        reply(response);
      });
      await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve));
      address = `http://127.0.0.1:${(register.address() as AddressInfo).port}/plates/{plate}?key=k`;
    });
    afterAll(() => {
      register.closeAllConnections();
      register.close();
    });

    test('without a register the response is unavailable, not unknown', async () => {
      await expect(findByPlate(generation, request, null)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    });

    test("each request asks the operator's register", async () => {
      reply = (response) => response.end('{"models":["5001","gone"]}');
      const clock = new ManualClock();
      const { find } = remoteRegister(address, clock);
      expect([await find('AA123ZZ', vehicles), clock.waiting, accepted]).toEqual([[golf], 0, 'application/json']);
      expect(await find('AA123ZZ', vehicles)).toEqual([golf]);
      expect(asked).toEqual(['/plates/AA123ZZ?key=k', '/plates/AA123ZZ?key=k']);
      reply = (response) => response.end('{"models":[]}');
      expect(await find('AB123CD', vehicles)).toEqual([]);
      // Special characters stay within the placeholder of the address.
      expect(await find('../a?b', vehicles)).toEqual([]);
      expect(asked.at(-1)).toBe('/plates/..%2Fa%3Fb?key=k');
      reply = (response) => response.end(JSON.stringify({ models: Array(50).fill('x'.repeat(64)) }));
      expect(await find('AB123CD', vehicles)).toEqual([]);
    });

    test('each request asks the register of VINs, if the operator has one', async () => {
      reply = (response) => response.end('{"models":["5001"]}');
      const byVin = remoteRegister(address.replace('/plates/{plate}', '/vehicles/{vin}'), new ManualClock());
      const vin = 'WVWZZZ1KZ6W000001';
      expect(await byVin.find(vin, vehicles)).toEqual([golf]);
      expect(asked.at(-1)).toBe(`/vehicles/${vin}?key=k`);
      await expect(findByRegister(generation, vin, 'de-DE', null)).rejects.toMatchObject({ code: 'unavailable' });
    });

    test.each<[string, (response: ServerResponse, clock: ManualClock) => unknown, timeoutMs?: number]>([
      ['is not there', (response) => response.writeHead(404).end('{"models":[]}')],
      [
        'leads elsewhere',
        (response) =>
          asked.at(-1) === '/elsewhere'
            ? response.end('{"models":["5001"]}')
            : response.writeHead(302, { location: '/elsewhere' }).end(),
      ],
      ['answers in part', (response) => response.writeHead(206).end('{"models":[]}')],
      ['names 51 cars', (response) => response.end(JSON.stringify({ models: Array(51).fill('5001') }))],
      ['names a car too long', (response) => response.end(JSON.stringify({ models: ['x'.repeat(65)] }))],
      ['breaks off', (response) => response.destroy()],
      ['answers rubbish', (response) => response.end('{"models":"AA123ZZ"}')],
      ['answers without end', (response) => response.end(`"${'x'.repeat(100_000)}"`)],
      ['answers more than is read', (response) => response.end(`{"models":[]}${' '.repeat(100_000)}`)],
      ['says nothing', (_, clock) => clock.advance(1200)],
      ['says nothing in the time of a patient shop', (_, clock) => clock.advance(4000), 4000],
    ])('a register that %s is unavailable, and no word of it has the plate', async (_, broken, timeoutMs) => {
      const clock = new ManualClock();
      reply = (response) => broken(response, clock);
      const problem = await remoteRegister(address, clock, timeoutMs)
        .find('AA123ZZ', vehicles)
        .catch((error) => error);
      expect(problem).toMatchObject({ code: 'unavailable' });
      expect(inspect(problem, { depth: 9 })).not.toMatch(/AA123ZZ|127\.0\.0\.1/);
    });
  });
});

test.each([
  ['vin', 'wvw zzz1kz6w000001', true],
  ['vin', 'WVWZZZ1KZ6W00000', false],
  ['vin', 'WVWZZZ1KZ6W0000012', false],
  ['vin', 'IVWZZZ1KZ6W000001', false],
  ['vin', 'WVWZZZ1KZ6WO00001', false],
  ['vin', 'WVWZZZ1KZ6WQ00001', false],
  ['vin', 'WVWZZZ1KZ6W00000Ä', false],
  ...[
    'GB-001-B',
    'g-001-bb',
    '12-AB-CD',
    'AB-12-34',
    '12-34-AB',
    '12-AB-34',
    'AB-12-CD',
    'AB-CD-12',
    '12-ABC-3',
    '1-ABC-23',
  ].map((plate) => ['dutchPlate', plate, true] as const),
  ...['AB-CD-EF', '12-34-56', 'A-1-BCDE', 'GB-001', 'GB-001-BB'].map((plate) => ['dutchPlate', plate, false] as const),
  ['nationalCode', '123456', true],
  ['nationalCode', '123 4567', true],
  ['nationalCode', '12345', false],
  ['nationalCode', '12345678', false],
  ['nationalCode', '12345A', false],
] as const)('%s %p can be one: %s', (way, text, isOne) => {
  expect(isRegisterInput(way, readRegisterInput(text))).toBe(isOne);
});
