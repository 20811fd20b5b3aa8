import type { DatabaseSync } from 'node:sqlite';
import { ExpectedError } from '../program/expected-error.js';
// Contradictions, each with a query that counts its rows.
import mistakes from '../state/catalogue-mistakes.json' with { type: 'json' };

/** A generation that must not be served. */
export class InvalidCatalogueError extends ExpectedError {
  override name = 'InvalidCatalogueError';
}

const emptyLeaves = 'select count(*) from category where is_leaf = 1 and product_count = 0';

export interface CatalogueChecks {
  /** Rejects leaves without products. A catalogue with other vehicles may have such leaves. */
  readonly everyLeaf: boolean;
  /** `quick` omits the comparison of indexes with their tables. */
  readonly integrity: 'full' | 'quick';
  /** Tables that may differ from a checked catalogue; null = all. */
  readonly changed: readonly string[] | null;
}

/** @throws InvalidCatalogueError if tables contradict each other or the file is damaged */
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
