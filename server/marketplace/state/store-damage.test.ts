import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { damageOf, isDamage } from './store-damage.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damage-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a missing, empty or foreign file is damaged, and so are rows without those that they refer to', () => {
  const file = (name: string, content?: string): string => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };
  expect(damageOf(file('missing'))).toBe('it is not there');
  expect(damageOf(file('empty', ''))).toBe('it is empty');
  expect(damageOf(file('foreign', 'no database at all '.repeat(100)))).toBe('it is no SQLite file, or damaged');
  const database = new DatabaseSync(file('sound'), { enableForeignKeyConstraints: false });
  database.exec('create table one (id integer primary key); create table two (one integer references one (id))');
  expect([damageOf(file('sound')), damageOf(file('sound'), true)]).toEqual([null, null]);
  database.exec('insert into two values (7)');
  database.close();
  // A quick check looks at pages only.
  expect([damageOf(file('sound')), damageOf(file('sound'), true)]).toEqual([
    'rows refer to rows that are missing',
    null,
  ]);
});

test('only what SQLite says about a file is damage, in its longer codes too', () => {
  const errors = [11, 26, 11 + 256, 5, 1].map((errcode) => Object.assign(new Error('SQLite'), { errcode }));
  expect(errors.map(isDamage)).toEqual([true, true, true, false, false]);
  expect([isDamage(null), isDamage(new Error('ENOSPC'))]).toEqual([false, false]);
});
