import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDemoCommand } from '../server/demo/cli.js';
import { makeDemo } from '../server/demo/make-demo.js';
import { eanCheckDigit, normOf } from '../server/demo/part-numbers.js';
import { SeededRandom } from '../server/demo/seeded-random.js';
import { slugOf } from '../server/marketplace/catalogue/slugs.js';
import { catalogueVersion } from '../server/marketplace/catalogue-file/catalogue-schema.js';
import { attributeLabels } from '../server/marketplace/catalogue-texts/own-texts.js';
import { DataFileError } from '../server/marketplace/program/data-table.js';
import { contentLines } from './fixtures/demo/content-lines.js';
import { root as project } from './support/catalogue.js';
import { pricedDatabase } from './support/catalogue-database.js';
import { checkedGet } from './support/checked.js';
import { ManualClock } from './support/manual-clock.js';
import { expectRecorded } from './support/recorded.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';
import { Visitor } from './support/visitor.js';

let root: string;
let shop: Shop;
let database: DatabaseSync;
let second: DatabaseSync;
let offersBefore: string;

const all = (query: string, from = database) => from.prepare(query).all();
/** Rows of a query as texts. */
const texts = (query: string) => all(query).map((row) => Object.values(row).map(String)) as [string, string][];
const count = (query: string, from = database) => Number(Object.values(from.prepare(query).get() ?? {})[0]);

function open(dataDir: string, file: string): DatabaseSync {
  return pricedDatabase(dataDir, file);
}

/** Returns the catalogue files in a data folder. */
const catalogues = (folder: string): string[] => readdirSync(folder).filter((name) => /^catalogue-.*\.db$/.test(name));

/** Returns the generation of the pages. */
const generationOf = async (): Promise<string | null> =>
  (await checkedGet(shop.origin, '/api/vehicle/manufacturers')).headers.get('x-catalogue-generation');
const outcomeOf = async (): Promise<string> =>
  /cache;desc=(\w+)/.exec(
    (await fetch(`${shop.origin}/Ersatzteile/Alle-Fahrzeuge/--`)).headers.get('server-timing') ?? '',
  )?.[1] ?? '';
let visitor: Visitor;
const before = { generation: '' as string | null, outcome: '', priceSum: 0 };
const cartOf = async (): Promise<{ priceSum: number; cartArticles: object[] }> =>
  JSON.parse((await visitor.ask('/api/Warenkorb')).text).cartData;

/** Runs the command that makes a catalogue. @returns its output */
async function runDemo(...parameters: string[]): Promise<string> {
  const command = spawn(process.execPath, [join(project, 'dist/demo.js'), ...parameters], { stdio: 'pipe' });
  const [output, faults, [status]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close'),
  ]);
  expect([status, faults]).toEqual([0, '']);
  return output;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'demo-'));
  shop = await startShop();
  visitor = new Visitor(shop.origin);
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  await visitor.call(`/api/Warenkorb/Hinzufuegen/${spareParts[0].offerId}`, 'POST', { quantity: 2 });
  await until('the page is cached', async () => (await outcomeOf()) === 'hit');
  Object.assign(before, {
    outcome: await outcomeOf(),
    generation: await generationOf(),
    priceSum: (await cartOf()).priceSum,
  });

  // The command has made the first catalogue for all tests, and makes the next one here.
  const folder = shop.dataDir;
  const [one = ''] = catalogues(folder);
  database = open(folder, one);
  offersBefore = offersOf(folder);
  await runDemo('--data-dir', folder);
  const two = catalogues(folder).find((file) => file !== one) ?? '';
  second = open(folder, two);
});

afterAll(async () => {
  database?.close();
  second?.close();
  await shop?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Writes lines for shops, offers and ids, and for data derived from them. */
function offersOf(folder: string): string {
  const offers = new DatabaseSync(join(folder, 'offers.db'), { readOnly: true });
  const lines = contentLines(offers, ['shop', 'shop_rate', 'offer', 'offer_key', 'offer_product', 'best_block']);
  offers.close();
  return lines;
}

test('a running shop serves a new catalogue within ten seconds and keeps its carts', async () => {
  expect(before).toMatchObject({ outcome: 'hit', priceSum: expect.any(Number) });
  // A request on a connection that the shop has just closed may fail, so it is repeated.
  await until('the new catalogue is served', async () => {
    await outcomeOf().catch(() => '');
    return (await generationOf().catch(() => before.generation)) !== before.generation;
  });
  await until('the log says so', () => shop.log.some(({ event }) => event === 'generation_changed'));
  const after = await cartOf();
  expect(after.cartArticles).toHaveLength(1);
  expect(after.priceSum).toBe(before.priceSum);
});

describe('the built-in catalogue', () => {
  test('is as large as promised', () => {
    const least = {
      manufacturer: 40,
      series: 400,
      model: 2500,
      product: 6000,
      offer: 35_000,
      brand: 60,
      shop: 40,
      fitment: 300_000,
    };
    for (const [table, number] of Object.entries(least)) {
      expect([table, count(`select count(*) from ${table}`) >= number]).toEqual([table, true]);
    }
    expect(count('select count(*) from category where level = 1')).toBeGreaterThanOrEqual(20);
    expect(count('select count(*) from category where level = 2')).toBeGreaterThanOrEqual(110);
    expect(count('select count(*) from category where is_leaf = 1')).toBeGreaterThanOrEqual(420);
    expect(count('select count(distinct kind) from product')).toBeGreaterThanOrEqual(30);
    expect(
      count('select count(*) from (select product_id from offer group by product_id having count(*) >= 40)'),
    ).toBeGreaterThanOrEqual(20);
    expect(count('select count(*) from category where id = 1')).toBe(0);
  });

  test('has the recorded content and ids, also in the next generation', async () => {
    const content = contentLines(database);
    expect(contentLines(second)).toBe(content);
    expect(offersOf(shop.dataDir)).toBe(offersBefore);
    await expectRecorded('demonstration', `${content}\n${offersBefore}`);
  });

  test('is pointed at, and leaves nothing half-made behind', () => {
    const files = readdirSync(shop.dataDir);
    expect(files.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const state = new DatabaseSync(join(shop.dataDir, 'state.db'), { readOnly: true });
    const pointer = state.prepare('select * from catalogue_pointer').all();
    state.close();
    expect(pointer).toHaveLength(1);
    expect(pointer[0]?.file).toBe(`catalogue-${pointer[0]?.generation}.db`);
    expect(all("select value from meta where key = 'generation'", second)[0]?.value).toBe(pointer[0]?.generation);
    expect(count('pragma user_version')).toBe(catalogueVersion);
    expect(all("select value from meta where key = 'is_demonstration'")[0]?.value).toBe('1');
  });

  test('gives every engine only what it can use', () => {
    const wrong = (category: number, condition: string) =>
      count(
        `select count(*) from fitment f join model m on m.number = f.model_number where f.category_id = ${category} and ${condition}`,
      );
    expect(wrong(2267, "m.fuel in ('diesel', 'electric')")).toBe(0);
    expect(wrong(2275, "m.fuel in ('petrol', 'electric', 'lpg', 'cng')")).toBe(0);
    expect(wrong(243, "m.fuel = 'electric'")).toBe(0);
    expect(wrong(2497, "m.fuel not in ('electric', 'hybrid')")).toBe(0);
    expect(
      count(`select count(*) from fitment f join category c on c.id = f.category_id join category g on g.id = c.parent_id
             join model m on m.number = f.model_number where g.id = 110 and m.fuel = 'electric'`),
    ).toBe(0);
  });

  test('gives every car of 1990 and later the usual parts of two brands or more', () => {
    for (const category of [1523, 2001, 1312, 2317, 2359]) {
      const poor = count(`select (select count(*) from model where year_end is null or year_end >= 1990) - count(*) from
        (select f.model_number from fitment f join product p on p.id = f.product_id join model m on m.number = f.model_number
         where f.category_id = ${category} and (m.year_end is null or m.year_end >= 1990)
         group by f.model_number having count(distinct p.brand_id) >= 2)`);
      expect([category, poor]).toEqual([category, 0]);
    }
    for (const [page, name] of [
      ['Golf IV', '1.9 TDI'],
      ['Clio II', '1.5 dCi'],
    ]) {
      const rich =
        count(`select max(n) from (select count(distinct f.category_id) n from model m join series_page s on s.id = m.series_page_id
        join fitment f on f.model_number = m.number where s.name = '${page}' and m.name = '${name}' group by m.number)`);
      expect([page, rich > 300]).toEqual([page, true]);
    }
  });

  test('names conditions for a believable share of fitments, in five languages', () => {
    const share = count('select avg(note_id > 0) from fitment');
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.25);
    for (const [text] of texts('select text from fit_note'))
      expect(Object.keys(JSON.parse(text))).toEqual(['de', 'fr', 'es', 'it', 'nl']);
    // Only these makes number the equipment of a car, and the numbers are those of its brakes.
    expect(
      texts(`select distinct m.slug, c.top_parent_id from fitment f join fit_note n on n.id = f.note_id
        join model o on o.number = f.model_number join manufacturer m on m.id = o.manufacturer_id
        join category c on c.id = f.category_id where n.text like '%PR-Nummer%' order by m.slug`),
    ).toEqual(['Audi', 'SEAT', 'Skoda', 'Volkswagen'].map((make) => [make, '100']));
  });

  test('describes parts with keys that have labels, and numbers that hold', () => {
    for (const [attributes, warnings] of texts('select distinct attributes, warnings from product')) {
      const rows = JSON.parse(attributes) as [string, string, string | null][];
      expect(rows.length).toBeGreaterThan(0);
      for (const [key, value] of rows)
        if (!attributeLabels[key] || value === '' || /NaN|undefined/.test(value)) throw new Error(`${key}: ${value}`);
      // A pack states its content once.
      if (rows.some(([key, value]) => key === 'packSize' && value !== '1') && rows.some(([key]) => key === 'scope'))
        throw new Error(attributes);
      expect(Array.isArray(JSON.parse(warnings))).toBe(true);
    }
    for (const [ean] of texts('select ean from product where ean is not null')) {
      if (!/^20\d{11}$/.test(ean) || eanCheckDigit(ean.slice(0, 12)) !== Number(ean[12])) throw new Error(ean);
    }
    for (const [norm, article] of texts('select norm_number, article_number from product')) {
      if (normOf(article) !== norm || !/^[A-Z0-9]+$/.test(norm)) throw new Error(article);
    }
    expect(count('select count(*) from product where base_unit is not null and base_amount is null')).toBe(0);
  });

  test('computes the price with delivery like a plain query does', () => {
    const brute = database.prepare(`
      select o.price + (case when r.free_from is not null and o.price >= r.free_from then 0 else r.tariff end) + o.surcharge as total, o.id,
        o.handling_min + r.days_min as dmin, o.handling_max + r.days_max as dmax, s.rating
      from offer o join shop s on s.id = o.shop_id join shop_rate r on r.shop_id = o.shop_id and r.country = ?
      where o.product_id = ?`);
    const sample = all('select * from product_price where (product_id * 7919) % 101 = 0');
    expect(sample.length).toBeGreaterThan(200);
    for (const row of sample) {
      const offers = brute.all(String(row.country), Number(row.product_id));
      expect(row.offer_count).toBe(offers.length);
      expect(row.total).toBe(Math.min(...offers.map((offer) => Number(offer.total))));
      const chosen = offers.find((offer) => offer.id === row.offer_id);
      expect(chosen).toMatchObject({
        total: row.total,
        dmin: row.delivery_min,
        dmax: row.delivery_max,
        rating: row.rating,
      });
    }
  });

  test('ships to the six countries from a dozen shops each, and nowhere it must not', () => {
    for (const country of ['DE', 'AT', 'ES', 'FR', 'IT', 'NL']) {
      expect(count(`select count(*) from shop_rate where country = '${country}'`)).toBeGreaterThanOrEqual(12);
    }
    expect(count("select count(*) from shop_rate where country in ('RU', 'BY')")).toBe(0);
    for (const both of texts('select terms, policy from shop')) {
      for (const text of both) {
        expect(text.replace(/<\/?(h2|p|ul|li|strong|blockquote)>/g, '')).not.toMatch(/[<>]|\b(?:undefined|null|NaN)\b/);
        expect(text.match(/<p>/g)?.length).toBeGreaterThanOrEqual(6);
      }
    }
  });
});

describe('other vehicle files', () => {
  test('one with makes, series and power only gives a catalogue that works', async () => {
    const file = join(root, 'plain.csv');
    const fuels = ['petrol', 'diesel', 'electric', 'petrol-hybrid'];
    const rows = Array.from({ length: 200 }, (_, i) => {
      const fuel = fuels[i % 4];
      return `Make ${i % 7},SERIES ${i % 31},,${fuel},${fuel === 'electric' ? 0 : 1000 + (i % 9) * 200},${50 + i},${Math.round((50 + i) * 1.36)}`;
    });
    writeFileSync(
      file,
      `make,series,model,fuel,ccm,kw,ps\nVW,GOLF,,petrol,1395,92,125\n${rows.join('\n')}\nVW,,,petrol,1395,92,125\n`,
    );
    const folder = join(root, 'plain');
    const output = await runDemo('--vehicles', file, '--data-dir', folder);
    expect(output).toContain('1 row without a series left out, the first in line 203');
    expect(output).toContain('8 manufacturers, ');
    expect(output).toContain(', 201 models');
    const plain = open(folder, catalogues(folder)[0] ?? '');
    expect(
      all("select name, full_name, year_start from model where full_name like 'Volkswagen%'", plain),
    ).toMatchObject([{ name: '1.4', full_name: 'Volkswagen GOLF 1.4', year_start: null }]);
    expect(count('select count(*) from fitment', plain)).toBeGreaterThan(1000);
    plain.close();
  });

  test.each([
    ['make,series,kw\nVW,Golf,abc\n', /line 2, column kw: .*"abc"/],
    ['make,series,kw,fuel\nVW,Golf,66,petrol\nVW,Golf,66,coal\n', /line 3, column fuel: .*"coal"/],
    ['make,series,kw,from\nVW,Golf,66,1998-13\n', /line 2, column from: .*"1998-13"/],
    ['make,series,kw\n,Golf,66\n', /line 2, column make/],
    ['make,series,kw\nVW,,66\n', /contain no vehicles/],
    ['make,kw\nVW,66\n', /line 1: the header lacks the column series/],
    ['make,series,kw\nVW,Golf\n', /line 2: expected 3 columns, found 2/],
    ['make,series,kw\n', /has no rows/],
  ])('a fault is named: %#', (text, sentence) => {
    const file = join(root, 'bad.csv');
    writeFileSync(file, text);
    const make = () => makeDemo({ clock: new ManualClock(), dataDir: join(root, 'bad'), vehiclesFile: file });
    expect(make).toThrow(DataFileError);
    expect(make).toThrow(sentence);
    expect(readdirSync(join(root, 'bad')).filter((name) => name.includes('catalogue'))).toEqual([]);
  });

  test('the command answers with an exit code and a sentence', async () => {
    const output: string[] = [];
    const run = (...args: string[]) =>
      runDemoCommand(args, { DATA_DIR: join(root, 'bad') }, new ManualClock(), (line) => output.push(line));
    const absent = await run('--vehicles', join(root, 'absent.csv'));
    expect([await run('--help'), await run('--seed', 'x'), absent]).toEqual([0, 2, 1]);
    expect(output.join('\n')).toMatch(
      /absent\.csv cannot be read[\s\S]*Usage: [\s\S]*--seed must be a whole number, found "x"/,
    );
  });
});

test('chance depends on nothing but its arguments', () => {
  const dice = new SeededRandom(1);
  expect(dice.about('a', 2).roll('b')).toBe(dice.roll('a', 2, 'b'));
  expect(dice.roll('a', 1)).not.toBe(dice.roll('a', 2));
  const mean =
    Array.from({ length: 2000 }, (_, i) => dice.roll('mean', i)).reduce((sum, value) => sum + value, 0) / 2000;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
});

test('slugs are ASCII', () => {
  expect(slugOf('Bremsbeläge & Öl', 'de')).toBe('Bremsbelaege-Oel');
  expect(slugOf("Plaquettes d'été Škoda", 'fr')).toBe('Plaquettes-dete-Skoda');
});
