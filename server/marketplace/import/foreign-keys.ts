import type { DatabaseSync } from 'node:sqlite';
import { RowError } from './reading/import-errors.js';
import type { Fields } from './reading/records.js';
import { plainText } from './values.js';

/** A list with more keys per car has something else in its column. */
const mostKeys = 50;
const longestKey = 40;

/** Reads keys of other systems for a car, in capitals, separated by commas, semicolons, bars or spaces. */
export function foreignKeysIn(fields: Fields, field: string): string[] {
  const text = plainText(fields, field, mostKeys * (longestKey + 1));
  if (text === null) return [];
  const keys = text
    .toUpperCase()
    .split(/[\s,;|]+/)
    .filter(Boolean);
  const wrong = keys.find((key) => key.length > longestKey || !/^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u.test(key));
  if (wrong !== undefined || keys.length === 0)
    throw new RowError(field, wrong ?? text, `is no key of up to ${longestKey} letters and digits`);
  if (keys.length > mostKeys) throw new RowError(field, text, `has more than ${mostKeys} keys`);
  return [...new Set(keys)];
}

/**
 * Keys that other systems have for cars. The keys in a file replace all keys of a car; a car without keys in the file
 * keeps its own.
 */
export class ForeignKeys {
  readonly #keysByModel = new Map<number, Set<string>>();

  constructor(private readonly database: DatabaseSync) {}

  /** @returns whether any of the keys is new in this file */
  add(model: number, keys: readonly string[]): boolean {
    if (keys.length === 0) return false;
    const known = this.#keysByModel.get(model) ?? new Set();
    this.#keysByModel.set(model, known);
    const before = known.size;
    for (const key of keys) known.add(key);
    return known.size > before;
  }

  /** @returns how many cars have other keys than before */
  write(): number {
    const find = this.database.prepare('select key from vehicle_key where model_number = ?');
    const drop = this.database.prepare('delete from vehicle_key where model_number = ?');
    const insert = this.database.prepare('insert into vehicle_key values (?, ?)');
    let changed = 0;
    for (const [model, keys] of this.#keysByModel) {
      const known = find.all(model).map(({ key }) => String(key));
      if (known.length === keys.size && known.every((key) => keys.has(key))) continue;
      drop.run(model);
      for (const key of keys) insert.run(key, model);
      changed++;
    }
    return changed;
  }
}
