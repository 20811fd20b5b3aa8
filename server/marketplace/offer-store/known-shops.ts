import type { DatabaseSync } from 'node:sqlite';
import { ExpectedError } from '../program/expected-error.js';
import type { ShopChoice, ShopId } from '../program/shop-choice.js';
import { nameKey } from './name-key.js';

export interface ShopInfo {
  readonly id: ShopId;
  readonly name: string;
  readonly slug: string;
  readonly country: string;
  /** Cents of a parcel within its own country; null = it ships abroad only. */
  readonly tariff: number | null;
}

/** Returns whether a text is the name of a shop in any spelling. */
export const isCalled = ({ name, slug }: Pick<ShopInfo, 'name' | 'slug'>, text: string): boolean =>
  nameKey(name) === nameKey(text) || nameKey(slug) === nameKey(text);

/** The shops of a store by id, name and slug. */
export class KnownShops {
  readonly #byId = new Map<ShopId, ShopInfo>();
  readonly #called = new Map<string, readonly ShopInfo[]>();

  constructor(database: DatabaseSync) {
    const rows = database
      .prepare(
        `select s.id, s.name, s.slug, s.country, r.tariff from shop s
         left join shop_rate r on r.shop_id = s.id and r.country = s.country order by s.id`,
      )
      .all() as unknown as ShopInfo[];
    for (const shop of rows) {
      this.#byId.set(shop.id, shop);
      for (const key of new Set([nameKey(shop.name), nameKey(shop.slug)]))
        this.#called.set(key, [...(this.#called.get(key) ?? []), shop]);
    }
  }

  get all(): Iterable<ShopInfo> {
    return this.#byId.values();
  }

  /** Returns the shops that a text may name; ids do not count (D95). */
  called(text: string): readonly ShopInfo[] {
    return this.#called.get(nameKey(text)) ?? [];
  }

  /** @throws ExpectedError if no shop or several match */
  find(choice: ShopChoice): ShopInfo {
    if ('id' in choice) {
      const shop = this.#byId.get(choice.id);
      if (!shop) throw new ExpectedError(`There is no shop of id ${choice.id}.`);
      return shop;
    }
    const { name } = choice;
    const [shop, ...others] = this.called(name);
    if (!shop)
      throw new ExpectedError(
        `There is no shop "${name}".${/^\d+$/.test(name) ? ` Is it an id? Say --shop-id ${name}, or "shopId": ${name} in shop.json.` : ''}`,
      );
    if (others.length > 0)
      throw new ExpectedError(
        `"${name}" may be ${[shop, ...others].map((each) => `"${each.name}" (--shop-id ${each.id})`).join(' or ')}.`,
      );
    return shop;
  }

  /** Describes names that an import would reject: those of other shops, and ids of earlier ones. */
  mistakable(): string[] {
    return [...this.all].flatMap((shop) => {
      const key = nameKey(shop.name);
      const namesake = this.called(key).find((each) => each.id < shop.id && nameKey(each.name) === key);
      const ofId = /^\d+$/.test(key) && [...this.all].find((each) => each.id < shop.id && String(each.id) === key);
      const sentence = `shop ${shop.id} is called "${shop.name}"`;
      return [
        ...(namesake ? [`${sentence}, which is read as the name of shop ${namesake.id}`] : []),
        ...(ofId ? [`${sentence}, which is read as the id of shop ${ofId.id}`] : []),
      ];
    });
  }
}
