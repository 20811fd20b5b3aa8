import type { DatabaseSync } from 'node:sqlite';
import { ExpectedError } from '../program/expected-error.js';
// What must not be, each with a query that counts the rows which are so.
import mistakes from '../state/catalogue-mistakes.json' with { type: 'json' };

/** A generation that must not be served. */
export class InvalidCatalogueError extends ExpectedError {
  override name = 'InvalidCatalogueError';
}

const emptyLeaves = 'select count(*) from category where is_leaf = 1 and product_count = 0';

export interface CatalogueChecks {
  /** Whether a leaf without products is an error: another vehicle file may hold no car that needs it. */
  readonly everyLeaf: boolean;
  /** How the file itself is read over; `quick` leaves out the comparison of each index with its table. */
  readonly integrity: 'full' | 'quick';
  /** Tables that may differ from a catalogue that has been checked before; null = all of them. */
  readonly changed: readonly string[] | null;
}

/** Throws InvalidCatalogueError with a sentence where the tables contradict each other or the file is damaged. */
export function validateCatalogue(database: DatabaseSync, { everyLeaf, integrity, changed }: CatalogueChecks): void {
  const found: string[] = [];
  const queries = { ...mistakes, ...(everyLeaf && { 'leaves without products': emptyLeaves }) };
  for (const [sentence, query] of Object.entries(queries)) {
    if (changed && !changed.some((table) => speaksOf(query, table))) continue;
    const row = database.prepare(query).get();
    const count = Number(Object.values(row ?? {})[0] ?? 0);
    if (count > 0) found.push(`${count} ${sentence}`);
  }
  const check = integrity === 'full' ? 'pragma integrity_check' : 'pragma quick_check';
  for (const selection of changed?.map((table) => `(${table})`) ?? ['']) {
    const result = String(Object.values(database.prepare(check + selection).get() ?? {})[0]);
    if (result !== 'ok') found.push(result);
  }
  if (found.length > 0) throw new InvalidCatalogueError(`The new catalogue is not served: ${found.join('; ')}.`);
}

const speaksOf = (query: string, table: string): boolean => new RegExp(`\\b${table}\\b`).test(query);
