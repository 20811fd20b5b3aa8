import { DatabaseSync, type StatementSync } from 'node:sqlite';

export const idKinds = [
  'manufacturer',
  'series_family',
  'series_page',
  'series',
  'model',
  'brand',
  'product',
  'shop',
  'offer',
] as const;
export type IdKind = (typeof idKinds)[number];

/**
 * Public ids that survive generations: the same natural key always has the same id, and an id is never given twice,
 * even when its owner has left the catalogue (D50). All work happens in one transaction: nothing is kept
 * before `commit`, so a failed import leaves no trace.
 */
export class IdRegistry {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #known = new Map<IdKind, Map<string, number>>();
  readonly #next = new Map<IdKind, number>();

  /** @param file path of the registry; made where it does not exist. Locks it for writing until closed. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      pragma journal_mode = delete;
      pragma synchronous = full;
      pragma busy_timeout = 5000;
      create table if not exists id (kind text not null, natural_key text not null, id integer not null,
        primary key (kind, natural_key), unique (kind, id)) without rowid;
      begin immediate;
    `);
    this.#insert = this.#database.prepare('insert into id (kind, natural_key, id) values (?, ?, ?)');
    for (const kind of idKinds) this.#load(kind);
  }

  #load(kind: IdKind): void {
    const keys = new Map<string, number>();
    let last = 0;
    for (const row of this.#database.prepare('select natural_key, id from id where kind = ?').iterate(kind)) {
      const id = Number(row.id);
      keys.set(String(row.natural_key), id);
      last = Math.max(last, id);
    }
    this.#known.set(kind, keys);
    this.#next.set(kind, last + 1);
  }

  /**
   * The id of a natural key, given now where the key is new.
   * @param wanted the id a new key gets if nobody has it yet; for ids that configuration refers to.
   */
  idOf(kind: IdKind, naturalKey: string, wanted?: number): number {
    const keys = this.#known.get(kind);
    if (!keys) throw new RangeError(`unknown kind of id: ${kind}`);
    const known = keys.get(naturalKey);
    if (known !== undefined) return known;
    const next = this.#next.get(kind) ?? 1;
    const id = wanted !== undefined && !this.#isTaken(keys, wanted) ? wanted : next;
    this.#insert.run(kind, naturalKey, id);
    keys.set(naturalKey, id);
    this.#next.set(kind, Math.max(next, id + 1));
    return id;
  }

  #isTaken(keys: Map<string, number>, id: number): boolean {
    for (const taken of keys.values()) if (taken === id) return true;
    return false;
  }

  /** Keeps everything given since the registry was opened and goes on. */
  commit(): void {
    this.#database.exec('commit; begin immediate');
  }

  /** Drops what was not committed. */
  close(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback');
    this.#database.close();
  }
}
