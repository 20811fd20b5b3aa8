import { join } from 'node:path';
import type { Clock } from '../../clock/clock.js';
import { countries } from '../../contract/countries.js';
import { languages } from '../../contract/languages.js';
import { slugOf } from '../catalogue/slugs.js';
import type { IdRegistry } from '../catalogue-file/ids.js';
import { refuseLostIds } from '../data-folder/lost-files.js';
import { changeShop, finishShops } from '../offer-store/change-shop.js';
import { nameKey } from '../offer-store/name-key.js';
import { maxShops } from '../offer-store/offer-summary.js';
import type { ShopRow as ShopTable } from '../offer-store/offer-tables.js';
import { OfferWriter } from '../offer-store/offer-writer.js';
import { knownShops } from '../offer-store/stored-shops.js';
import { openRegistry } from './catalogue-copy.js';
import { FeedLock } from './feed-lock.js';
import type { Importer, ImportTarget, Outcome } from './import-target.js';
import words from './reading/data/words.json' with { type: 'json' };
import { RowError } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { ServedProducts } from './served-products.js';
import { cleanHtml, decimal, meaningsIn, money, parseMoney, plainText, requiredText, whole } from './values.js';

/** Delivery to a country: tariff and free limit in cents, working days. */
export type Rate = [country: string, tariff: number, freeFrom: number | null, daysMin: number, daysMax: number];

/** Characters of terms or policy, after cleaning. */
const longestHtml = 200_000;
const payers = meaningsIn(words.returnPayers);
const languageOf: Readonly<Record<string, string>> = words.languageOfCountry;
export const identityColumns = ['street', 'postcode', 'city', 'phone', 'email', 'register', 'vat_id'] as const;

type Shop = Omit<ShopTable, 'offers'>;

interface TakenShop {
  readonly row: Shop;
  /** The shop's tariffs; null if the feed does not change them. */
  readonly rates: readonly Rate[] | null;
}

/**
 * Imports shops by name. A known shop keeps what a row does not mention. A name that could be mistaken for another shop
 * is refused (D95).
 */
export class ShopImporter implements Importer {
  readonly #lines = new Map<number, number>();
  readonly #names = new Map<string, string>();
  readonly #slugs = new Map<string, number>();
  readonly #ids = new Set<string>();
  readonly #taken: TakenShop[] = [];
  readonly #counts = { added: 0, changed: 0, unchanged: 0, 'without complete identity': 0, 'without return_payer': 0 };

  constructor(
    private readonly writer: OfferWriter,
    private readonly idOf: (name: string) => number,
    private readonly embargo: readonly string[],
  ) {
    for (const { id, name, slug } of writer.database.prepare('select id, name, slug from shop').all()) {
      this.#names.set(nameKey(String(name)), String(name));
      this.#slugs.set(String(slug).toLowerCase(), Number(id));
      this.#ids.add(String(id));
    }
  }

  importRow({ fields, line }: FeedRecord): void {
    const name = requiredText(fields, 'name', 80);
    const known = this.writer.database.prepare('select * from shop where name = ?').get(name) as ShopTable | undefined;
    const namesake = this.#names.get(nameKey(name));
    if (!known && namesake !== undefined && namesake !== name)
      throw new RowError('name', name, `is read like that of another shop, "${namesake}"; please add a word`);
    if (!known && this.#ids.has(nameKey(name)))
      throw new RowError('name', name, 'is read as the id of another shop; please add a letter');
    const country = requiredText(fields, 'country', 2).toUpperCase();
    if (!countries.includes(country)) throw new RowError('country', country, 'is not one of the 47 delivery countries');
    const rates = ratesOf(fields);
    const barred = rates?.find(([to]) => this.embargo.includes(to));
    if (barred) throw new RowError('shipping', barred[0], 'is under embargo; nothing may be shipped there');
    const language = plainText(fields, 'language', 2) ?? known?.language ?? languageOf[country] ?? 'de';
    if (!languages.some((known) => known === language))
      throw new RowError('language', language, `is not one of ${languages.join(', ')}`);
    const identity = Object.fromEntries(
      identityColumns.map((column) => [column, plainText(fields, column, 200) ?? known?.[column] ?? '']),
    ) as Pick<Shop, (typeof identityColumns)[number]>;
    const numbers = {
      rating: decimal(fields, 'rating', 0, 5),
      ratingCount: whole(fields, 'rating_count', 0, 100_000_000),
      returnDays: whole(fields, 'return_days', 14, 365),
    };
    const returns = returnsOf(fields, known);
    const [terms, policy] = [htmlOf(fields, 'terms'), htmlOf(fields, 'policy')];
    const id = this.idOf(name);
    if (id > maxShops) throw new RowError('name', name, `is more than the ${maxShops} shops that there can be`);
    const earlier = this.#lines.get(id);
    if (earlier !== undefined) throw new RowError('name', name, `is already in line ${earlier}`);
    this.#lines.set(id, line);
    this.#names.set(nameKey(name), name);
    const row: Shop = {
      id,
      name,
      slug: known?.slug ?? this.#slugOf(name, language, id),
      rating: numbers.rating ?? known?.rating ?? 0,
      rating_count: numbers.ratingCount ?? known?.rating_count ?? 0,
      country,
      ...identity,
      language,
      return_days: numbers.returnDays ?? known?.return_days ?? 14,
      ...returns,
      terms: terms ?? known?.terms ?? '',
      policy: policy ?? known?.policy ?? '',
    };
    if (Object.values(identity).includes('')) this.#counts['without complete identity']++;
    if (returns.return_payer === '') this.#counts['without return_payer']++;
    const isOther = !known || (Object.keys(row) as (keyof Shop)[]).some((column) => known[column] !== row[column]);
    const otherRates = rates && this.#areOther(id, rates) ? rates : null;
    if (!known) this.#counts.added++;
    else this.#counts[isOther || otherRates ? 'changed' : 'unchanged']++;
    if (isOther || otherRates) this.#taken.push({ row, rates: otherRates });
  }

  #slugOf(name: string, language: string, id: number): string {
    const slug = slugOf(name, language);
    const owner = this.#slugs.get(slug.toLowerCase());
    const free = owner !== undefined && owner !== id ? `${slug}-${id}` : slug;
    this.#slugs.set(free.toLowerCase(), id);
    return free;
  }

  #areOther(id: number, rates: readonly Rate[]): boolean {
    const find = this.writer.database.prepare(
      'select country, tariff, free_from, days_min, days_max from shop_rate where shop_id = ? order by country',
    );
    find.setReturnArrays(true);
    const sorted = rates.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify(find.all(id)) !== JSON.stringify(sorted);
  }

  get hasChanged(): boolean {
    return this.#taken.length > 0;
  }

  finish(): Readonly<Record<string, number>> {
    return this.#counts;
  }

  /** Writes the shops and updates their offers. @returns the number of the last commit; null = no commit was needed */
  apply(): number | null {
    let last: number | null = null;
    for (const { row, rates } of this.#taken) last = changeShop(this.writer, row, rates) ?? last;
    return last;
  }
}

/** Reads `DE:4.90:1-2:50; AT:9.90:2-4`: country, tariff, days of transport, and the free limit. */
function ratesOf(fields: Fields): Rate[] | null {
  const text = plainText(fields, 'shipping', 4000);
  if (text === null) return null;
  const rates = text.split(';').flatMap((entry): Rate[] => {
    if (entry.trim() === '') return [];
    const [country = '', cost = '', days = '', free = ''] = entry.split(':').map((part) => part.trim());
    const tariff = parseMoney(cost);
    const freeFrom = free === '' ? null : parseMoney(free);
    const span = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(days);
    if (!countries.includes(country.toUpperCase())) throw new RowError('shipping', entry, 'names no delivery country');
    if (typeof tariff === 'string' || typeof freeFrom === 'string' || !span)
      throw new RowError('shipping', entry, 'is not written as COUNTRY:PRICE:DAYS-DAYS:FREE-FROM');
    return [
      [country.toUpperCase(), tariff, freeFrom, Number(span[1]), Math.max(Number(span[1]), Number(span[2] ?? span[1]))],
    ];
  });
  const twice = rates.find(([country], index) => rates.findIndex(([other]) => other === country) !== index);
  if (twice) throw new RowError('shipping', text, `names ${twice[0]} twice`);
  return rates;
}

/**
 * Returns the payer of a return and its cost in cents. A cost alone implies the payer: the shop if it is 0. Empty cells
 * keep the known terms, and `#EMPTY` makes the cost unknown.
 */
function returnsOf(fields: Fields, known: ShopTable | undefined): Pick<Shop, 'return_payer' | 'return_cost'> {
  const isEmptied = fields.return_cost?.trim() === '#EMPTY';
  const cost = isEmptied ? null : money(fields, 'return_cost');
  const word = plainText(fields, 'return_payer', 40)?.toLowerCase() ?? null;
  const named = word === null ? null : payers.get(word);
  if (named === undefined) throw new RowError('return_payer', word ?? '', 'is neither shop nor buyer');
  const ofCost = cost === null ? null : cost === 0 ? 'shop' : 'buyer';
  if (named && ofCost && named !== ofCost)
    throw new RowError('return_cost', fields.return_cost ?? '', `contradicts return_payer "${word}"`);
  const payer = named ?? ofCost;
  if (payer === null) return { return_payer: known?.return_payer ?? '', return_cost: known?.return_cost ?? null };
  if (payer === 'shop') return { return_payer: payer, return_cost: 0 };
  const kept = known?.return_payer === payer && !isEmptied ? known.return_cost : null;
  return { return_payer: payer, return_cost: cost ?? kept };
}

function htmlOf(fields: Fields, field: string): string | null {
  const given = fields[field];
  if (given === undefined) return null;
  const html = cleanHtml(given);
  if (html.length > longestHtml) throw new RowError(field, given, `is longer than ${longestHtml} characters`);
  return html;
}

export class ShopTarget implements ImportTarget {
  readonly importer: ShopImporter;
  readonly #ids: IdRegistry;
  readonly #lock: FeedLock;
  readonly #products: ServedProducts;
  readonly #writer: OfferWriter;

  /** @param embargo countries that no shop may ship to @throws FeedError if another import runs */
  constructor(dataDir: string, clock: Clock, embargo: readonly string[], timeoutMs?: number) {
    refuseLostIds(dataDir);
    this.#lock = new FeedLock(dataDir, null, timeoutMs);
    this.#products = new ServedProducts(dataDir);
    this.#writer = new OfferWriter(dataDir, this.#products.facts, clock);
    this.#ids = openRegistry(join(dataDir, 'ids.db'), timeoutMs);
    this.importer = new ShopImporter(this.#writer, shopIds(this.#writer, this.#ids), embargo);
  }

  activate(): Pick<Outcome, 'generation' | 'commit'> {
    // Ids first, because an unused id does no harm.
    this.#ids.commit();
    finishShops(this.#writer);
    return { generation: null, commit: this.importer.apply() };
  }

  close(): void {
    this.#ids.close();
    this.#writer.close();
    this.#products.close();
    this.#lock.release();
  }
}

/**
 * Returns the id of a shop by its name. A shop that returns keeps its id, and no other shop gets it (D50). Folders that
 * share offers share the ids of shops, which their registries do not know. A registry learns them when the offers are
 * the folder's own again.
 */
export function shopIds({ database, isShared }: OfferWriter, ids: IdRegistry): (name: string) => number {
  const known = knownShops(database);
  if (!isShared) {
    for (const [name, id] of known) ids.give('shop', name, id);
    return (name) => ids.idOf('shop', name);
  }
  const lastOfOffers = Number(database.prepare('select max(shop_id) as last from offer_key').get()?.last);
  let next = Math.max(lastOfOffers, ...known.values()) + 1;
  return (name) => {
    const id = known.get(name) ?? next++;
    known.set(name, id);
    return id;
  };
}
