import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import type { Generation } from '../generation/generation.js';
import { findByKeyNumbers } from './key-numbers.js';
import { fictitiousPlates } from './registers.js';

let dataDir: string;
let generation: Generation;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'key-numbers-'));
  const file = writeCatalogue(dataDir, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(dataDir, file));
  // In the fixture the popularity of a model equals its power: 75, 77, 120.
  catalogue.exec(
    "update model set name = '320d Allrad' where number = 3; insert into kba values (90003, 3, '0603', 'ABC'), (90004, 2, '0603', 'ABC'), (90005, 99, '0603', 'ABC')",
  );
  catalogue.close();
  generation = await openCatalogue(dataDir, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(dataDir, { recursive: true });
});

test('of several vehicles of one HSN and TSN the most built comes first; one without a model is omitted', () => {
  const found = (keys: string) =>
    findByKeyNumbers(generation, { keys, locale: 'de-DE', country: 'DE' } as never).map(({ kbaId, model }) => [
      kbaId,
      model?.id,
    ]);
  const all = [
    ['90003', ids.bmwModel],
    ['90001', ids.golfModel],
    ['90004', ids.golfConditional],
  ];
  expect(found('0603ABC')).toEqual(all);
  expect(found('O6O3ABC')).toEqual(all);
  expect(found('0603ABD')).toEqual([['90002', ids.golfModel]]);
  expect(found('0603XYZ')).toEqual([]);
});

test('each fictitious plate names one of the most built models of France', async () => {
  const found = async (plate: string) => (await fictitiousPlates.find(plate, generation.vehicles)).map(({ id }) => id);
  // In France the weakest car of the fixture is the most popular.
  expect(await Promise.all(['AA123ZZ', 'IO123OU', 'IO456OU', '56UI99', 'AA123ZY'].map(found))).toEqual([
    [ids.golfConditional],
    [ids.golfModel],
    ['5004', ids.bmwModel],
    [],
    [],
  ]);
});

test('a vehicle has the words of the edition, and the keys of its papers', () => {
  const found = findByKeyNumbers(generation, { keys: '0603ABC', locale: 'fr-FR', country: 'FR' } as never);
  expect(found.find(({ kbaId }) => kbaId === '90003')?.model).toMatchObject({
    ...{ id: ids.bmwModel, name: '320d 4x4', kbas: [{ kbaId: '90003', hsn: '0603', tsn: 'ABC' }] },
  });
});
