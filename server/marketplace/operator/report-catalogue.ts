import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { catalogueVersion } from '../store/catalogue-schema.js';
import {
  countRejections,
  listRejectedOffers,
  type RejectedOffer,
  type RejectionCount,
} from '../store/offer-rejections.js';
import { catalogueFiles } from '../store/old-generations.js';
import { type UnsoldReason, unsoldReasons } from '../store/unsold-offers.js';

/** Offers that nobody can buy, and why. */
export interface UnsoldCount {
  readonly reason: UnsoldReason;
  readonly offers: number;
}
/** Shops that must not sell before they say who they are (Regulation (EU) 2022/2065, Art. 30). */
export interface IncompleteShop {
  readonly id: number;
  readonly name: string;
  /** Columns of the table `shop` that are empty. */
  readonly missing: readonly string[];
  readonly offers: number;
}
export interface CatalogueReport {
  readonly generation: string;
  readonly file: string;
  readonly bytes: number;
  /** ISO 8601, UTC. */
  readonly madeAt: string | null;
  readonly activatedAt: string;
  readonly isDemonstration: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly productsWithoutOffer: number;
  readonly unsold: readonly UnsoldCount[];
  /** Offers that were withheld when the catalogue was made, by what they lack. */
  readonly withheld: readonly RejectionCount[];
  /** The first of them. */
  readonly withheldOffers: readonly RejectedOffer[];
  readonly incompleteShops: readonly IncompleteShop[];
  /** Earlier catalogues that are still there. */
  readonly earlier: readonly { readonly file: string; readonly bytes: number }[];
}

/** How many withheld offers are named one by one. */
const shownOffers = 20;

const identity = [
  'name',
  'street',
  'postcode',
  'city',
  'country',
  'phone',
  'email',
  'register',
  'vat_id',
  'terms',
  'policy',
];
const counted = ['manufacturer', 'series', 'model', 'category', 'brand', 'product', 'shop', 'offer'];

function number(database: DatabaseSync, query: string): number {
  return Number(Object.values(database.prepare(query).get() ?? {})[0] ?? 0);
}

function incompleteShops(database: DatabaseSync): IncompleteShop[] {
  const blank = identity.map((column) => `trim(${column}) = ''`).join(' or ');
  const offers = database.prepare(
    'select (select count(*) from offer where shop_id = $id) + (select count(*) from withheld_offer where shop_id = $id) as offers',
  );
  return database
    .prepare(`select id, ${identity.join(', ')} from shop where ${blank} order by name`)
    .all()
    .map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      missing: identity.filter((column) => String(row[column]).trim() === ''),
      offers: Number(offers.get({ $id: Number(row.id) })?.offers ?? 0),
    }));
}

/** What there is to say about the catalogue that a state points to; a sentence where it cannot be read. */
export function reportCatalogue(dataDir: string, state: DatabaseSync): CatalogueReport | string {
  const pointer = state.prepare('select generation, file, activated_at from catalogue_pointer').get();
  if (!pointer) return 'No catalogue has been imported.';
  const file = join(dataDir, String(pointer.file));
  if (!existsSync(file)) return `The catalogue ${file} is missing.`;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const version = number(database, 'pragma user_version');
    if (version !== catalogueVersion)
      return `The tables of ${file} have version ${version}; this program reads version ${catalogueVersion}.`;
    const meta = new Map(
      database
        .prepare('select key, value from meta')
        .all()
        .map(({ key, value }) => [String(key), String(value)]),
    );
    return {
      generation: String(pointer.generation),
      file,
      bytes: statSync(file).size,
      madeAt: meta.get('created_at') ?? null,
      activatedAt: String(pointer.activated_at),
      isDemonstration: meta.get('is_demonstration') === '1',
      counts: Object.fromEntries(counted.map((table) => [table, number(database, `select count(*) from ${table}`)])),
      productsWithoutOffer: number(
        database,
        'select count(*) from product p where not exists (select 1 from offer o where o.product_id = p.id)',
      ),
      unsold: Object.entries(unsoldReasons)
        .map(([reason, where]) => ({
          reason: reason as UnsoldReason,
          offers: number(database, `select count(*) from offer where ${where}`),
        }))
        .filter(({ offers }) => offers > 0),
      withheld: countRejections(database),
      withheldOffers: listRejectedOffers(database, shownOffers),
      incompleteShops: incompleteShops(database),
      earlier: catalogueFiles(dataDir)
        .filter((name) => name !== pointer.file)
        .map((name) => ({ file: name, bytes: statSync(join(dataDir, name)).size })),
    };
  } finally {
    database.close();
  }
}
