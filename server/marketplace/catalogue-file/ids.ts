import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { refuseDamaged } from '../state/state-store.js';

export const idKinds = [
  'manufacturer',
  'series_family',
  'series_page',
  'series',
  'model',
  'brand',
  'product',
  'shop',
] as const;
export type IdKind = (typeof idKinds)[number];

/** The kind with most keys: they stay in the file, because a map of them needs too much memory for a small machine. */
const largeKind = 'product';

/** Natural key of a product: brand and normalised number (D50). */
export const productNaturalKey = (brandName: string, norm: string): string => `${brandName}|${norm}`;

/** Natural key of a model (D50). `from`: first month, counted from year 0; null = unknown. */
export const modelNaturalKey = (model: {
  readonly make: string;
  readonly page: string;
  readonly series: string;
  readonly name: string;
  readonly fuel: string;
  readonly ccm: number;
  readonly kw: number;
  readonly from: number | null;
}): string =>
  [model.make, model.page, model.series, model.name, model.fuel, model.ccm, model.kw, model.from ?? ''].join('|');

/**
 * Public ids that survive generations: a natural key keeps its id, and an id is never reused (D50). All changes are in
 * one transaction, so that a failed import leaves no trace.
 */
export class IdRegistry {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #insertNew: StatementSync;
  readonly #find: StatementSync;
  readonly #known = new Map<IdKind, Map<string, number>>();
  readonly #next = new Map<IdKind, number>();

  /**
   * @param file path; created if missing, and locked for writing until `close`
   * @param timeoutMs milliseconds to wait for another writer
   * @throws StateFileError if the file is damaged
   */
  constructor(file: string, timeoutMs = 5000) {
    this.#database = new DatabaseSync(file);
    try {
      this.#begin(timeoutMs);
    } catch (error) {
      this.#database.close();
      refuseDamaged(file, error);
    }
    this.#insert = this.#database.prepare('insert into id (kind, natural_key, id) values (?, ?, ?)');
    this.#insertNew = this.#database.prepare(
      'insert into id (kind, natural_key, id) values (?, ?, ?) on conflict do nothing',
    );
    this.#find = this.#database.prepare('select id from id where kind = ? and natural_key = ?');
  }

  #begin(timeoutMs: number): void {
    this.#database.exec(`
      pragma journal_mode = delete;
      pragma synchronous = full;
      pragma busy_timeout = ${timeoutMs};
      pragma cache_size = -65536;
      begin immediate;
      create table if not exists id (kind text not null, natural_key text not null, id integer not null,
        primary key (kind, natural_key), unique (kind, id)) without rowid;
    `);
    // The lock is held from here on, also after a commit.
    this.#database.exec('pragma locking_mode = exclusive');
    this.#readKnown();
  }

  #readKnown(): void {
    for (const kind of idKinds) {
      const row = this.#database.prepare('select max(id) as last from id where kind = ?').get(kind);
      this.#next.set(kind, Number(row?.last ?? 0) + 1);
      if (kind === largeKind) continue;
      const rows = this.#database.prepare('select natural_key, id from id where kind = ?').iterate(kind);
      this.#known.set(kind, new Map(Array.from(rows, ({ natural_key, id }) => [String(natural_key), Number(id)])));
    }
  }

  /**
   * Returns the id of a natural key; a new key gets one.
   * @param wanted preferred id of a new key, for ids that configuration refers to
   */
  idOf(kind: IdKind, naturalKey: string, wanted?: number): number {
    if (kind === largeKind) return this.#largeIdOf(kind, naturalKey);
    const keys = this.#known.get(kind);
    if (!keys) throw new RangeError(`unknown kind of id: ${kind}`);
    const known = keys.get(naturalKey);
    if (known !== undefined) return known;
    const next = this.#next.get(kind) ?? 1;
    const isFree = wanted !== undefined && ![...keys.values()].includes(wanted);
    const id = isFree ? wanted : next;
    this.#insert.run(kind, naturalKey, id);
    keys.set(naturalKey, id);
    this.#next.set(kind, Math.max(next, id + 1));
    return id;
  }

  knows(kind: Exclude<IdKind, 'product'>, naturalKey: string): boolean {
    return this.#known.get(kind)?.has(naturalKey) ?? false;
  }

  /** Assigns a given id to a natural key, and drops conflicting entries. */
  give(kind: Exclude<IdKind, 'product'>, naturalKey: string, id: number): void {
    const keys = this.#known.get(kind);
    if (!keys || keys.get(naturalKey) === id) return;
    this.#database.prepare('delete from id where kind = ? and (natural_key = ? or id = ?)').run(kind, naturalKey, id);
    this.#insert.run(kind, naturalKey, id);
    for (const [key, each] of keys) if (each === id) keys.delete(key);
    keys.set(naturalKey, id);
    this.#next.set(kind, Math.max(this.#next.get(kind) ?? 1, id + 1));
  }

  #largeIdOf(kind: IdKind, naturalKey: string): number {
    const next = this.#next.get(kind) ?? 1;
    if (this.#insertNew.run(kind, naturalKey, next).changes === 0) {
      return Number(this.#find.get(kind, naturalKey)?.id);
    }
    this.#next.set(kind, next + 1);
    return next;
  }

  /** Prints all catalogue ids as lines of JSON in the order of their creation, without those of shops. */
  printCatalogueIds(): string {
    const rows = this.#database.prepare("select kind, id, natural_key from id where kind <> 'shop' order by kind, id");
    let text = '';
    for (const { kind, id, natural_key } of rows.iterate()) text += `${JSON.stringify([kind, id, natural_key])}\n`;
    return text;
  }

  /**
   * Imports the output of {@link printCatalogueIds}. Returns null, or the first conflict; the caller must then not
   * commit.
   */
  importIds(text: string): string | null {
    const owner = this.#database.prepare('select natural_key from id where kind = ? and id = ?');
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const [kind, id, key]: [string, number, string] = JSON.parse(line);
      if (this.#insertNew.run(kind, key, id).changes > 0) continue;
      if (Number(this.#find.get(kind, key)?.id) !== id)
        return `${kind} ${id} is ${String(owner.get(kind, id)?.natural_key ?? 'not given')} here and ${key} there`;
    }
    this.#readKnown();
    return null;
  }

  /** Takes over the ids of a copy of this registry, which has given further ones. @param file path of the copy */
  takeOver(file: string): void {
    this.#database.prepare('attach ? as copy').run(file);
    this.#database.exec(`
      delete from main.id where (kind, natural_key, id) not in (select kind, natural_key, id from copy.id);
      insert or ignore into main.id select kind, natural_key, id from copy.id;
    `);
    this.#readKnown();
  }

  /** Commits the new ids and begins the next transaction. */
  commit(): void {
    this.#database.exec('commit; begin immediate');
  }

  /** Closes the registry, and discards uncommitted ids. */
  close(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback');
    this.#database.close();
  }
}
