import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { catalogueVersion } from '../catalogue-file/catalogue-schema.js';
import { catalogueFiles } from '../catalogue-file/old-generations.js';
import { servedPointer } from '../catalogue-file/served-file.js';
import { sizeOf } from '../data-folder/disk-space.js';
import { identityColumns } from '../import/shops.js';
import { offersFile } from '../offer-store/offer-file.js';
import { countRejections, listRejectedOffers } from '../offer-store/offer-rejections.js';
import { offerStoreVersion } from '../offer-store/offer-tables.js';
import { withheldBits } from '../offer-store/withheld.js';
import { editionCountries } from '../shipping/edition-countries.js';

const shownOffers = 20;

const identity = ['name', 'country', ...identityColumns, 'terms', 'policy'];
const counted = ['manufacturer', 'series', 'model', 'category', 'brand', 'product', 'shop'];

/** Why nobody can buy an offer that meets the law: conditions on rows of `offer`. */
const unsoldConditions = {
  outOfStock: `(withheld & ${withheldBits.outOfStock}) <> 0`,
  gone: `(withheld & ${withheldBits.gone}) <> 0`,
  recalled: `(withheld & ${withheldBits.recalled}) <> 0`,
  shipsNowhere: `shop_id not in (select shop_id from shop_rate where country in ('${editionCountries.join("', '")}'))`,
} as const;

function number(database: DatabaseSync, query: string): number {
  return Number(Object.values(database.prepare(query).get() ?? {})[0] ?? 0);
}

/** Shops that may not sell yet, because their identity is incomplete (Regulation (EU) 2022/2065, Art. 30). */
function incompleteShops(database: DatabaseSync) {
  const blank = identity.map((column) => `trim(${column}) = ''`).join(' or ');
  const offers = database.prepare('select count(*) as offers from offer_key where shop_id = ? and product_id <> 0');
  return database
    .prepare(`select id, ${identity.join(', ')} from shop where ${blank} order by name`)
    .all()
    .map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      missing: identity.filter((column) => String(row[column]).trim() === ''),
      offers: Number(offers.get(Number(row.id))?.offers ?? 0),
    }));
}

/** Withheld offers with brand and number; both are empty if the catalogue lacks the product. */
function withheldOffers(database: DatabaseSync) {
  const part = database.prepare(
    `select b.name as brand, p.article_number as articleNumber from product p join brand b on b.id = p.brand_id
     where p.id = ?`,
  );
  return listRejectedOffers(database, shownOffers).map((offer) => {
    const { brand = '', articleNumber = '' } = part.get(offer.productId) ?? {};
    return { ...offer, brand: String(brand), articleNumber: String(articleNumber) };
  });
}

export type CatalogueReport = Exclude<ReturnType<typeof reportCatalogue>, string>;

/** Reports on the catalogue of a folder; a sentence if it is unreadable. */
export function reportCatalogue(dataDir: string) {
  const pointer = servedPointer(dataDir);
  if (!pointer) return 'No catalogue has been imported.';
  const file = join(dataDir, pointer.file);
  if (!existsSync(file)) return `The catalogue ${file} is missing.`;
  const offers = offersFile(dataDir);
  if (!existsSync(offers)) return `The offers ${offers} are missing.`;
  using database = new DatabaseSync(file, { readOnly: true });
  const version = number(database, 'pragma user_version');
  if (version !== catalogueVersion)
    return `The tables of ${file} have version ${version}; this program reads version ${catalogueVersion}.`;
  database.prepare('attach ? as offers').run(offers);
  const storeVersion = number(database, 'pragma offers.user_version');
  if (storeVersion !== offerStoreVersion)
    return `The tables of ${offers} have version ${storeVersion}; this program reads version ${offerStoreVersion}.`;
  const meta = new Map(
    database
      .prepare('select key, value from main.meta')
      .all()
      .map(({ key, value }) => [String(key), String(value)]),
  );
  return {
    generation: pointer.generation,
    file,
    bytes: sizeOf(file),
    madeAt: meta.get('created_at') ?? null,
    activatedAt: pointer.activatedAt,
    isDemonstration: meta.get('is_demonstration') === '1',
    counts: {
      ...Object.fromEntries(counted.map((table) => [table, number(database, `select count(*) from ${table}`)])),
      offer: number(database, 'select sum(offers) from shop'),
    } as Record<string, number>,
    productsWithoutOffer: number(
      database,
      'select count(*) from product p where not exists (select 1 from offer o where o.product_id = p.id and o.withheld = 0)',
    ),
    unsold: Object.entries(unsoldConditions)
      .map(([reason, where]) => ({
        reason: reason as keyof typeof unsoldConditions,
        offers: number(database, `select count(*) from offer where ${where}`),
      }))
      .filter(({ offers }) => offers > 0),
    withheld: countRejections(database),
    withheldOffers: withheldOffers(database),
    incompleteShops: incompleteShops(database),
    // The size includes the write-ahead log.
    offers: {
      file: offers,
      bytes: sizeOf(offers) + sizeOf(`${offers}-wal`),
      commit: number(database, 'select max(number) from change'),
    },
    earlier: catalogueFiles(dataDir)
      .filter((name) => name !== pointer.file)
      .map((name) => ({ file: name, bytes: sizeOf(join(dataDir, name)) })),
  };
}
