import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { idsOf } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { decodeFilters } from '../../contract/filters.js';
import { fillLeafColumns } from '../catalogue-file/fill-leaf-columns.js';
import type { Generation } from '../generation/generation.js';
import { findFullText } from './full-text.js';
import { fillValues } from './lookup/fill-values.js';

const folder = mkdtempSync(join(tmpdir(), 'two-meanings-'));
let generation: Generation;
beforeAll(async () => {
  const titles = { [ids.discs]: 'Ölverlust-Stop', [ids.pads]: 'Ventildeckeldichtung' };
  const file = writeCatalogue(folder, { generation: 'g1', titles });
  const catalogue = new DatabaseSync(join(folder, file));
  const attributes = [
    ['diameter', '288.5', 'mm'],
    ['thickness', '1.6', 'mm'],
    ['spec', 'G12+', null],
  ];
  catalogue.prepare('update product set attributes = ? where id = ?').run(JSON.stringify(attributes), ids.firstDisc);
  fillLeafColumns(catalogue);
  fillValues(catalogue);
  catalogue.close();
  generation = await openCatalogue(folder, 'g1', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(folder, { recursive: true });
});

async function find(term: string) {
  const { specific, reading, named, vehicle, resultCount } = await findFullText(
    generation,
    { country: 'DE', locale: 'de-DE', sort: 'popularity', page: 1, pageSize: 20, term },
    () => undefined,
  );
  return {
    categories: idsOf(specific),
    named: Number(named?.id ?? 0),
    filters: decodeFilters(reading.f) ?? [],
    notes: reading.notes.map(({ kind, text }) => `${kind} ${text}`),
    make: vehicle?.manufacturer.name ?? null,
    count: resultCount,
  };
}
const about = { filters: [], notes: [], make: null };
const discs = { ...about, categories: [ids.discs], named: ids.discs, count: discCount };
const pads = { ...about, categories: [ids.pads], named: ids.pads, count: 1 };

test('a word for a fault names possible causes, but beside a measure still the part that bears its name', async () => {
  const causes = { ...pads, named: 0, notes: ['symptom '] };
  for (const term of ['Ölverlust', 'Ölverlust am Motor']) expect([term, await find(term)]).toEqual([term, causes]);
  expect(await find('Ölverlust-Stop')).toEqual(discs);
  const thin = { ...discs, count: 1, filters: [{ key: 'thickness', values: ['25'] }] };
  expect(await find('Ölverlust-Stop 25 mm')).toEqual(thin);
});

test('a code of the catalogue is a filter; a number is a measure, but beside a name of an engine its capacity', async () => {
  const coded = { ...discs, count: 1, filters: [{ key: 'spec', values: ['G12+'] }] };
  for (const term of ['G12+', 'Ölverlust-Stop g12+']) expect([term, await find(term)]).toEqual([term, coded]);
  const measured = { ...discs, count: 1, filters: [{ key: 'thickness', values: ['1.6'] }] };
  expect(await find('Ölverlust-Stop 1.6')).toEqual(measured);
  expect(await find('Ölverlust-Stop 1.6 TDI')).toEqual({ ...discs, notes: ['car 1.6 tdi'] });
  const unknown = { ...about, categories: [], named: 0, count: 0, notes: ['unknown 1.6', 'unknown TDI'] };
  expect(await find('1.6 TDI')).toEqual(unknown);
  // Without a decimal sign it is no capacity.
  expect(await find('Ventildeckeldichtung 16 TDI')).toMatchObject({
    named: ids.pads,
    notes: ['missing 16', 'unknown TDI'],
  });
});

test('three signs begin a part number only if they are the whole search', async () => {
  const started = { ...discs, named: 0 };
  for (const term of ['1k0', 'Ventildeckeldichtung 1k06']) expect([term, await find(term)]).toEqual([term, started]);
  expect(await find('Ventildeckeldichtung 1k0')).toEqual({ ...pads, notes: ['unknown 1k0'] });
});

test('a maker is found by its short name', async () => {
  expect(await find('VW Ventildeckeldichtung')).toMatchObject({ make: 'Volkswagen', named: ids.pads, notes: [] });
  expect(await find('Beemer')).toMatchObject({ make: 'BMW', notes: [] });
  expect(await find('Merc Ventildeckeldichtung')).toEqual({ ...pads, notes: ['unknown Merc'] });
});
