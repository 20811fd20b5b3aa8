import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readMakes } from '../../vehicles/makes.js';
import { columnsOf } from './columns.js';
import { readMapping } from './mapping.js';

const folder = mkdtempSync(join(tmpdir(), 'mapping-'));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (content: unknown): string => {
  const file = join(folder, 'mapping.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};

test('a mapping to an unknown column is refused with the list of columns', () => {
  for (const part of [
    { columns: { kiloWatts: 'fuel' } },
    { values: { kiloWatts: {} } },
    { constants: { kiloWatts: '1' } },
  ])
    expect(() => readMapping(written(part), 'vehicles')).toThrow(
      new RegExp(
        `names "kiloWatts" in ${Object.keys(part)[0]}, .*: ${columnsOf.vehicles.map(({ name }) => name).join(', ')}\\.$`,
      ),
    );
  // A file of another kind may have a text of any length where names belong.
  expect(() => readMapping(written({ constants: { ['x'.repeat(61)]: '1' } }), 'vehicles')).toThrow(
    `names "${'x'.repeat(60)}" in constants`,
  );
  expect(readMapping(written({ columns: { kw: 'kiloWatts' } }), 'vehicles').columns).toEqual({ kw: 'kiloWatts' });
});

test('a mapping of another form is refused with the place of the first mistake', () => {
  expect(() => readMapping(written([]), 'vehicles')).toThrow(/is wrong at its top: /);
  expect(() => readMapping(written({ values: { fuel: { D: 1 } } }), 'vehicles')).toThrow(
    /is wrong at values\.fuel\.D: /,
  );
});

test("the mappings in the repository name our columns, and makes in the shop's spelling", () => {
  const makes = new Set([...readMakes().values()].map(({ name }) => name));
  const shipped = join(import.meta.dirname, '../mappings');
  for (const name of readdirSync(shipped)) {
    const { values } = readMapping(join(shipped, name), 'vehicles');
    for (const make of Object.values(values.make ?? {}))
      if (make !== null) expect([name, makes.has(make), make]).toEqual([name, true, make]);
  }
});
