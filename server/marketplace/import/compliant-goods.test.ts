import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { reasonsOf } from '../offer-store/offer-rejections.js';

/** Legal data of tyres and goods by volume, from a table to the offers on sale. */
const { importFile, importTable, served } = importFolder();
const errorOf = (product: number) =>
  reasonsOf(Number(served(`select max(withheld) as withheld from offer where product_id = ${product}`)?.withheld))[0] ??
  null;

const categoryHead = 'id;parent;leaf_number;kind;title_de;title_fr;title_es;title_it;title_nl;goods';
const category = (id: number, leaf: number, kind: string, goods: string) =>
  `${id};301;${leaf};${kind};T${id};T${id};T${id};T${id};T${id};${goods}`;
const productHead = 'brand;number;category;fuel_class;wet_grip_class;noise;noise_class;snow;eprel';
/** The only product of its leaf in the fixture. */
const pad = (label: string) => `Brand 1;PAD1;${ids.pads};${label}`;

test('a tyre is on sale once its label is complete, and a row may change parts of the label', async () => {
  expect((await importTable('categories', categoryHead, category(ids.pads, 1002, 'tyre', 'tyre'))).refusal).toBeNull();
  expect(errorOf(ids.pad)).toBe('tyreLabel');
  await importTable('products', productHead, pad('B;;;;;381667'));
  expect(errorOf(ids.pad)).toBe('tyreLabel');
  const wrong = await importTable(
    'products',
    productHead,
    pad('F;A;71 dB;B;yes;1'),
    pad('A;A;71;D;;1'),
    pad('A;AB;71;B;;1'),
    pad('A;A;9;A;;1'),
  );
  expect(Object.keys(wrong.reasons).sort()).toEqual([
    'fuel_class is not one of A, B, C, D, E',
    'noise is not a whole number from n to n',
    'noise_class is not one of A, B, C',
    'wet_grip_class is not one of A, B, C, D, E',
  ]);
  await importTable(
    'products',
    productHead,
    pad('b;D;71 dB;b;yes;https://eprel.ec.europa.eu/screen/product/tyres/381667'),
  );
  expect(errorOf(ids.pad)).toBeNull();
  const ice = () => served(`select ice from tyre_label where product_id = ${ids.pad}`)?.ice;
  expect(ice()).toBe(0);
  await importTable('products', 'brand;number;category;ice', pad('yes'));
  await importTable('products', productHead, pad(';;;;;EC:EPREL:381668'));
  expect(served(`select * from tyre_label where product_id = ${ids.pad}`)).toEqual({
    product_id: ids.pad,
    fuel: 'B',
    wet_grip: 'D',
    noise: 71,
    noise_class: 'B',
    snow: 1,
    ice: 1,
    eprel: '381668',
  });
});

test('an import accepts a guarantee of more than two years with terms, and 0 years removes it', async () => {
  const head = 'brand;number;category;guarantee_years;guarantee_producer;guarantee_model;guarantee_terms';
  const row = (...[years = '', producer = '', model = '', terms = '']: string[]) =>
    pad([years, producer, model, terms].join(';'));
  const stored = () => JSON.parse(String(served(`select durability from product where id = ${ids.pad}`)?.durability));
  const wrong = await importTable(
    'products',
    head,
    row('2'),
    row('2.25'),
    row('3'),
    row('', 'Brand'),
    row('3', '', '', 'http://a.example'),
  );
  expect(Object.keys(wrong.reasons).sort()).toEqual([
    'guarantee_terms is missing: buyers must be able to read them',
    'guarantee_terms is no address that begins with https://, nor a PDF below /documents/',
    'guarantee_years is missing: a guarantee has a length',
    'guarantee_years is neither whole nor half years',
    'guarantee_years is not more than the n years that buyers have by law',
  ]);
  expect(stored()).toBeNull();
  await importTable('products', head, row('2,5', '', '', 'https://brand.example/terms'));
  const terms = 'https://brand.example/terms';
  expect(stored()).toEqual({ years: 2.5, producer: 'Brand 1', model: 'PAD1', terms });
  await importTable('products', head, row('5', 'Brand One Ltd', 'P 1'));
  expect(stored()).toEqual({ years: 5, producer: 'Brand One Ltd', model: 'P 1', terms });
  await importTable('products', head, row());
  expect(stored()).toMatchObject({ years: 5 });
  await importTable('products', head, row('0'));
  expect(stored()).toBeNull();
});

test('goods by volume need their content, until their category is no such goods any more', async () => {
  await importTable('categories', categoryHead, category(ids.pads, 1002, 'pads', 'measured, oil'));
  expect(errorOf(ids.pad)).toBe('basePrice');
  await importTable('products', 'brand;number;category;content', `Brand 1;PAD1;${ids.pads};750 ml`);
  expect(errorOf(ids.pad)).toBeNull();
  expect(served(`select base_amount, base_unit from product where id = ${ids.pad}`)).toEqual({
    base_amount: 750,
    base_unit: 'l',
  });
  // They are no tyres: Google's energy class, which has other letters, makes no label.
  expect((await importTable('products', productHead, pad('G;;;;;'))).reasons).toEqual({});
  const goods = () => served(`select group_concat(goods) as goods from category_goods where category_id = ${ids.pads}`);
  expect(goods()).toEqual({ goods: 'measured,oil' });
  await importTable('categories', categoryHead, category(ids.pads, 1002, 'pads', ''));
  expect(goods()).toEqual({ goods: 'measured,oil' });
  const unknown = await importTable('categories', categoryHead, category(ids.pads, 1002, 'pads', 'weapons'));
  expect(Object.keys(unknown.reasons)).toEqual([
    'goods is not one of measured, oil, battery, starterBattery, tyre, none',
  ]);
  await importTable('categories', categoryHead, category(ids.pads, 1002, 'pads', 'none'));
  expect(goods()).toEqual({ goods: null });
});

test('a product has the tax class of its last feed, and the standard class before', async () => {
  const taxed = () => served(`select tax_class from product where id = ${ids.pad}`)?.tax_class;
  const row = (taxClass: string) =>
    importTable('products', 'brand;number;category;Steuerklasse', `Brand 1;PAD1;${ids.pads};${taxClass}`);
  expect(taxed()).toBe('standard');
  expect(await row('ermäßigt')).toMatchObject({ rejected: 0, outcome: 'active' });
  expect(taxed()).toBe('reduced');
  expect(await row('')).toMatchObject({ rejected: 0, outcome: 'unchanged' });
  expect(Object.keys((await row('7 %')).reasons)).toEqual([
    'tax_class is a rate, not a class: standard, reduced, zero',
  ]);
  expect(taxed()).toBe('reduced');
  await row('zero');
  expect(taxed()).toBe('zero');
});

test('an import stores photographs with https addresses in their order', async () => {
  const table = `brand;number;category;image_link;additional_image_link
Brand 1;PAD1;${ids.pads};https://img.example/1.jpg;"http://img.example/2.jpg,https://img.example/3.jpg"
`;
  const summary = await importFile('products', table, { imageHosts: ['cdn.example'] });
  expect(summary.rejected).toBe(0);
  expect(summary.notes).toEqual(['IMAGE_HOSTS here lacks the hosts of these photographs: 2 on img.example.']);
  expect((await importFile('products', table, { imageHosts: ['img.example'] })).notes).toEqual([]);
  expect(served(`select photos from product where id = ${ids.pad}`)).toEqual({
    photos: '["https://img.example/1.jpg","https://img.example/3.jpg"]',
  });
});
