import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeFilters, encodeFilters } from '../server/contract/filters.js';
import { type Language, languages } from '../server/contract/languages.js';
import type { Generation } from '../server/marketplace/generation/generation.js';
import { openCatalogue } from './fixtures/marketplace/generation/open-catalogue.js';
import { root } from './support/catalogue.js';
import { inTurn, isLong } from './support/sample.js';
import { carsBesideOwn, families } from './support/search-cars.js';
import * as classes from './support/search-classes.js';

let generation: Generation;
beforeAll(async () => {
  const folder = join(root, 'dist/test-data');
  const file = readdirSync(folder).find((name) => /^catalogue-.*\.db$/.test(name)) ?? '';
  generation = await openCatalogue(folder, 'reading', file);
});
afterAll(() => generation.close());

/** Classes of questions. */
const asked: readonly (readonly [name: string, make: () => Promise<classes.Question[]>])[] = [
  ['measures', async () => classes.some(await classes.measures(generation), 250)],
  ['positions', async () => classes.some(await classes.positions(generation), 200)],
  ['brands', async () => classes.some(await classes.brands(generation), 150)],
  ['families', async () => families(generation)],
  ['names of popular parts', async () => classes.names(generation)],
  ['other languages', async () => classes.otherLanguages(generation)],
  ['English', async () => classes.written(generation, 'english')],
  ['symptoms', async () => classes.written(generation, 'symptom')],
  ['words', async () => classes.written(generation, 'word')],
  ['sentences', async () => classes.written(generation, 'sentence')],
  ['cars', async () => classes.written(generation, 'car')],
  ['written measures', async () => classes.written(generation, 'measure')],
  ['written sides', async () => classes.written(generation, 'side')],
  ['written families', async () => classes.written(generation, 'family')],
  ['written brands', async () => classes.written(generation, 'brand')],
  ['brands that are not sold', async () => classes.written(generation, 'unsold')],
  ['words of other languages', async () => classes.written(generation, 'foreign')],
  ['names as they are written', async () => classes.written(generation, 'name')],
  ['mistakes', async () => classes.written(generation, 'typo')],
  ['parts that a car has not', async () => classes.written(generation, 'absent')],
  ['approvals and oil grades', async () => classes.written(generation, 'approval')],
  ['unknown words beside a part', async () => classes.written(generation, 'strange')],
  ['jobs', async () => classes.written(generation, 'job')],
  ['prices', async () => classes.written(generation, 'price')],
  ['unmistakable measures', async () => classes.written(generation, 'shape')],
  ['faults and colours', async () => classes.written(generation, 'fault')],
  ['words that are values', async () => classes.written(generation, 'value')],
  ['nonsense', async () => classes.written(generation, 'nonsense')],
  ['cars beside the own one', async () => carsBesideOwn(generation)],
];

/** Questions that the search does not answer right. `Land Rover` also names the Range Rover. */
const missed: Readonly<Record<string, readonly string[]>> = {
  families: ['fr: Abarth 500 Plaquettes de frein'],
  nonsense: ['it: buongiorno a tutti'],
  'cars beside the own one': ['de: Land Rover  Bremsscheiben', 'fr: Rover  Disques de frein'],
};

test.each(asked)('%s are understood', async (name, make) => {
  const questions = await make();
  expect(questions.length).toBeGreaterThan(0);
  const misses: string[] = [];
  for (const { language, query, modelId, isRight } of questions)
    if (!isRight(await classes.ask(generation, language, query, { modelId }))) misses.push(`${language}: ${query}`);
  expect(misses).toEqual(missed[name] ?? []);
});

test('numbers are found in every spelling', async () => {
  const misses: string[] = [];
  for (const { query, id } of classes.some(await classes.numbers(generation), isLong ? 700 : 100)) {
    const { products, universalProducts } = await classes.ask(generation, 'de', query, { pageSize: '60' });
    if (![...products, ...universalProducts].some((product) => product.id === id)) misses.push(query);
  }
  expect(misses).toEqual([]);
});

test('the letters of a number in groups are no name of a part', async () => {
  const written = await generation.db
    .selectFrom('product')
    .select(['id', 'article_number'])
    .where('article_number', 'like', 'SC %')
    .execute();
  expect(written.length).toBeGreaterThan(20);
  const misses: string[] = [];
  for (const { id, article_number: query } of classes.some(written, 20)) {
    const { products, universalProducts } = await classes.ask(generation, 'de', query, { pageSize: '60' });
    if (![...products, ...universalProducts].some((product) => product.id === String(id))) misses.push(query);
  }
  expect(misses).toEqual([]);
});

test('brand and number as printed on a box find the article first', async () => {
  const misses: string[] = [];
  for (const { query, id } of inTurn(await classes.printed(generation), 5)) {
    const { products, universalProducts } = await classes.ask(generation, 'de', query);
    if ([...products, ...universalProducts][0]?.id !== id) misses.push(query);
  }
  expect(misses).toEqual([]);
});

test('oils that the maker of the chosen car requires come first', async () => {
  const { id: oils } = generation.categories.leaves.find(({ texts }) => texts.de.title === 'Motoröl') ?? {};
  const required = await generation.db
    .selectFrom('model_approval')
    .selectAll()
    .where('category_id', '=', Number(oils))
    .execute();
  for (const { model_number } of classes.some(required, 8)) {
    const modelId = generation.vehicles.modelsByNumber.get(model_number)?.id;
    const { universalProducts } = await classes.ask(generation, 'de', 'motoröl', { modelId, pageSize: '60' });
    const states = universalProducts.map(({ fit }) => fit?.checks?.find(({ key }) => key === 'approval')?.state);
    const met = states.filter((state) => state === 'met').length;
    expect([modelId, met > 0, states.slice(0, met).every((state) => state === 'met')]).toEqual([modelId, true, true]);
  }
  const { universalProducts, choices } = await classes.ask(generation, 'de', 'welches öl für den golf 7 2.0 tdi');
  expect(choices.length).toBeGreaterThan(1);
  for (const { model } of choices) {
    const modelId = model?.id;
    const own = await classes.ask(generation, 'de', 'motoröl', { modelId, pageSize: '60' });
    const checks = own.universalProducts.find(({ id }) => id === universalProducts[0]?.id)?.fit?.checks;
    expect([modelId, checks?.find(({ key }) => key === 'approval')?.state]).toEqual([modelId, 'met']);
  }
});

test('words that are no mistakes are not corrected', async () => {
  const wrong: string[] = [];
  for (const line of readFileSync(join(root, 'test/right-words.tsv'), 'utf8').trim().split('\n')) {
    const [language, words = ''] = line.split('\t');
    for (const word of words.split(' ')) {
      const { corrected } = await classes.ask(generation, language as Language, word);
      if (corrected) wrong.push(`${word}: ${corrected.term}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('short words that are no mistakes are not corrected beside others either', async () => {
  const isShort = (word: string) => /^\p{L}{4}$/u.test(word);
  const wordsIn = (path: string) =>
    [...new Set(readFileSync(join(root, path), 'utf8').split(/[\s|+]+/))].filter(isShort);
  const data = 'server/marketplace/search/words/data';
  const everywhere = [...wordsIn(`${data}/known-brands.tsv`), ...wordsIn(`${data}/english.tsv`)];
  const titles = generation.categories.leaves.map(({ texts }) => texts);
  const leaf = titles.find(({ de }) => de.title === 'Bremsscheiben');
  const wrong: string[] = [];
  let asked = 0;
  for (const language of languages) {
    const plain = readFileSync(join(root, data, 'plain-words.tsv'), 'utf8').split('\n');
    const own = plain.find((line) => line.startsWith(language))?.split(/\s+/) ?? [];
    const cars = [...generation.vehicles.families.values()].map(({ name }) => name);
    const others = titles.flatMap((texts) => languages.flatMap((each) => texts[each].title.split(/\s+/)));
    for (const word of inTurn([...new Set([...own, ...cars, ...everywhere, ...others].filter(isShort))], 4)) {
      const { corrected } = await classes.ask(generation, language, `${word} ${leaf?.[language].title}`);
      if (corrected) wrong.push(`${language} ${word}: ${corrected.term}`);
      asked++;
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(isLong ? 500 : 50);
});

test.each([
  ['es', 'pastillas de frno', 'pastillas de freno'],
  ['it', 'filtro oloi', 'filtro olio'],
] as const)('%s: %s is taken for %s', async (language, typed, meant) => {
  expect((await classes.ask(generation, language, typed)).corrected?.term).toBe(meant);
});

test('the search reports words that were not understood, are not sold, or were widened', async () => {
  const notes = async (language: Language, term: string) =>
    (await classes.ask(generation, language, term)).reading.notes.map(({ kind, text }) => `${kind} ${text}`);
  expect(await notes('de', 'xqwzt')).toEqual(['unknown xqwzt']);
  expect(await notes('de', 'brembo bremsscheiben')).toEqual(['unsold Brembo']);
  expect(await notes('de', 'bremsscheiben 999 mm')).toEqual(['missing 999 mm']);
  expect(await notes('fr', 'brake pads')).toEqual(['language en']);
  expect(await notes('de', 'bremsscheiben 2015')).toEqual(['car 2015']);
  expect(await notes('it', 'freni che fischiano')).toEqual(['symptom ']);
  expect(await notes('de', 'bremsscheiben vorne')).toEqual([]);
});

test('approvals keep their spelling in notes and in repeated searches', async () => {
  const { reading } = await classes.ask(generation, 'de', 'motoröl vw 507.00 5w30 5 liter');
  expect([reading.rest, decodeFilters(reading.f)]).toEqual([
    'motoröl',
    expect.arrayContaining([{ key: 'approval', values: ['VW 507 00'] }]),
  ]);
  const strange = await classes.ask(generation, 'de', 'motoröl vw 507.00 xqwzt');
  expect(strange.reading.notes.map(({ text }) => text)).toEqual(['xqwzt']);
  expect((await classes.ask(generation, 'de', 'golf motoröl vw 507.00')).reading.withoutCar ?? '').not.toMatch(/fahaa/);
  expect(reading.notes.map(({ text }) => text).join(' ')).not.toMatch(/fahaa/);
});

test('every count of a filter is the number of its hits', async () => {
  const wrong: string[] = [];
  const terms = [
    ['de', 'bremsscheibe 288 mm'],
    ['de', 'touran bremsscheiben vorne'],
    ['de', '205/55 r16'],
    ['fr', 'huile 5w30 5 litres'],
    ['es', 'amortiguadores traseros'],
    ['de', 'wischer 600 mm'],
  ] as const;
  for (const [language, term] of terms) {
    const { filters } = await classes.ask(generation, language, term);
    for (const { key, attributes } of filters.filter((filter) => filter.key !== 'price'))
      for (const { value, count } of attributes.slice(0, 4)) {
        const f = encodeFilters([{ key, values: [value] }]);
        const { resultCount } = await classes.ask(generation, language, term, { f });
        if (resultCount !== count) wrong.push(`${term}: ${key} ${value} says ${count}, has ${resultCount}`);
      }
  }
  expect(wrong).toEqual([]);
});

test('words and their filters find the same as the words alone', async () => {
  for (const term of ['ölablassschraube m14x1,5', 'getriebeöl 75w90', '5w30', 'kolbor ölfilter']) {
    const { reading, resultCount } = await classes.ask(generation, 'de', term);
    const again = await classes.ask(generation, 'de', reading.rest, { f: reading.f });
    expect([term, again.resultCount]).toEqual([term, resultCount]);
  }
});
