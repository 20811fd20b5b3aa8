import type { DatabaseSync } from 'node:sqlite';
import { nameKey } from '../offer-store/name-key.js';
import { RowError } from './reading/import-errors.js';

interface Leaf {
  readonly id: number;
  /** Kind of drawing of the category. */
  readonly kind: string;
}

export class KnownLeaves {
  readonly #leaves: ReadonlyMap<string, Leaf | null>;

  constructor(database: DatabaseSync) {
    this.#leaves = readLeaves(database);
  }

  /**
   * Finds a leaf by id, by its title in any language, or by a path that ends with it.
   * @throws RowError if no leaf matches, or several do
   */
  find(text: string): Leaf {
    // A path such as `Brakes > Discs` is looked up by its last step.
    for (const name of [text, text.split(/[>/|]/).at(-1) ?? '']) {
      const leaf = this.#leaves.get(nameKey(name));
      if (leaf) return leaf;
      if (leaf === null) throw new RowError('category', text, 'is the name of several categories; give its id');
    }
    throw new RowError('category', text, 'is no leaf of the category tree');
  }
}

/** Reads leaves by id and by title in all languages; null = two leaves share the title. */
function readLeaves(database: DatabaseSync): Map<string, Leaf | null> {
  const leaves = new Map<string, Leaf | null>();
  const rows = database
    .prepare(
      'select c.id, c.kind, t.title, t.slug from category c join category_text t on t.category_id = c.id where c.is_leaf = 1 order by c.id',
    )
    .all();
  for (const row of rows) {
    const leaf = { id: Number(row.id), kind: String(row.kind) };
    for (const name of [String(row.title), String(row.slug)]) {
      const known = leaves.get(nameKey(name));
      leaves.set(nameKey(name), known === undefined || known?.id === leaf.id ? leaf : null);
    }
  }
  for (const row of rows) leaves.set(String(row.id), { id: Number(row.id), kind: String(row.kind) });
  return leaves;
}
