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

/** Kinds with many keys: looked up in the file, since a map of them would not fit a small machine's memory. */
const largeKinds: ReadonlySet<IdKind> = new Set(['product']);

/** Natural key of a product: the brand and the normalised number (D50). */
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
 * Public ids that survive generations: the same natural key always has the same id, and an id is never given twice,
 * even when its owner has left the catalogue (D50). All work happens in one transaction: nothing is kept
 * before `commit`, so a failed import leaves no trace.
 */
export class IdRegistry {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #insertNew: StatementSync;
  readonly #find: StatementSync;
  readonly #known = new Map<IdKind, Map<string, number>>();
  readonly #next = new Map<IdKind, number>();

  /**
   * @param file path of the registry; made where it does not exist. Locks it for writing until closed.
   * @param timeoutMs how long another writer is waited for, in milliseconds
   * @throws StateFileError where the file is damaged
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
    // The lock is held from here on. Commits in between do not release it.
    this.#database.exec('pragma locking_mode = exclusive');
    this.#readKnown();
  }

  #readKnown(): void {
    for (const kind of idKinds) {
      if (largeKinds.has(kind)) this.#count(kind);
      else this.#load(kind);
    }
  }

  #count(kind: IdKind): void {
    const row = this.#database.prepare('select max(id) as last from id where kind = ?').get(kind);
    this.#next.set(kind, Number(row?.last ?? 0) + 1);
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
   * @param wanted the id a new key gets if nobody has it yet; for ids that configuration refers to, not for products
   * and offers.
   */
  idOf(kind: IdKind, naturalKey: string, wanted?: number): number {
    if (largeKinds.has(kind)) return this.#largeIdOf(kind, naturalKey);
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

  /** Whether a natural key has an id. Of kinds that are kept in memory. */
  knows(kind: Exclude<IdKind, 'product'>, naturalKey: string): boolean {
    return this.#known.get(kind)?.has(naturalKey) ?? false;
  }

  /** Has an id stand for another natural key, as more is known of what it is of. */
  rekey(kind: Exclude<IdKind, 'product'>, id: number, naturalKey: string): void {
    this.#database.prepare('update id set natural_key = ? where kind = ? and id = ?').run(naturalKey, kind, id);
    const keys = this.#known.get(kind);
    const [before] = [...(keys ?? [])].find(([, each]) => each === id) ?? [];
    if (before !== undefined) keys?.delete(before);
    keys?.set(naturalKey, id);
  }

  /** Has a natural key stand for an id that was given elsewhere, whatever either was of here. */
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

  #isTaken(keys: Map<string, number>, id: number): boolean {
    for (const taken of keys.values()) if (taken === id) return true;
    return false;
  }

  /**
   * All ids that imports of a catalogue give, as lines of JSON, those of a kind in the order in which they were given.
   * Ids of shops are not among them: they are given where the offers are.
   */
  printCatalogueIds(): string {
    const rows = this.#database.prepare(
      "select kind, id, natural_key from id where kind not in ('shop', 'offer') order by kind, id",
    );
    let text = '';
    for (const { kind, id, natural_key } of rows.iterate()) text += `${JSON.stringify([kind, id, natural_key])}\n`;
    return text;
  }

  /**
   * Takes over what {@link printCatalogueIds} of another registry has printed.
   * @returns null; or the first id that is something else here, and then nothing may be committed
   */
  takeOver(text: string): string | null {
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

  /** Keys of offers that versions without `offers.db` have kept here: the shop's id, `|`, and its own key. */
  *formerOffers(): Iterable<{ readonly shopId: number; readonly key: string; readonly id: number }> {
    const rows = this.#database.prepare("select natural_key, id from id where kind = 'offer'");
    for (const row of rows.iterate()) {
      const text = String(row.natural_key);
      const bar = text.indexOf('|');
      yield { shopId: Number(text.slice(0, bar)), key: text.slice(bar + 1), id: Number(row.id) };
    }
  }

  /** Forgets them, as soon as `offers.db` has them. */
  dropFormerOffers(): void {
    this.#database.exec("delete from id where kind = 'offer'");
  }

  /** Commits all ids given since the registry was opened, and goes on. */
  commit(): void {
    this.#database.exec('commit; begin immediate');
  }

  /** Drops what was not committed. */
  close(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback');
    this.#database.close();
  }
}
