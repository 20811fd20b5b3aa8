import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentLines } from '../../../test/fixtures/demo/content-lines.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { makeDemo } from '../make-demo.js';
import type { Scale } from './scale-plan.js';

/** test/demo.test.ts tests the same of the demonstration in every run. */
const isLong = process.env.TEST_LONG === '1';
const scale: Scale = { models: 6500, categories: 690, brands: 75, shops: 50, products: 3500 };
let root: string;
const open: DatabaseSync[] = [];

/** Makes a catalogue in a new directory, without known ids. */
function make(name: string): { database: DatabaseSync; counts: Readonly<Record<string, number>> } {
  const dataDir = join(root, name);
  const { file, counts } = makeDemo({ clock: testClock, dataDir, scale });
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  database.prepare('attach ? as offers').run(join(dataDir, 'offers.db'));
  open.push(database);
  return { database, counts };
}

let one: ReturnType<typeof make>;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'scale-'));
  one = make('one');
});

afterAll(() => {
  for (const database of open) database.close();
  rmSync(root, { recursive: true, force: true });
});

test('a catalogue of a given size has exactly its models, categories, brands, shops and products', () => {
  expect(one.counts).toMatchObject(scale);
  const rows = (table: string) => Number(one.database.prepare(`select count(*) as n from ${table}`).get()?.n);
  expect({
    products: rows('product'),
    offers: rows('offer'),
    fitments: rows('fitment'),
  }).toEqual({
    products: one.counts.products,
    offers: one.counts.offers,
    fitments: one.counts.fitments,
  });
});

test('products have ten offers on average and sixty at most, three in ten have one, and each fits about twenty cars', () => {
  const { products = 0, offers = 0, fitments = 0 } = one.counts;
  expect(offers / products).toBeGreaterThan(8.5);
  expect(offers / products).toBeLessThan(11.5);
  expect(fitments / products).toBeGreaterThan(15);
  expect(fitments / products).toBeLessThan(26);
  const of = one.database
    .prepare('select max(n) as most, avg(n = 1) as single from (select count(*) as n from offer group by product_id)')
    .get();
  expect(Number(of?.most)).toBeLessThanOrEqual(60);
  expect(Number(of?.single)).toBeGreaterThan(0.25);
  expect(Number(of?.single)).toBeLessThan(0.35);
});

if (isLong) {
  test('the same size and seed give the same catalogue to the byte', () => {
    expect(contentLines(make('two').database)).toBe(contentLines(one.database));
  });
}
