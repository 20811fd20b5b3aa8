import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { languages } from '../../contract/scalars.js';
import { fillSearchIndex } from '../search/fill-index.js';
import { catalogueIndexes, catalogueTables, catalogueVersion } from '../store/catalogue-schema.js';
import { followOffers } from '../store/follow-offers.js';
import { stateFile } from '../store/state-store.js';

/** Discs in the fixture; odd ones front, even ones rear. Enough for two pages. */
export const discCount = 25;
/** When the fixture says that it was made. */
export const createdAt = '2026-01-02T03:04:05.000Z';
/** Ids the tests speak of. */
export const ids = {
  volkswagen: 1,
  bmw: 2,
  golf: 21,
  golfSeries: 201,
  golfModel: '5001',
  golfConditional: '5002',
  bmwModel: '5003',
  brakes: 100,
  discGroup: 301,
  discs: 1523,
  pads: 2001,
  drums: 2010,
  oils: 4630,
  firstDisc: 1001,
  pad: 1100,
  oil: 1200,
  /** Offer of a disc by shop A (ships everywhere), B (not to AT) or C (DE only, with surcharge and deposit). */
  offerOf: (productId: number, shop: 'A' | 'B' | 'C') => productId * 10 + 'ABC'.indexOf(shop) + 1,
};

export interface FixtureOptions {
  generation: string;
  /** Cents added to each price. */
  dearer?: number;
  /** Offers that are not in this generation. */
  without?: readonly number[];
  /** Offers without a piece in stock. */
  soldOut?: readonly number[];
  /** What is to become of offers: when (milliseconds since 1970), and what they cost then; null = they end. */
  changes?: readonly (readonly [offer: number, at: number, price: number | null])[];
}

const allLanguages = (text: (language: string) => string) =>
  JSON.stringify(Object.fromEntries(languages.map((language) => [language, text(language)])));
const popular = (value: number) => JSON.stringify({ DE: value, AT: value, ES: 1, FR: 1000 - value, IT: 1, NL: 1 });

type Value = string | number | null;

/** Writes a small catalogue by the real schema. @returns the name of its file in `dataDir` */
export function writeCatalogue(
  dataDir: string,
  { generation, dearer = 0, without = [], soldOut = [], changes = [] }: FixtureOptions,
): string {
  const name = `catalogue-${generation}.db`;
  const db = new DatabaseSync(join(dataDir, name));
  db.exec(catalogueTables);
  const insert = (table: string, ...rows: Value[][]) => {
    for (const row of rows) db.prepare(`insert into ${table} values (${row.map(() => '?').join(',')})`).run(...row);
  };
  db.exec('begin');
  insert('meta', ['generation', generation], ['is_demonstration', '1'], ['created_at', createdAt]);
  insertVehicles(insert);
  insertCategories(insert);
  insertShops(insert);
  insert(
    'review',
    [1, 'de', 5, '2026-09-01', 'Schnell da.'],
    [2, 'de', 4, '2026-09-03', ''],
    [3, 'fr', 3, '2026-09-02', 'Correct.'],
  );
  insert('brand', ...brandRows());
  insert('fit_note', [1, allLanguages((language) => `${language}: bis 2009`)]);
  const offers: OfferRow[] = [];
  for (let i = 1; i <= discCount; i++) {
    const id = ids.firstDisc + i - 1;
    const place = i % 2 ? 'front' : 'rear';
    const attributes = JSON.stringify([
      ['diameter', '288.5', 'mm'],
      ['thickness', String(20 + i), 'mm'],
    ]);
    insert('product', product(id, (i % 3) + 1, ids.discs, `DISC${i}`, 'disc', place, attributes, null, null, 200 - i));
    const price = 3000 + i * 100 + dearer;
    offers.push(offer(ids.offerOf(id, 'A'), id, 1, price), offer(ids.offerOf(id, 'B'), id, 2, price - 250));
    insert('leaf_product', [ids.discs, i, id]);
    insertFitment(insert, id, ids.discs, i === 2 ? 1 : 0);
    insert('oe_number', [id, 1, `1K0 615 301 ${i}`, `1K0615301${i}`]);
  }
  insert('product', product(ids.pad, 1, ids.pads, 'PAD1', 'pads', 'front', '[]', null, null, 90));
  offers.push(offer(ids.offerOf(ids.pad, 'C'), ids.pad, 3, 6000 + dearer, 1500, 700));
  insert('leaf_product', [ids.pads, 1, ids.pad]);
  insertFitment(insert, ids.pad, ids.pads, 0);
  insert(
    'product',
    product(ids.oil, 2, ids.oils, 'OIL5W30', 'oil', null, '[["viscosity","5W30",null]]', 5000, 'l', 300),
  );
  offers.push(offer(ids.offerOf(ids.oil, 'A'), ids.oil, 1, 3333 + dearer));
  insert('leaf_product', [ids.oils, 1, ids.oil]);
  insert('document', [ids.oil, 'SDB-1', 1, 4, 'Sicherheitsdatenblatt', 'https://documents.example/sdb-1.pdf']);
  const kept = offers.filter((row) => !without.includes(row.id));
  for (const row of kept) insert('offer', offerValues(row));
  for (const id of soldOut) db.prepare('update offer set stock = 0 where id = ?').run(id);
  for (const change of changes) insert('offer_change', [...change]);
  followOffers(db);
  fillSearchIndex(db);
  db.exec('commit');
  db.exec(catalogueIndexes);
  db.exec(`pragma user_version = ${catalogueVersion}`);
  db.close();
  return name;
}

/** Moves the pointer of `state.db` as an import does. */
export function activate(dataDir: string, generation: string, file: string): void {
  const db = new DatabaseSync(stateFile(dataDir), { timeout: 5000 });
  db.exec(`create table if not exists catalogue_pointer (id integer primary key check (id = 1), generation text not null,
    file text not null, activated_at text not null)`);
  db.prepare('insert or replace into catalogue_pointer values (1, ?, ?, ?)').run(
    generation,
    file,
    new Date().toISOString(),
  );
  db.close();
}

type Insert = (table: string, ...rows: Value[][]) => void;

function insertVehicles(insert: Insert): void {
  insert(
    'manufacturer',
    [1, 'Volkswagen', 'volkswagen', 'Volkswagen', popular(900)],
    [2, 'BMW', 'bmw', 'BMW', popular(800)],
    [3, 'Audi', 'audi', 'Audi', popular(100)],
  );
  insert('series_family', [11, 1, 'Golf', 'golf'], [12, 2, '3er', '3er']);
  insert(
    'series_page',
    [21, 1, 11, 'Golf V', 'golf-v'],
    [22, 2, 12, '3er E90', '3er-e90'],
    [23, 1, 11, 'Golf VI', 'golf-vi'],
  );
  insert(
    'series',
    [201, 1, 21, 'Golf V (1K1)', 'golf-v-1k1', 2003, 2009, popular(500)],
    [202, 2, 22, '3er Limousine (E90)', '3er-e90', 2005, 2011, popular(400)],
    [203, 1, 23, 'Golf VI (5K1)', 'golf-vi-5k1', 2008, 2013, popular(600)],
  );
  const model = (number: number, id: string, series: number[], name: string, kw: number): Value[] => [
    number,
    id,
    ...series,
    name,
    `Full ${name}`,
    kw,
    1896,
    'diesel',
    2003,
    2009,
    popular(kw),
  ];
  insert(
    'model',
    model(1, '5001', [1, 21, 201], '1.9 TDI', 77),
    model(2, '5002', [1, 21, 201], '1.6', 75),
    model(3, '5003', [2, 22, 202], '320d', 120),
    model(4, '5004', [1, 23, 203], '2.0 TDI', 103),
  );
  insert('kba', [90001, 1, '0603', 'ABC'], [90002, 1, '0603', 'ABD']);
}

function insertCategories(insert: Insert): void {
  const rows: Value[][] = [
    [100, null, 100, 1, 0, 0, null, 'pads', 1000, discCount + 1, 1],
    [301, 100, 100, 2, 0, 0, null, 'disc', 900, discCount + 1, 1],
    [1523, 301, 100, 3, 1, 0, 1001, 'disc', 980, discCount, 1],
    [2001, 301, 100, 3, 1, 0, 1002, 'pads', 1000, 1, 2],
    [2010, 301, 100, 3, 1, 0, 1003, 'drum', 100, 0, 3],
    [900, null, 900, 1, 0, 0, null, 'oil', 500, 1, 2],
    [4630, 900, 900, 2, 1, 1, 463, 'oil', 700, 1, 1],
  ];
  insert('category', ...rows);
  for (const [id] of rows)
    for (const language of languages)
      insert('category_text', [
        id as number,
        language,
        `${language}-title-${id}`,
        `${language}-${id}`,
        'seo',
        'description',
      ]);
}

function insertShops(insert: Insert): void {
  const shop = (id: number, name: string, rating: number, country: string): Value[] => [
    ...[id, name, name.toLowerCase(), rating, 100, country, 'Stadt', 'Straße 1', '10115', '+49', 'a@shop.example'],
    ...['HRB 1', 'DE1', 'de', 30, 490, '<p>AGB</p>', '<p>Widerruf</p>'],
  ];
  insert('shop', shop(1, 'Alpha', 4.8, 'DE'), shop(2, 'Beta', 4.2, 'FR'), shop(3, 'Gamma', 3.9, 'DE'));
  insert(
    'shop_rate',
    [1, 'DE', 590, 10_000, 1, 2],
    [1, 'AT', 990, 15_000, 2, 3],
    [1, 'FR', 1290, null, 3, 4],
    [1, 'PL', 1490, null, 3, 5],
    [2, 'DE', 990, null, 3, 5],
    [2, 'FR', 490, 8000, 1, 2],
    [2, 'PL', 1190, null, 4, 6],
    [3, 'DE', 450, 5000, 1, 1],
  );
}

const brandRows = (): Value[][] =>
  [1, 2, 3].map((id) => [
    id,
    `Brand ${id}`,
    `brand-${id}`,
    `Brand-${id}`,
    'About',
    'Address',
    'b@brand.example',
    null,
    9,
    'DE',
  ]);

/** The product that the marketplace has a photograph of. */
export const photographed = ids.firstDisc + 2;

function product(
  ...[id, brand, category, norm, kind, place, attributes, amount, unit, popularity]: [
    number,
    number,
    number,
    string,
    string,
    string | null,
    string,
    number | null,
    string | null,
    number,
  ]
): Value[] {
  const warnings = unit
    ? JSON.stringify([Object.fromEntries(languages.map((each) => [each, `${each}-warning`]))])
    : '[]';
  const named = [id, brand, category, norm, norm.replace(/(\d)/, '-$1'), null, null, kind, place, 'new'];
  const photos = id === photographed ? `["/api/Fotos/${id}.jpg"]` : null;
  return [...named, attributes, warnings, amount, unit, popularity, photos];
}

interface OfferRow {
  id: number;
  product: number;
  shop: number;
  price: number;
  refund: number;
  surcharge: number;
}
const offer = (id: number, productId: number, shop: number, price: number, refund = 0, surcharge = 0): OfferRow => ({
  id,
  product: productId,
  shop,
  price,
  refund,
  surcharge,
});
const offerValues = (row: OfferRow): Value[] => [
  ...[row.id, row.product, row.shop, `k${row.id}`, row.price, row.refund, row.surcharge, null, 5, 'new', 0, 1],
];

function insertFitment(insert: Insert, productId: number, category: number, note: number): void {
  insert('fitment', [1, category, productId, 0], [2, category, productId, note]);
  insert('product_model', [productId, 1, 0], [productId, 2, note]);
  insert('fitment_series_page', [21, category, productId]);
  insert('fitment_manufacturer', [1, category, productId]);
}
