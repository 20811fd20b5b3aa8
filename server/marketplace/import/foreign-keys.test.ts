import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ForeignKeys } from './foreign-keys.js';

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
