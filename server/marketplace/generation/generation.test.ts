import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { createdAt, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { fillProductFlags } from '../offer-store/product-flags.js';
import { CatalogueStore } from './catalogue-store.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'generation-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a catalogue of this version is opened, with brands, popularity and usual packs in memory', async () => {
  const file = writeCatalogue(folder, { generation: 'now' });
  const database = new DatabaseSync(join(folder, file));
  database.exec(`update category set usual_quantity = 2 where id = ${ids.discs}`);
  fillProductFlags(database);
  database.close();
  const generation = await openCatalogue(folder, 'now', file);
  expect(generation).toMatchObject({ id: 'now', isDemonstration: true, createdAt });
  expect(generation.brandsBySeoName.get('brand-2')?.id).toBe(2);
  const of = (table: Uint32Array | Uint16Array) => [ids.firstDisc, ids.pad, 9].map((id) => table[id]);
  expect([of(generation.popularity), of(generation.usualPacks)]).toEqual([
    [200, 91, 0],
    [2, 0, 0],
  ]);
  await generation.close();
});

test('tables that readers of the served catalogue use are loaded before the switch', async () => {
  const served = await openCatalogue(folder, 'served', writeCatalogue(folder, { generation: 'served' }));
  expect(served.vehicles.manufacturers.size).toBeGreaterThan(0);
  const file = writeCatalogue(folder, { generation: 'next' });
  const [next, unready] = [
    await openCatalogue(folder, 'next', file, served),
    await openCatalogue(folder, 'unready', file),
  ];
  const database = new DatabaseSync(join(folder, file));
  database.exec('delete from manufacturer; delete from series');
  database.close();
  expect(next.vehicles.manufacturers).toEqual(served.vehicles.manufacturers);
  expect([unready.vehicles.manufacturers.size, next.vehicles.series.size]).toEqual([0, 0]);
  for (const each of [served, next, unready]) await each.close();
});

test('a cancelled opening keeps the served catalogue', async () => {
  const served = await openCatalogue(folder, 'served', writeCatalogue(folder, { generation: 'left' }));
  const ending = new AbortController();
  const opening = openCatalogue(folder, 'next', 'catalogue-left.db', served, ending.signal);
  ending.abort();
  await expect(opening).rejects.toThrow('aborted');
  expect(served.categories.leaves.length).toBeGreaterThan(0);
  expect(await served.db.selectFrom('meta').selectAll().execute()).not.toEqual([]);
  await served.close();
});

test('the former catalogue is closed a while after the switch, and then old files may go', async () => {
  const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const clock = new ManualClock();
  const dataDir = mkdtempSync(join(folder, 'switch-'));
  activate(dataDir, 'g1', writeCatalogue(dataDir, { generation: 'g1' }));
  let retired = 0;
  const onRetired = async () => void retired++;
  const store = await CatalogueStore.open(dataDir, { clock, times: { pollMs: 100, drainMs: 5000 }, onRetired });
  const former = store.require();
  const read = () => former.db.selectFrom('meta').selectAll().execute();
  activate(dataDir, 'g2', writeCatalogue(dataDir, { generation: 'g2' }));
  await until('the next one is served', async () => {
    await clock.advance(10);
    return store.require().id === 'g2';
  });
  expect(await read()).not.toEqual([]);
  await clock.advance(5000);
  await until('the former one is closed', () => retired > 0);
  await expect(read()).rejects.toThrow();
  expect(retired).toBe(1);
  await store.close();
  silent.mockRestore();
});

test('a state that cannot be read yet is no damage, and its catalogue is served as soon as it can be', async () => {
  const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const clock = new ManualClock();
  const dataDir = mkdtempSync(join(folder, 'unready-'));
  // Another program has made the file, and not yet its tables.
  new DatabaseSync(join(dataDir, 'state.db')).close();
  const store = await CatalogueStore.open(dataDir, { clock, times: { pollMs: 100, drainMs: 5000 } });
  expect(store.current).toBeNull();
  activate(dataDir, 'g1', writeCatalogue(dataDir, { generation: 'g1' }));
  await until('the catalogue is served', async () => {
    await clock.advance(10);
    return store.current?.id === 'g1';
  });
  await store.close();
  silent.mockRestore();
});

test.each([1, catalogueVersion + 1])('a catalogue of version %i is refused with both versions', async (version) => {
  const file = writeCatalogue(folder, { generation: `version-${version}` });
  const database = new DatabaseSync(join(folder, file));
  database.exec(`pragma user_version = ${version}`);
  database.close();
  await expect(openCatalogue(folder, 'other', file)).rejects.toThrow(
    `version ${version}, this program reads version ${catalogueVersion}`,
  );
});

test('a catalogue is a demonstration only if it says so, and old if it names no time', async () => {
  const file = writeCatalogue(folder, { generation: 'bare' });
  const database = new DatabaseSync(join(folder, file));
  database.exec(
    "update meta set value = '0' where key = 'is_demonstration'; delete from meta where key = 'created_at'",
  );
  database.close();
  const generation = await openCatalogue(folder, 'bare', file);
  expect(generation).toMatchObject({ isDemonstration: false, createdAt: '1970-01-01T00:00:00.000Z' });
  await generation.close();
});

test('vehicles are found by their keys, and models by number and series', async () => {
  const file = writeCatalogue(folder, { generation: 'vehicles' });
  const database = new DatabaseSync(join(folder, file));
  database.exec("insert into kba values (90003, 4, '0603', 'ABC'), (80000, 1, '0005', 'XYZ')");
  database.close();
  const generation = await openCatalogue(folder, 'vehicles', file);
  const { vehicles } = generation;
  const kbas = (rows: readonly { kba_id: number }[]) => rows.map(({ kba_id }) => kba_id);
  expect([...vehicles.modelsNumbered([3, 9]).keys()]).toEqual([3]);
  expect(['0603ABC', '0603ABD', '0603'].map((keys) => kbas(vehicles.kbasByKeys(keys)))).toEqual([
    [90001, 90003],
    [90002],
    [],
  ]);
  const golf = vehicles.model(ids.golfModel);
  expect(kbas(vehicles.kbasOf(golf as NonNullable<typeof golf>))).toEqual([80000, 90001, 90002]);
  expect([vehicles.modelOfKba(90003)?.id, vehicles.modelOfKba(1)]).toEqual(['5004', undefined]);
  expect([...vehicles.manufacturers.keys()]).toEqual([1, 2, 3]);
  await generation.close();
});

test('a missing file is refused', async () => {
  await expect(openCatalogue(folder, 'none', 'none.db')).rejects.toThrow();
});
