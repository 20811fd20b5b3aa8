import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Language, languages } from '../server/contract/languages.js';
import type { Request, Wire } from '../server/contract/operations/handler-types.js';
import { operations } from '../server/contract/operations/operations.js';
import { normaliseNumber } from '../server/contract/search.js';
import type { Generation } from '../server/marketplace/generation/generation.js';
import { findFullText } from '../server/marketplace/search/full-text.js';
import { suggest } from '../server/marketplace/search/suggestions.js';
import { openCatalogue } from './fixtures/marketplace/generation/open-catalogue.js';
import { inTurn } from './support/sample.js';
import { type Asked, localeOf, queries, tradeWords } from './support/search-queries.js';

const root = resolve(import.meta.dirname, '..');
/** Number of results in which the right one must be. */
const looked = 3;
/** Share of the list that the search must find. */
const demanded = 0.95;
const demandedOfWords = 0.98;

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
    () => {},
  );

/** Returns the ids of the products that replace a car maker's part. */
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

test('the list of the trade has three hundred words in each language, each once', () => {
  for (const language of languages) {
    const words = tradeWords.filter((each) => each.language === language).map(({ query }) => query);
    expect(words.length).toBeGreaterThanOrEqual(300);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  }
});

test('the wanted result is among the first three', async () => {
  const misses: string[] = [];
  for (const asked of queries)
    if (!(await isAnswered(asked))) misses.push(`${asked.language}: ${asked.query} -> ${asked.expected.join(' or ')}`);
  const found = 1 - misses.length / queries.length;
  process.stdout.write(
    `search: ${queries.length} queries, ${(found * 100).toFixed(1)} % found\n${misses.join('\n')}\n`,
  );
  expect(found).toBeGreaterThanOrEqual(demanded);
});

test('words of the trade find their part', async () => {
  const asked = inTurn(tradeWords, 12);
  const misses: string[] = [];
  for (const each of asked)
    if (!(await isAnswered(each))) misses.push(`${each.language}: ${each.query} -> ${each.expected.join(' or ')}`);
  process.stdout.write(`trade words: ${asked.length} asked\n${misses.join('\n')}\n`);
  expect(misses.length).toBeLessThanOrEqual(asked.length * (1 - demandedOfWords));
});

const find = (term: string) => {
  const request = { term, ...operations.fullText.query.parse({}) } as Request<'fullText'>;
  return findFullText(generation, request, () => undefined);
};

test('a search finds all products of what its words name', async () => {
  const filled = generation.categories.leaves
    .filter((leaf) => leaf.is_universal === 0)
    .sort((a, b) => b.product_count - a.product_count);
  const counted: number[] = [];
  for (const leaf of filled.slice(0, 40)) {
    const term = leaf.texts.de.title;
    const { named, universal, resultCount, isCut } = await find(term);
    // If the words name the leaf, the products are its own, so that their number is known.
    if (named?.id !== String(leaf.id) || universal.length > 0) continue;
    expect([term, resultCount, isCut]).toEqual([term, leaf.product_count, false]);
    counted.push(resultCount);
  }
  expect(counted.length).toBeGreaterThan(10);
  expect(Math.max(...counted)).toBeGreaterThan(240);
});
