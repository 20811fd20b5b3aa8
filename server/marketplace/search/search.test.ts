import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { catalogueService, idsOf } from '../../../test/fixtures/marketplace/workers/catalogue-service.js';
import { languages } from '../../contract/languages.js';
import { findPartNumber } from './lookup/part-number.js';
import { fittingTable } from './lookup/scope.js';
import { editDistance } from './words/edit-distance.js';
import { foundUnder, norm, numberOf, numbersIn, searchTerms } from './words/search-terms.js';
import { stemOf } from './words/stems.js';
import { aliasesOf, readSynonyms } from './words/synonyms.js';
import { joinedSeries } from './words/vehicle-terms.js';
import { readPositions, wordsOf } from './words/written-words.js';

const { call, read } = catalogueService();
const number = (written: string, query = '') =>
  read('partNumber', `/api/Teilenummern/${encodeURIComponent(written)}${query && `?${query}`}`);
const suggest = (query: string, context = '') =>
  read('suggestions', `/api/search/suggestions?query=${encodeURIComponent(query)}${context && `&${context}`}`);

describe('words', () => {
  test.each([
    ['Kühlflüssigkeit', 'kuhlflussigkeit'],
    ['Łożysko', 'lozysko'],
    ['Großteil', 'grossteil'],
    ['Œil ÉTÉ', 'oeil ete'],
    ['ＢＯＳＣＨ', 'bosch'],
  ])('%s is %s', (text, expected) => expect(norm(text)).toBe(expected));

  test('are found in more than one spelling', () => {
    expect([...foundUnder('Öl 205/55 R16', 'de')]).toEqual(['ol', '205', '55', '20555', 'r16', 'oel']);
    expect([...foundUnder('Öl', 'fr')]).toEqual(['ol']);
    expect(searchTerms("d'huile 5W-30", 'fr')).toEqual([
      { pieces: ['huile'], squashed: null, isOptional: false },
      { pieces: ['5w', '30'], squashed: '5w30', isOptional: false },
    ]);
    expect(numberOf('1k0 615-301')).toBe('1K0615301');
    expect(['Bremse', '12', '!!'].map(numberOf)).toEqual([null, null, null]);
  });
});

describe('how words are compared', () => {
  test.each([
    ['de', 'bremsscheibe', 'bremsscheiben'],
    ['de', 'zundkerze', 'zundkerzen'],
    ['fr', 'disque', 'disques'],
    ['fr', 'plaquette', 'plaquettes'],
    ['es', 'amortiguador', 'amortiguadores'],
    ['es', 'luz', 'luces'],
    ['es', 'delantero', 'delanteras'],
    ['it', 'disco', 'dischi'],
    ['it', 'cinghia', 'cinghie'],
    ['it', 'pastiglia', 'pastiglie'],
    ['nl', 'remblok', 'remblokken'],
    ['nl', 'remschijf', 'remschijven'],
    ['nl', 'remblok', 'remblokjes'],
  ] as const)('%s: %s and %s are one word', (language, one, many) => {
    expect(stemOf(one, language)).toBe(stemOf(many, language));
  });

  test.each([
    ['de', 'see', 'see'],
    ['de', 'ohren', 'ohr'],
    ['de', 'uhren', 'uhr'],
    ['fr', 'axe', 'axe'],
    ['fr', 'cles', 'cle'],
    ['es', 'eje', 'eje'],
    ['es', 'ejes', 'eje'],
    ['it', 'olio', 'olio'],
    ['nl', 'as', 'as'],
    ['nl', 'assen', 'ass'],
  ] as const)('%s: of %s three letters are left at least: %s', (language, word, stem) => {
    expect(stemOf(word, language)).toBe(stem);
  });

  test.each([
    ['kuplung', 'kupplung', 1],
    ['bremscheibe', 'bremsscheibe', 1],
    ['amortiguadror', 'amortiguador', 1],
    ['zanhriemen', 'zahnriemen', 1],
    ['abc', 'xyz', 3],
    ['', 'abc', 3],
  ])('%s is near %s', (terms, word, mistakes) => expect(editDistance(terms, word).whole).toBe(mistakes));

  test('the beginning of a word may be near while the word is not', () => {
    expect(editDistance('amortig', 'amortiguador')).toEqual({ whole: 5, start: 0, end: 7 });
  });

  test('all synonyms of a thing, also within a longer name', () => {
    const synonyms = readSynonyms();
    expect(aliasesOf('Bremsbeläge', 'de', synonyms)).toContain('Bremsklötze');
    expect(aliasesOf('Zubehörsatz Bremsbeläge', 'de', synonyms)).toContain('zubehorsatz Bremsklötze');
    expect(aliasesOf('Bremsklötze', 'de', synonyms)).toContain('Bremsbeläge');
    expect(aliasesOf("Joint d'étrier de frein", 'fr', synonyms)).toContain('joint étrier');
    for (const language of languages) expect(synonyms[language].length).toBeGreaterThanOrEqual(60);
  });

  test.each([
    ['C-Klasse', 'cklasse'],
    ['Classe C', 'cklasse'],
    ['clase c', 'cklasse'],
    ['3er Touring', '3er touring'],
    ['Série 3', '3er'],
    ['3-serie', '3er'],
  ])('%s is written in one way', (written, expected) => expect(joinedSeries(written)).toBe(expected));

  test.each([
    ['nl', 'remblokken voor', [['front']]],
    ['nl', 'voor remblokken', []],
    ['nl', 'remblokken voor golf', []],
    ['nl', 'remschijf voor en achter', [['front'], ['rear']]],
    ['de', 'vorne Bremsscheiben', [['front']]],
  ] as const)('%s: %s names the sides %j', (language, text, sides) => {
    expect(readPositions(wordsOf(text), language).map((word) => word.sides)).toEqual(sides);
  });

  test('part numbers in a term', () => {
    expect(numbersIn('VW 1K0 615-301 AA')).toEqual(['VW1K0615301AA', '1K0615301AA', 'VW1K0615301', '1K0615301']);
    expect(numbersIn('Achsmark AX 90 619')).toEqual(['ACHSMARKAX90619', 'AX90619', '90619']);
    expect(numbersIn('Bremsscheibe 1K0.615.301')).toEqual(['BREMSSCHEIBE1K0615301', '1K0615301']);
    expect(numbersIn('Bremse')).toEqual([]);
  });
});

describe('suggestions', () => {
  test('categories and products without prices', async () => {
    const { specific, universal, vehicleSpecific, products, universalProducts, vehicle, vehicles, results } =
      await suggest('title');
    expect(idsOf(specific)).toEqual([100, 2001, 1523, 301, 900]);
    expect(idsOf(universal)).toEqual([ids.oils]);
    expect([vehicleSpecific, vehicle, vehicles]).toEqual([[], null, []]);
    expect(products).toHaveLength(6);
    expect(products[0]).toMatchObject({ brand: { seoName: expect.any(String) }, image: { alt: products[0].title } });
    expect(JSON.stringify(products)).not.toMatch(/price/i);
    expect(idsOf(universalProducts)).toEqual([ids.oil]);
    expect(results).toBe(13);
    expect(idsOf((await suggest('1k0.615-301 7')).products)).toEqual([ids.firstDisc + 6]);
  });

  test('products have the measure in the words', async () => {
    const { products } = await suggest('title 1523 24 mm');
    expect(idsOf(products)).toEqual([ids.firstDisc + 3]);
  });

  test('cars in the words, and the parts they need most', async () => {
    const golf = await suggest('golf');
    expect(golf.vehicles.map((each: { seriesPage: { name: string } }) => each.seriesPage.name).sort()).toEqual([
      'Golf V',
      'Golf VI',
    ]);
    const page = await suggest('VW Golf V');
    expect(page.vehicles).toHaveLength(1);
    expect(page.vehicle.seriesPage.id).toBe(String(ids.golf));
    expect(idsOf(page.vehicleSpecific)).toEqual([ids.pads, ids.discs]);
    expect(page.universal).toEqual([]);
    expect(page.products[0].title).toMatch(/title-1523/);
    expect((await suggest('e90')).vehicle.seriesPage.name).toBe('3er E90');
  });

  test('the narrowest known vehicle is the context', async () => {
    const golf = await suggest('title', `vehicleManufacturerId=2&vehicleModelId=${ids.golfModel}`);
    expect(golf.vehicle.model.id).toBe(ids.golfModel);
    expect(idsOf(golf.vehicleSpecific)).toContain(ids.discs);
    expect(golf.specific).toEqual([]);
    const page = await suggest('title', `vehicleModelId=nix&vehicleSeriesGroupId=${ids.golf}`);
    expect(page.vehicle.seriesPage.id).toBe(String(ids.golf));
    expect((await suggest('title', 'vehicleManufacturerId=77')).vehicle).toBeNull();
  });

  test.each(['', ' ', '!?', '\u0000\u0007', '"', '-x', 'a"b', 'c++', 'NEAR(a b)', 'x'.repeat(10_000), '𝔄'.repeat(500)])(
    'nothing found is an answer: %#',
    async (query) => {
      expect(await suggest(query)).toMatchObject({ results: 0, products: [], universalProducts: [] });
    },
  );
});

test('part numbers: own, of the car maker, with the same beginning', async () => {
  const own = await number('disc 1');
  expect(own.number).toBe('DISC1');
  expect(idsOf(own.exact)).toEqual([ids.firstDisc]);
  expect(own.crossReferences).toEqual([]);
  expect(own.similar.map((part: { normNumber: string }) => part.normNumber)).toEqual(
    Array.from({ length: 10 }, (_, index) => `DISC${index + 10}`),
  );
  const original = await number('1k0.615.301.2', `modelId=${ids.golfConditional}`);
  expect(original.exact).toEqual([]);
  expect(original.crossReferences).toMatchObject([
    { manufacturer: 'Volkswagen', number: '1K0 615 301 2', products: [{ id: '1002', fit: { state: 'conditional' } }] },
  ]);
  expect(original.similar).toHaveLength(discCount - 19);
  expect((await number('dis')).similar).toHaveLength(12);
  expect((await number('di')).similar).toEqual([]);
  expect((await number('disc1', 'brandId=1')).exact).toEqual([]);
  expect((await number('disc1', `categoryId=${ids.discGroup}&brandId=2`)).exact).toHaveLength(1);
  for (const category of [ids.oils, 999_999])
    expect(await number('disc1', `categoryId=${category}`)).toEqual({
      number: 'DISC1',
      exact: [],
      crossReferences: [],
      similar: [],
    });
  expect(await number('nothing')).toEqual({ number: 'NOTHING', exact: [], crossReferences: [], similar: [] });
  for (const written of ['---', 'A'.repeat(41)]) expect((await call(`/api/Teilenummern/${written}`)).status).toBe(400);
});

test.each([
  [[], [], null],
  [[21, 23], [], ['fitment_series_page', 'series_page_id', [21, 23]]],
  [[21], [1, 2], ['fitment', 'model_number', [1, 2]]],
])('the fit of pages %j and models %j uses one table', (pages, models, expected) => {
  expect(fittingTable({ context: { type: null }, pages, models })).toEqual(expected);
});

test('a trade item number is found as printed, and replacements are listed once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'numbers-'));
  const file = writeCatalogue(folder, { generation: 'g1' });
  const catalogue = new DatabaseSync(join(folder, file));
  catalogue.exec(`
    update product set ean = '4006381333931' where id = ${ids.firstDisc};
    update product set ean = '0012345678905' where id = ${ids.firstDisc + 1};
    create temporary table same as select * from oe_number where product_id = ${ids.firstDisc};
    update same set product_id = ${ids.firstDisc + 9};
    insert into oe_number select * from same;
    update same set product_id = ${ids.firstDisc + 5}, manufacturer_id = 2;
    insert into oe_number select * from same;
  `);
  catalogue.close();
  const generation = await openCatalogue(folder, 'g1', file);
  const find = (number: string) =>
    findPartNumber(generation, { number, locale: 'de-DE', country: 'DE' }, () => undefined);
  try {
    for (const [written, found] of [
      ['4006381333931', [ids.firstDisc]],
      ['04006381333931', [ids.firstDisc]],
      ['14006381333931', []],
      ['012345678905', [ids.firstDisc + 1]],
    ] as const)
      expect([written, idsOf((await find(written)).exact)]).toEqual([written, found]);
    const { exact, crossReferences, similar } = await find('DISC1');
    expect(idsOf(exact)).toEqual([ids.firstDisc]);
    // Another maker of cars may give the same number to another part.
    expect(crossReferences.map(({ products }) => idsOf(products))).toEqual([[ids.firstDisc + 9]]);
    expect(idsOf(similar)).toEqual(Array.from({ length: 9 }, (_, index) => ids.firstDisc + 10 + index));
  } finally {
    await generation.close();
    rmSync(folder, { recursive: true });
  }
});
