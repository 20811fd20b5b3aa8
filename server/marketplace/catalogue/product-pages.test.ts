import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOffers, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { discCount, ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { encodeFilters } from '../../contract/filters.js';
import { inLanguages } from '../../contract/languages.js';
import type { Category } from '../generation/category-index.js';
import type { Generation } from '../generation/generation.js';
import { fillProductFlags } from '../offer-store/product-flags.js';
import { addRecall } from '../offer-store/recall.js';
import { getArticle, recommend, related } from './article.js';
import { getBrand } from './brands.js';
import { compareProducts } from './comparison.js';
import { listFittingVehicles, listOeNumbers } from './fitting-vehicles.js';
import { dependOnLeaves } from './leaf-listing.js';
import { list } from './listing.js';
import { navigate } from './navigation.js';
import { ownPhotograph, photographAddress, readPhotograph } from './pictures.js';
import { readProducts } from './product-list.js';
import { sameSocket } from './same-job.js';

/**
 * Two discs are bought at once, one per cylinder for a car whose cylinders are known. Seven discs have a socket. The
 * key 0603 ABC has two cars.
 */
const folder = mkdtempSync(join(tmpdir(), 'pages-'));
let generation: Generation;
beforeAll(async () => {
  const file = writeCatalogue(folder, { generation: 'pages' });
  const catalogue = new DatabaseSync(join(folder, file));
  catalogue.exec(`
    update category set usual_quantity = 2, per_cylinder = 1 where id = ${ids.discs};
    update category set kind = 'valve' where id = ${ids.oils};
    update category_text set single_title = 'Belag' where category_id = ${ids.pads} and language = 'de';
    insert into category_warning select category_id, warnings from product where id = ${ids.oil};
    insert into category_warning values (${ids.brakes}, '[{"de":"Root"}]'), (${ids.discGroup}, '[{"de":"Group"}]'), (${ids.pads}, '[{"de":"Leaf"}]');
    update model set year_end = 2003 where number = 2;
    insert into category_goods values (${ids.oils}, 'tyre');
    insert into tyre_label values (${ids.oil}, 'A', 'B', 70, 'B', 1, 0, '1');
    create temporary table oils as select * from product where id = ${ids.oil};
    update oils set id = 1201, norm_number = 'OIL2', popularity = 1;
    insert into product select * from oils;
    insert into leaf_product values (${ids.oils}, 2, 1201);
    update product set attributes = '[["socket","H7",null]]', popularity = id - 1000 where id between 1018 and 1024;
    update product set attributes = '[["socket","H75",null]]', popularity = 500 where id = 1025;
    insert into product_model values (1001, 3, 0), (1001, 4, 0);
    insert into oe_number values (1001, 2, 'BMW 1', 'BMW1');
    update model set name = '1.6' where number = 1;
    update model set cylinders = 4 where number = 2;
    insert into kba values (90003, 2, '0603', 'ABC');
  `);
  fillProductFlags(catalogue);
  catalogue.close();
  // The stored best offers are those of the usual packs.
  changeOffers(folder, file, (writer) => {
    writer.commit((commit) => {
      for (let id = ids.firstDisc; id < ids.firstDisc + discCount; id++) commit.touch(id);
    });
    addRecall(writer, { productId: 1010, at: 0, reason: inLanguages(() => 'Riss'), url: null });
  });
  generation = await openCatalogue(folder, 'pages', file);
});
afterAll(async () => {
  await generation.close();
  rmSync(folder, { recursive: true });
});

const reader = { locale: 'de-DE', country: 'DE' } as const;
const nothing = () => undefined;
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id));
const listed = (tail: string, more: object = {}) =>
  list(generation, { ...reader, first: 'x', second: 'x', tail, page: 1, sort: 'price', ...more }, nothing);
const article = (brand: string, number: string) => getArticle(generation, { ...reader, brand, number }, nothing);

test('an article is priced for the usual pieces, and its neighbours by the pack', async () => {
  const { product, related: others } = await article('Brand-2', 'DISC1');
  // 2 × 28.50 + 9.90 against 2 × 31 + 5.90.
  expect(product).toMatchObject({ usualPieces: 2, lowestTotal: 66.9, offerId: String(ids.offerOf(1001, 'B')) });
  expect(others).toMatchObject([{ id: String(ids.pad), lowestTotal: 67, title: 'Belag, Vorderachse' }]);
  const compared = await compareProducts(generation, { ...reader, ids: '1001,1001,9' }, nothing);
  expect(compared.products).toMatchObject([{ usualPieces: 2, lowestTotal: 66.9 }]);
  const mixed = await compareProducts(generation, { ...reader, ids: `${ids.pad},1001` }, nothing);
  expect(mixed).toMatchObject({ category: { id: String(ids.pads) }, vehicle: null });
  expect(mixed.products).toMatchObject([
    { usualPieces: 1, lowestTotal: 67 },
    { usualPieces: 2, lowestTotal: 66.9 },
  ]);
});

test('a listing has the prices of the pieces that the car needs', async () => {
  const least = async (tail: string) => {
    const { filters, spareParts } = await listed(tail);
    return [filters.find(({ key }) => key === 'price')?.range?.min, spareParts[0]?.lowestTotal];
  };
  expect(await least(`--${ids.discs}`)).toEqual([66.9, 66.9]);
  // 4 × 28.50 + 9.90 against 4 × 31 without a tariff.
  expect(await least(`3-5002-${ids.discs}`)).toEqual([123.9, 123.9]);
  const f = encodeFilters([{ key: 'price', values: ['-130'] }]);
  const { resultCount, filters } = await listed(`3-5002-${ids.discs}`, { f });
  const countries = filters.find(({ key }) => key === 'delivery_country')?.attributes;
  expect([resultCount, countries?.find(({ value }) => value === 'DE')?.count]).toEqual([2, 2]);
});

test('a group offers the filters that all of its leaves have', async () => {
  const { filters } = await listed(`--${ids.discGroup}`);
  expect(filters.map(({ key }) => key)).toContain('brand');
  expect(filters.map(({ key }) => key)).not.toContain('diameter');
});

test('key numbers of several cars name none of them', async () => {
  const fits = async (hsntsn: string) => (await listed(`--${ids.discs}`, { hsntsn })).spareParts[0]?.fit.state;
  expect([await fits('0603ABD'), await fits('0603ABC')]).toEqual(['fits', 'unknown']);
});

test('no part is recommended that nobody ships to the country', async () => {
  const recommended = async (country: string) =>
    idsOf(await recommend(generation, { ...reader, id: '1001', country }, nothing));
  expect([await recommended('DE'), await recommended('AT')]).toEqual([[ids.pad], []]);
});

test('universal goods beside a part are the best-selling ones of their leaf', async () => {
  const category = { ...(generation.categories.all.get(ids.discs) as Category), kind: 'tyre' };
  const [disc] = await readProducts(generation, [1001]);
  expect((await related(generation, disc as NonNullable<typeof disc>, category, null)).map(({ id }) => id)).toEqual([
    ids.oil,
  ]);
});

test('a warning of the article and its category is shown once', async () => {
  expect((await article('Brand-2', 'OIL5W30')).product.warnings).toEqual(['de-warning']);
  // The nearest category warns first.
  expect((await article('Brand-1', 'PAD1')).product.warnings).toEqual(['Leaf', 'Group', 'Root']);
});

test('a brand has its own categories with their counts, and its best-selling products first', async () => {
  const { categories, products } = await getBrand(generation, { ...reader, id: '2' }, nothing);
  expect(categories.map(({ id, resultCount }) => [Number(id), resultCount])).toEqual([
    [ids.discs, 9],
    [ids.oils, 2],
  ]);
  expect(idsOf(products).slice(0, 3)).toEqual([1025, ids.oil, 1001]);
});

test('lamps of the same socket are listed without the lamp itself, best-selling first', async () => {
  const [lamp] = await readProducts(generation, [1022]);
  const others = await sameSocket(generation, lamp as NonNullable<typeof lamp>);
  expect(others.map(({ id }) => id)).toEqual([1024, 1023, 1021, 1020]);
});

test('the car of the visitor, its series and its maker come first among those that an article fits', async () => {
  const series = async (modelId?: string) => {
    const found = await listFittingVehicles(generation, { ...reader, id: '1001', ...(modelId && { modelId }) });
    return found.map((each) => [Number(each.series.id), idsOf(each.models)]);
  };
  expect(await series()).toEqual([
    [202, [5003]],
    [201, [5002, 5001]],
    [203, [5004]],
  ]);
  expect(await series('5004')).toEqual([
    [203, [5004]],
    [202, [5003]],
    [201, [5002, 5001]],
  ]);
  const [, golf] = await listFittingVehicles(generation, { ...reader, id: '1001' });
  expect(golf?.models.map(({ years }) => years)).toEqual(['2003', '2003–2009']);
  const makers = async (modelId?: string) =>
    (await listOeNumbers(generation, { ...reader, id: '1001', ...(modelId && { modelId }) })).map(
      ({ manufacturer }) => manufacturer,
    );
  expect([await makers(), await makers('5001')]).toEqual([
    ['BMW', 'Volkswagen'],
    ['Volkswagen', 'BMW'],
  ]);
});

test('navigation names models of one name by power, and no subcategory without products', async () => {
  const { models } = await navigate(
    generation,
    { ...reader, type: '2', id: '21', categoryId: String(ids.discs) },
    nothing,
  );
  expect(models.map(({ id, kw }) => [id, kw])).toEqual([
    ['5002', 75],
    ['5001', 77],
  ]);
  const { categories } = await navigate(generation, { ...reader, categoryId: String(ids.brakes) }, nothing);
  expect(categories.map(({ children }) => idsOf(children))).toEqual([[ids.pads, ids.discs]]);
});

test('a list depends on its leaves if it has counts or its order needs offers; on all beyond twenty', () => {
  const depends = (count: number, sort: 'popularity' | 'price', isCounted: boolean) => {
    const tags: number[] = [];
    const leaves = new Set(Array.from({ length: count }, (_, at) => at + 1));
    dependOnLeaves((_, of) => tags.push(...of), leaves, { f: undefined, sort }, isCounted);
    return tags;
  };
  expect([depends(1, 'popularity', false), depends(1, 'price', false), depends(1, 'popularity', true)]).toEqual([
    [],
    [1],
    [1],
  ]);
  expect([depends(20, 'price', true).length, depends(21, 'price', true)]).toEqual([20, [0]]);
});

test('a product has its deposit, base price, days and packs', async () => {
  expect((await article('Brand-1', 'PAD1')).product).toMatchObject({
    ...{ lowestPrice: 60, refund: 15, offerCount: 1, deliveryDays: { min: 1, max: 2 } },
    ...{ packs: 1, isShort: false, usualPieces: 1, basePrice: null },
  });
  expect((await article('Brand-2', 'DISC1')).product).toMatchObject({ offerCount: 2, packs: 2, refund: 0 });
  const { products } = await compareProducts(generation, { ...reader, ids: '1001', modelId: '5002' }, nothing);
  expect(products).toMatchObject([{ usualPieces: 4, packs: 4, lowestTotal: 123.9, isShort: false }]);
  expect((await article('Brand-2', 'OIL5W30')).product.basePrice).toEqual({ value: 6.67, unit: 'l' });
  expect((await article('Brand-2', 'DISC10')).product).toMatchObject({ recall: { reason: 'Riss' }, offerCount: 0 });
  expect((await article('Brand-2', 'DISC1')).product).toMatchObject({ recall: null, documents: [], goods: [] });
  expect((await article('Brand-2', 'OIL5W30')).product.tyreLabel).toMatchObject({ fuel: 'A', snow: true, ice: false });
  expect((await article('Brand-2', 'OIL2')).product).toMatchObject({ goods: ['tyre'], tyreLabel: null });
});

test('a photograph comes before its drawing, and is read only with the measures of now', async () => {
  const { images, smallImages } = (await article('Brand-1', 'DISC3')).product;
  expect(images.map(({ url }) => url.split('/')[2])).toEqual(['Fotos', 'Bilder']);
  expect(images[0]).toMatchObject({ drawing: images[1]?.url });
  expect(smallImages).toHaveLength(1);
  /** Returns the digest in the address that a photograph of the product would have. */
  const contentOf = async (id: number): Promise<string> => {
    const [row] = await readProducts(generation, [id]);
    return row ? basename(photographAddress(row, ownPhotograph(id)), '.jpg') : '';
  };
  const content = await contentOf(1003);
  expect(basename(String(images[0]?.url))).toBe(`${content}.jpg`);
  expect((await readPhotograph(generation, { id: '1003', content })).length).toBeGreaterThan(100);
  for (const wrong of [
    { id: '1003', content: 'AAAAAAAAAAAA' },
    { id: '1002', content },
    { id: '1002', content: await contentOf(1002) },
  ])
    await expect(readPhotograph(generation, wrong)).rejects.toMatchObject({ code: 'not_found' });
});
