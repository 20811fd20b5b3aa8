import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFileError, readTable } from './data-table.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tables-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (content: string, name = 'table.csv') => {
  writeFileSync(join(folder, name), content);
  return readTable(join(folder, name), ['name', 'weight']);
};
const errorOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof DataFileError) return error.message.replace(`${folder}/`, '');
    throw error;
  }
  return 'none';
};

test('a table has its cells by column, with the line of each row', () => {
  const comma = read('\uFEFFname,weight,more\n"a, b",2,x\n\nc,,\n');
  expect(comma.map((row) => [row.line, row.text('name'), row.number('weight', 0, 2), row.text('none')])).toEqual([
    [2, 'a, b', 2, ''],
    [4, 'c', null, ''],
  ]);
  expect(read('name\tweight\n"a, b\t1\n', 'table.tsv').map((row) => row.text('name'))).toEqual(['"a, b']);
});

test('an error names the file, the line and what was expected', () => {
  expect(errorOf(() => read('name,height\na,1\n'))).toBe(
    'table.csv, line 1: the header lacks the column weight; found "name,height".',
  );
  for (const [row, found] of [
    ['b', 1],
    ['b,1,2', 3],
  ] as const)
    expect(errorOf(() => read(`name,weight\na,1\n${row}\n`))).toBe(
      `table.csv, line 3: expected 2 columns, found ${found}.`,
    );
  for (const empty of ['name,weight\n', '']) expect(errorOf(() => read(empty))).toBe('table.csv has no rows.');
  expect(errorOf(() => readTable(join(folder, 'none.csv'), []))).toMatch(/^none\.csv cannot be read: ENOENT/);
  const [row] = read('name,weight\n,11\n');
  expect(errorOf(() => row?.required('name'))).toBe('table.csv, line 2, column name: expected a value, found "".');
  for (const [low, high] of [
    [0, 10],
    [12, 20],
  ] as const)
    expect(errorOf(() => row?.requiredNumber('weight', low, high))).toBe(
      `table.csv, line 2, column weight: expected a number from ${low} to ${high}, found "11".`,
    );
  expect(errorOf(() => row?.oneOf('weight', ['1', '2']))).toBe(
    'table.csv, line 2, column weight: expected one of 1, 2, found "11".',
  );
});
