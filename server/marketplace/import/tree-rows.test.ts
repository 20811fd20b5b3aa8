import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { readMakes } from '../vehicles/makes.js';

/** Rows of the two trees: of categories, and of cars. */
const { importTable, served } = importFolder();

const languages = ['de', 'fr', 'es', 'it', 'nl'];
const categories = (columns: string, ...rows: string[]) => {
  const titles = languages.map((language) => `title_${language}`).join(';');
  const own = languages.map((language) => `Own ${language}`).join(';');
  return importTable('categories', `id;parent;leaf_number;${columns};${titles}`, ...rows.map((row) => `${row};${own}`));
};

test.each([
  ['1;;;', 'id is not a whole number from n to n'],
  [';;7;', 'id is missing'],
  [`5;5;7;`, 'parent is no category above this line'],
  ['5;4711;7;', 'parent is no category above this line'],
  [`${ids.brakes};${ids.brakes};;`, 'parent is no category above this line'],
  [`5;${ids.pads};7;`, 'parent is a leaf, which has nothing below it'],
  [`5;${ids.discGroup};1001;`, `leaf_number belongs to category n`],
  [`${ids.pads};${ids.discGroup};;`, 'leaf_number is missing, but the category has products'],
  [`5;${ids.discGroup};7;painting`, expect.stringContaining('kind is no kind of drawing; known are')],
])('the category %s is rejected', async (row, reason) => {
  const { reasons } = await categories('kind', '6;;;', row);
  expect(Object.keys(reasons)).toEqual([reason]);
});

test('a category is placed below its parent, and keeps lists that a file does not name', async () => {
  const columns = 'needs;set_of;position;usual_quantity';
  const rows = ['6;;;;;;', `7;6;;;;;`, `8;7;77;${ids.discs} ${ids.pads};${ids.discs}=2;3;4`, '6;;;;;;'];
  expect((await categories(columns, ...rows)).reasons).toEqual({ 'id is already in line n': 1 });
  const stored = () =>
    served(
      'select parent_id, top_parent_id, level, is_leaf, position, usual_quantity, needs, set_of from category where id = 8',
    );
  const place = { parent_id: 7, top_parent_id: 6, level: 3, is_leaf: 1, position: 3, usual_quantity: 4 };
  const needs = `[${ids.discs},${ids.pads}]`;
  expect(stored()).toEqual({ ...place, needs, set_of: `[[${ids.discs},2]]` });
  const { changes } = await categories(columns, '8;7;77;;;;');
  expect([changes.unchanged, stored()]).toEqual([1, { ...place, needs, set_of: `[[${ids.discs},2]]` }]);
  await categories(columns, '8;7;77;;none;;');
  expect(stored()).toEqual({ ...place, needs, set_of: '[]' });
  expect((await categories(columns, '8;7;77;1523x;;;')).reasons).toMatchObject({
    'needs is not written as ids of categories, in a set as ID=PIECES': 1,
  });
});

test('a category is not moved below one of its own, because the tree would have no end', async () => {
  await categories('kind', '6;;;', '7;6;;', '8;7;;');
  const { reasons } = await categories('kind', '6;8;;', '8;6;;');
  expect(reasons).toEqual({ 'parent is no category above this line': 1 });
  expect(
    served("select group_concat(id || '<' || ifnull(parent_id, ''), ' ') as tree from category where id < 9"),
  ).toEqual({
    tree: '6< 7<6 8<6',
  });
});

test('a category keeps numbers and texts that a file does not name, and the tree has four levels', async () => {
  const columns = 'per_cylinder;popularity;seo_text_de;description_de;single_title_de';
  const deep = ['6;;;;;;;', '8;6;;;;;;', '9;8;;;;;;', '10;9;78;;;;;', '11;9;;;;;;', '12;11;;;;;;'];
  const { reasons } = await categories(columns, ...deep, '7;6;77;1;40;Gut;Lang;Einzeln');
  expect(reasons).toEqual({ 'parent is too deep; the tree has n levels': 1 });
  const stored = () =>
    served(`select kind, per_cylinder, popularity, seo_text, description, single_title
      from category join category_text on category_id = id and language = 'de' where id = 7`);
  const first = { kind: 'toolbox', per_cylinder: 1, popularity: 40 };
  const texts = { seo_text: 'Gut', description: 'Lang', single_title: 'Einzeln' };
  expect(stored()).toEqual({ ...first, ...texts });
  for (const [cells, change] of [
    ['', {}],
    ['Besser;;', { seo_text: 'Besser' }],
    [';Länger;', { description: 'Länger' }],
    [';;Einer', { single_title: 'Einer' }],
  ] as const) {
    const { changes } = await categories(columns, `7;6;77;;;${cells || ';;'}`);
    Object.assign(texts, change);
    expect([changes.changed, stored()]).toEqual([cells === '' ? 0 : 1, { ...first, ...texts }]);
  }
});

const cars = (...rows: string[]) => importTable('vehicles', 'make;series;model;ps;ccm;fuel;from;to;hsn;tsn', ...rows);

test('a series has the years and the popularity of all its cars', async () => {
  await cars('Ford;Focus;1.6;100;1596;petrol;2004-05;2004;;', 'Ford;Focus;1.8;125;1798;petrol;2005-03;2011-07;;');
  const series = () =>
    served(
      "select year_start, year_end, json_extract(popularity, '$.FR') as popularity from series where name = 'Focus'",
    );
  expect(series()).toEqual({ year_start: 2004, year_end: 2011, popularity: 20 });
  expect(served("select kw, year_start, year_end from model where name = '1.6' and kw = 74")).toEqual({
    ...{ kw: 74, year_start: 2004, year_end: 2004 },
  });
  await cars('Ford;Focus;2.0;145;1999;petrol;2006;;;');
  expect(series()).toEqual({ year_start: 2004, year_end: null, popularity: 30 });
});

test('a car has up to four type keys in capitals, and a wrong key rejects its row', async () => {
  const wrong = ['860;AAA', ';AAA', '8566;AAA,BBB,CCC,DDD,EEE', '8566;AAAA'];
  const { reasons } = await cars(
    'Ford;Focus;1.6;100;1596;petrol;2004;2008;8566;aaa,Bb1',
    ...wrong.map((keys, at) => `Ford;Focus;${at};100;1596;petrol;2004;2008;${keys}`),
  );
  expect(reasons).toEqual({
    'hsn is not four digits': 1,
    'tsn is given without hsn': 1,
    'tsn is not one to four keys of three letters or digits': 2,
  });
  const keys = served(`select group_concat(hsn || tsn, ' ' order by kba_id) as keys, min(kba_id) - 4 * m.id as first
    from kba join model m on m.number = model_number where m.name = '1.6' and m.kw = 74`);
  expect(keys).toEqual({ keys: '8566AAA 8566BB1', first: 0 });
});

test('a car has the usual popularity, fuel and family, and an electric one no displacement', async () => {
  const rows = ['1.6;74;1596;;', 'E;107;999;electric;', '1.8;80;1798;;0'].map((row) => `Ford;Focus II;Focus;${row}`);
  const { reasons } = await importTable('vehicles', 'make;page;series;model;kw;ccm;fuel;cylinders', ...rows);
  expect(reasons).toEqual({ 'cylinders is not a whole number from n to n': 1 });
  const usual = served(`select json_extract(m.popularity, '$.DE') as popularity, m.fuel, f.name as family from model m
    join series_page p on p.id = m.series_page_id join series_family f on f.id = p.series_family_id where m.kw = 74`);
  expect(usual).toEqual({ popularity: 10, fuel: 'petrol', family: 'Focus II' });
  expect(served('select ccm from model where kw = 107')).toEqual({ ccm: 0 });
});

test('a new make has the id of the list of makes, and the spelling of its first row', async () => {
  await importTable('vehicles', 'make;series;kw;key', 'Ford;Focus;74;', 'Neumarke;S;50;N1', 'NEU-MARKE;T;51;');
  const [first, other] = ['Neumarke', 'Ford'].map((name) =>
    served(`select * from manufacturer where name = '${name}'`),
  );
  expect([first?.name, other?.id, served('select count(*) as makes from manufacturer')]).toEqual([
    ...['Neumarke', readMakes().get('ford')?.wantedId, { makes: 5 }],
  ]);
});
