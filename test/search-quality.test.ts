import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Request, Wire } from '../server/contract/handler-types.js';
import type { Language } from '../server/contract/languages.js';
import { operations } from '../server/contract/operations.js';
import { normaliseNumber } from '../server/contract/search.js';
import { maxHits } from '../server/marketplace/search/find.js';
import { findFullText } from '../server/marketplace/search/full-text.js';
import { suggest } from '../server/marketplace/search/suggestions.js';
import type { Generation } from '../server/marketplace/store/generation.js';
import { openCatalogue } from './fixtures/marketplace/store/open-catalogue.js';
import { type Asked, localeOf, queries } from './support/search-queries.js';

const root = resolve(import.meta.dirname, '..');
/** What is looked at by somebody who has not found it yet. */
const looked = 3;
/** Share of the list that must be found. */
const demanded = 0.95;

let generation: Generation;
beforeAll(async () => {
  const folder = join(root, 'dist/test-data');
  const file = readdirSync(folder).find((name) => /^catalogue-.*\.db$/.test(name)) ?? '';
  generation = await openCatalogue(folder, 'quality', file);
});
afterAll(() => generation.close());

const ask = (query: string, language: Language): Promise<Wire<'suggestions'>> =>
  suggest(
    generation,
    operations.suggestions.query.parse({ query, locale: localeOf(language) }) as Request<'suggestions'>,
  );

/** Ids of the products that replace a car maker's part. */
async function replacing(number: string): Promise<Set<string>> {
  const rows = await generation.db.selectFrom('oe_number').select('product_id').where('norm', '=', number).execute();
  return new Set(rows.map((row) => String(row.product_id)));
}

async function isAnswered({ language, query, expected, vehicle }: Asked): Promise<boolean> {
  const { vehicleSpecific, specific, universal, products, universalProducts, ...about } = await ask(query, language);
  const categories = [vehicleSpecific, specific, universal].flatMap((group) => group.slice(0, looked));
  const parts = [products, universalProducts].flatMap((group) => group.slice(0, looked));
  const named = about.vehicle?.seriesPage?.name ?? about.vehicle?.manufacturer.name ?? '';
  if (vehicle !== '' && named !== vehicle) return false;
  for (const each of expected) {
    const value = each.slice(1);
    if (each.startsWith('c') && categories.some(({ id }) => id === value)) return true;
    if (each.startsWith('p') && parts.some(({ normNumber }) => normNumber === value)) return true;
    if (!each.startsWith('o')) continue;
    const ids = await replacing(value);
    if (parts.some(({ id }) => ids.has(id))) return true;
  }
  return false;
}

test('the list says what shoppers type, in five languages', () => {
  expect(queries.length).toBeGreaterThanOrEqual(120);
  expect(new Set(queries.map(({ language }) => language)).size).toBe(5);
  expect(new Set(queries.map(({ language, query }) => `${language} ${query}`)).size).toBe(queries.length);
  for (const { expected } of queries)
    for (const each of expected) expect(each.slice(1)).toBe(normaliseNumber(each.slice(1)));
});

test('what is searched for is among the first three', async () => {
  const misses: string[] = [];
  for (const asked of queries)
    if (!(await isAnswered(asked))) misses.push(`${asked.language}: ${asked.query} -> ${asked.expected.join(' or ')}`);
  const found = 1 - misses.length / queries.length;
  process.stdout.write(
    `search: ${queries.length} queries, ${(found * 100).toFixed(1)} % found\n${misses.join('\n')}\n`,
  );
  expect(found).toBeGreaterThanOrEqual(demanded);
});

test('a search says when there are more products than the best that it looks at', async () => {
  const filled = generation.categories.leaves.filter((leaf) => leaf.is_universal === 0 && leaf.product_count > 0);
  const large = filled.filter((leaf) => leaf.product_count > maxHits);
  const small = filled.filter((leaf) => leaf.product_count <= maxHits).slice(0, 12);
  const reported = new Set<boolean>();
  for (const leaf of [...large, ...small]) {
    const request = { term: leaf.texts.de.title, ...operations.fullText.query.parse({}) } as Request<'fullText'>;
    const { named, universal, resultCount, isCut } = await findFullText(generation, request, () => undefined);
    // Where the words name the leaf, the products are its own, and can be counted without searching.
    if (named?.id !== String(leaf.id) || universal.length > 0) continue;
    const expected = [Math.min(leaf.product_count, maxHits), leaf.product_count > maxHits];
    expect([request.term, resultCount, isCut]).toEqual([request.term, ...expected]);
    reported.add(isCut);
  }
  expect([...reported].sort()).toEqual([false, true]);
});
