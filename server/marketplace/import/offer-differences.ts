import { DatabaseSync } from 'node:sqlite';
import { replaceFile } from '../files/replace-file.js';
import { changeShop } from '../offer-store/change-shop.js';
import type { OfferCommit } from '../offer-store/offer-commit.js';
import { offerTables } from '../offer-store/offer-tables.js';
import type { OfferWriter } from '../offer-store/offer-writer.js';
import { hangingOnShop, removeShop } from './removals.js';

/** Offers in one commit. A larger change has several, so that other writers need not wait for long. */
const offersAtATime = 20_000;

/** A direction of a change: from the expected state to the target. */
export const directions = { make: ['former', 'later'], undo: ['later', 'former'] } as const;
type Direction = keyof typeof directions;

/** A shop or an offer in two states, as JSON; null = it does not exist. */
interface Difference {
  readonly shop_id: number;
  /** The shop's key of the offer; empty for a shop. */
  readonly key: string;
  readonly expected: string | null;
  readonly target: string | null;
}

const namesOf = (table: keyof typeof offerTables, ...without: string[]): string[] =>
  Object.keys(offerTables[table].columns).filter((name) => !without.includes(name));
const [shopNames, offerNames] = [namesOf('shop', 'offers'), namesOf('offer', 'id', 'withheld')];
const objectOf = (names: readonly string[]): string => `json_object(${names.map((name) => `'${name}', ${name}`)})`;

/** Scalar queries for the state of a shop or an offer. @param from database */
const shopState = (from: string, id: string): string =>
  `(select json_object('row', ${objectOf(shopNames)}, 'rates',
     (select json_group_array(json_array(${namesOf('shop_rate', 'shop_id')}))
      from (select * from ${from}.shop_rate where shop_id = s.id order by country)))
    from ${from}.shop s where id = ${id})`;
const offerState = (from: string, shop: string, key: string): string =>
  `(select json_object('values', ${objectOf(offerNames)}, 'changes',
     (select json_group_array(json_object('at', at, 'price', price))
      from (select at, price from ${from}.offer_change where offer_id = o.id order by at)))
    from ${from}.offer o where (product_id, id) =
      (select product_id, id from ${from}.offer_key where shop_id = ${shop} and key = ${key}))`;

/** Query for what differs in a table. */
const differing = (table: 'offer' | 'offer_change', names: readonly string[], wanted: string): string =>
  Object.values(directions)
    .map(([one, other]) => `select ${names} from ${one}.${table} except select ${names} from ${other}.${table}`)
    .map((query) => `select ${wanted} from (${query})`)
    .join(' union ');

/**
 * Stores in a file how two copies of `offers.db` differ. Values that the shop works out itself, such as the reasons not
 * to sell an offer, do not count.
 */
export function storeDifferences(file: string, former: string, later: string): void {
  using database = new DatabaseSync(file);
  database.prepare('attach ? as former').run(former);
  database.prepare('attach ? as later').run(later);
  const timed = `select shop_id, key from later.offer_key
    where id in (${differing('offer_change', namesOf('offer_change'), 'offer_id')})`;
  const both = (stateIn: (from: string) => string): string[] =>
    directions.make.map((from) => `${stateIn(from)} as ${from}`);
  const queries = {
    shop: `select id, '' as key, ${both((from) => shopState(from, 't.id'))}
      from (select id from former.shop union select id from later.shop) t`,
    offer: `select shop_id, key, ${both((from) => offerState(from, 't.shop_id', 't.key'))}
      from (${differing('offer', offerNames, 'shop_id, key')} union ${timed}) t`,
  };
  database.exec('create table generation (former text, later text); insert into generation values (null, null)');
  for (const [table, query] of Object.entries(queries))
    database.exec(`
      create table ${table}_difference
        (shop_id integer, key text, former text, later text, primary key (shop_id, key)) without rowid;
      insert into ${table}_difference select * from (${query}) where former is not later;`);
}

/** The stored differences between two states of shops and offers. */
export class OfferDifferences {
  readonly #database: DatabaseSync;
  readonly #direction: Direction;

  /** @param file of {@link storeDifferences} */
  constructor(
    private readonly file: string,
    direction: Direction,
  ) {
    this.#database = new DatabaseSync(file);
    this.#direction = direction;
  }

  /** The served catalogues before and after the change; null = there was none. */
  get generations(): Readonly<Record<'former' | 'later', string | null>> {
    return this.#database.prepare('select former, later from generation').get() as unknown as Record<
      'former' | 'later',
      string | null
    >;
  }

  /** After an undone catalogue both are the same, so that another run goes on with shops and offers. */
  setGenerations(former: string | null, later: string | null): void {
    const isUndone = this.#direction === 'undo';
    this.#database.prepare('update generation set former = ?, later = ?').run(isUndone ? later : former, later);
  }

  moveTo(file: string): void {
    replaceFile(this.file, file);
  }

  /** Counts of what is added, changed and removed, such as `shops removed`; only those above 0. */
  get counts(): ReadonlyMap<string, number> {
    const [expected, target] = directions[this.#direction];
    const count = (table: string): [string, number][] =>
      Object.entries(
        this.#database
          .prepare(
            `select count(*) filter (where ${expected} is null) as added, count(former || later) as changed,
             count(*) filter (where ${target} is null) as removed from ${table}_difference`,
          )
          .get() ?? {},
      ).map(([what, rows]) => [`${table}s ${what}`, Number(rows)]);
    return new Map([...count('shop'), ...count('offer')].filter(([, rows]) => rows > 0));
  }

  text(): string {
    const words = [...this.counts].map(([what, count]) => `${what}: ${count}`);
    return words.length > 0 ? words.join(', ') : 'the same shops and offers';
  }

  /**
   * Brings each shop and offer to its target. A shop or an offer that has changed since stays as it is.
   * @returns the last commit, and names of what stays
   */
  apply(writer: OfferWriter): { readonly commit: number | null; readonly kept: string[] } {
    const { database } = writer;
    const kept: string[] = [];
    const present = {
      shop: database.prepare(`select ${shopState('main', '?')} as state`),
      offer: database.prepare(`select ${offerState('main', '?', '?')} as state`),
    };
    const isExpected = ({ target, expected }: Difference, state: unknown, name: () => string): boolean => {
      if (state === expected) return true;
      if (state !== target) kept.push(name());
      return false;
    };
    const shopOf = (row: Difference): unknown => present.shop.get(row.shop_id)?.state;
    const nameOf = ({ shop_id }: Difference): string =>
      `shop ${database.prepare('select name from shop where id = ?').get(shop_id)?.name ?? shop_id}`;
    let commit: number | null = null;
    const shops = this.#rows('shop');
    for (const row of shops) {
      if (row.target === null || !isExpected(row, shopOf(row), () => nameOf(row))) continue;
      const { row: shop, rates } = JSON.parse(row.target);
      commit = changeShop(writer, shop, rates) ?? commit;
    }
    const apply = (change: OfferCommit, row: Difference): void => {
      const state = present.offer.get(row.shop_id, row.key)?.state;
      if (!isExpected(row, state, () => `offer ${row.key} of ${nameOf(row)}`)) return;
      if (row.target !== null) {
        const { values, changes } = JSON.parse(row.target);
        change.put(values, null, changes);
        return;
      }
      const known = writer.statements.findKey(row.shop_id, row.key);
      if (known) change.remove(known.productId, known.id);
    };
    for (let rows = this.#rows('offer'); rows.length > 0; rows = this.#rows('offer', rows.at(-1)))
      commit =
        writer.commit((change) => {
          for (const row of rows) apply(change, row);
        }) ?? commit;
    for (const row of shops) {
      if (row.target !== null || !isExpected(row, shopOf(row), () => nameOf(row))) continue;
      if ((hangingOnShop(writer, row.shop_id).offers ?? 0) > 0) kept.push(nameOf(row));
      else removeShop(writer, row.shop_id);
    }
    return { commit, kept };
  }

  /** Reads the next differences, in the order of shops and keys. */
  #rows(table: 'shop' | 'offer', last?: Difference): Difference[] {
    const [expected, target] = directions[this.#direction];
    return this.#database
      .prepare(
        `select shop_id, key, ${expected} as expected, ${target} as target from ${table}_difference
         where (shop_id, key) > (?, ?) order by shop_id, key limit ${offersAtATime}`,
      )
      .all(last?.shop_id ?? 0, last?.key ?? '') as unknown as Difference[];
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
