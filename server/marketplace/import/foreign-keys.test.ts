import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ForeignKeys, foreignKeysIn } from './foreign-keys.js';

test('the keys of a file replace those of its cars, and a repeated key is not new', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`create table vehicle_key (key text, model_number integer);
    insert into vehicle_key values ('OLD', 1), ('SAME', 2), ('KEPT', 3)`);
  const keys = new ForeignKeys(database);
  expect([keys.add(1, ['A', 'B']), keys.add(1, ['B']), keys.add(1, []), keys.add(2, ['SAME'])]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([keys.write(), keys.write()]).toEqual([1, 0]);
  const rows = database.prepare('select key, model_number as model from vehicle_key order by key').all();
  expect(rows.map(({ key, model }) => `${key} ${model}`)).toEqual(['A 1', 'B 1', 'KEPT 3', 'SAME 2']);
});

test('a car has up to fifty keys of up to forty signs', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `K${at}`).join(' ');
  expect(foreignKeysIn({ key: keys(50) }, 'key')).toHaveLength(50);
  expect(() => foreignKeysIn({ key: keys(51) }, 'key')).toThrow('has more than 50 keys');
  expect(foreignKeysIn({ key: `${'x'.repeat(40)}; b|B` }, 'key')).toEqual(['X'.repeat(40), 'B']);
  expect(() => foreignKeysIn({ key: 'x'.repeat(41) }, 'key')).toThrow('is no key of up to 40 letters and digits');
});
