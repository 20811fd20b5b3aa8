import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';

const { importFile, importTable, served } = importFolder();
const [shared, unique] = ['4006633000017', '4006633000024'];

test('a row finds its product by brand and number, else by a GTIN or number of one product only', async () => {
  const products = ['Brand 1;N1', 'Brand 2;N2'].map((each) => `${each};${ids.pads};${shared}`);
  const others = ['Brand 1;SAME', 'Brand 2;SAME'].map((each) => `${each};${ids.pads};`);
  await importTable(
    'products',
    'brand;number;category;gtin',
    ...products,
    ...others,
    `Brand 3;N3;${ids.pads};${unique}`,
  );
  const { reasons } = await importTable(
    'offers',
    'shop;key;brand;number;gtin;price',
    ...[
      `;;${shared}`,
      ';SAME;',
      'Nobody;N1;',
      'Brand 1;NIX;',
      `Brand 1;N2;${unique}`,
      ';n-3;',
      `Brand 2;N2;${unique}`,
    ].map((row, at) => `Gamma;p${at};${row};1,00`),
  );
  expect(reasons).toEqual({
    'gtin is the number of several products': 1,
    'number is of several brands; name one': 1,
    'brand is no known brand': 1,
    'number is no known product of Brand n': 1,
  });
  const found = served(`select group_concat(o.key || ' ' || p.norm_number, ', ' order by o.key) as found
    from offers.offer o join main.product p on p.id = o.product_id where o.shop_id = 3 and o.key like 'p%'`);
  expect(found).toEqual({ found: 'p4 N3, p5 N3, p6 N2' });
});

test('a summary begins with the most frequent reason', async () => {
  const rows = ['a;NONE;1', 'b;PAD1;free', 'c;PAD1;free'].map((row) => `Gamma;Brand 1;${row}`);
  const { reasons } = await importTable('offers', 'shop;brand;key;number;price', ...rows);
  expect(Object.entries(reasons)).toEqual([
    ['price is no amount of money', 2],
    ['number is no known product of Brand n', 1],
  ]);
});

test('of two rows of one product the first counts', async () => {
  const rows = ['PAD1;11', 'pad-1;22'].map((row) => row.replace(';', `;${ids.pads};`));
  const { reasons } = await importTable(
    'products',
    'brand;number;category;popularity',
    ...rows.map((row) => `Brand 1;${row}`),
  );
  expect([reasons, served(`select popularity from product where id = ${ids.pad}`)]).toEqual([
    { 'number is already in line n': 1 },
    { popularity: 11 },
  ]);
});

test('a product that changes its category takes its fitments along', async () => {
  const places = () =>
    ['fitment', 'fitment_series_page', 'fitment_manufacturer'].map(
      (table) =>
        served(`select group_concat(distinct category_id) as places from ${table} where product_id = ${ids.pad}`)
          ?.places,
    );
  expect(places()).toEqual(Array(3).fill(String(ids.pads)));
  await importTable('products', 'brand;number;category', `Brand 1;PAD1;${ids.discs}`);
  expect(places()).toEqual(Array(3).fill(String(ids.discs)));
});

test('a fitment names its car by series page and fuel in the words of any language', async () => {
  const rows = ['BMW;3er E90;320d;Gazole', 'BMW;3er E90;320d;Benzin', 'BMW;;320d;Diesel'].map(
    (car) => `Brand 1;PAD1;${car}`,
  );
  const { reasons } = await importTable('fitment', 'brand;number;make;page;engine;fuel', ...rows);
  expect(reasons).toEqual({ 'series has no such model': 1, 'series is missing': 1 });
  expect(served(`select group_concat(model_number) as cars from product_model where product_id = ${ids.pad}`)).toEqual({
    cars: '3',
  });
});

test('a fitment names its car by power and displacement', async () => {
  const rows = ['77;1896', '78;1896', '77;1999'].map((car) => `Brand 1;PAD1;Volkswagen;Golf V;${car}`);
  const { reasons } = await importTable('fitment', 'brand;number;make;page;kw;ccm', ...rows);
  expect(reasons).toEqual({ 'series has no such model': 2 });
  expect(served(`select group_concat(model_number) as cars from product_model where product_id = ${ids.pad}`)).toEqual({
    cars: '1',
  });
});

test('a file changes approvals, conditions alone too, and empties them', async () => {
  const row = async (approvals: string, note: string) => {
    const cells = `${ids.golfModel};${ids.oils};${approvals};${note}`;
    const { outcome } = await importTable('approvals', 'model;category;approvals;note_de', cells);
    const stored = served('select approvals, note_id from model_approval where model_number = 1');
    return [outcome, stored?.approvals ?? null, Number(stored?.note_id ?? 0) > 0];
  };
  expect(await row('VW 507 00', '')).toEqual(['active', 'VW 507 00', false]);
  expect(await row('VW 507 00', '')).toEqual(['unchanged', 'VW 507 00', false]);
  expect(await row('VW 507 00', 'mit Filter')).toEqual(['active', 'VW 507 00', true]);
  expect(await row('', '')).toEqual(['active', null, false]);
});

test('a further original number changes a product, and the same ones in another order do not', async () => {
  const row = (oe: string) =>
    importTable('products', 'brand;number;category;oe', `Brand 1;PAD1;${ids.pads};${oe}`).then(
      ({ outcome }) => outcome,
    );
  const numbers = () => served(`select count(*) as rows from oe_number where product_id = ${ids.pad}`)?.rows;
  expect([await row('Volkswagen:1K0'), numbers()]).toEqual(['active', 1]);
  expect([await row('Volkswagen:1K0|BMW:34 11'), numbers()]).toEqual(['active', 2]);
  expect([await row('BMW:34 11|Volkswagen:1K0'), numbers()]).toEqual(['unchanged', 2]);
  // Of two spellings of one number the first counts.
  const twice = 'BMW:34 11|BMW:34-11|Volkswagen:1K0';
  expect([await row(twice), numbers()]).toEqual(['unchanged', 2]);
});

test('a product has six photographs at most, and the remark names five hosts that the shop does not show', async () => {
  const photo = (host: number) => `https://h${host}.example/1,2.jpg`;
  const feed = (...rows: string[]) =>
    importFile('products', ['brand;number;category;image;more_images', ...rows, ''].join('\n'), { isDryRun: false });
  const first = `Brand 1;PAD1;${ids.pads};${photo(1)};${[2, 3, 4, 5].map(photo).join(' ')}`;
  const named = '2 on h5.example, 1 on h1.example, 1 on h2.example, 1 on h3.example, 1 on h4.example';
  const { notes } = await feed(first, `Brand 1;P2;${ids.pads};${photo(5)};`);
  expect(notes).toEqual([`IMAGE_HOSTS here lacks the hosts of these photographs: ${named}.`]);
  const seven = [1, 2, 3, 4, 5, 6, 7].map(photo);
  const more = await feed(`Brand 1;PAD1;${ids.pads};${seven[0]};${seven.join(' ')}`);
  expect(more.notes).toEqual([expect.stringMatching(/h5\.example, others on 1 more hosts\.$/)]);
  expect(served(`select photos from product where id = ${ids.pad}`)).toEqual({
    photos: JSON.stringify(seven.slice(0, 6)),
  });
});

test('a review of tomorrow is rejected, and one of today is not', async () => {
  const on = (days: number) => new Date(testClock.now() + days * 24 * 3600_000).toISOString().slice(0, 10);
  const rows = [0, 1].map((days) => `r${days};5;${on(days)};de`);
  const { reasons, changes } = await importTable('reviews', 'key;rating;date;language', ...rows);
  expect([reasons, changes.added]).toEqual([{ 'date is in the future': 1 }, 1]);
});

test("a document keeps the feed's own title, also if its type is known", async () => {
  await importTable(
    'documents',
    'brand;number;type;url;title',
    'Brand 1;PAD1;Montageanleitung;https://docs.example/a.pdf;Einbau in Bildern',
  );
  expect(served(`select title from document where product_id = ${ids.pad}`)).toEqual({ title: 'Einbau in Bildern' });
});

test('warnings of a product without news change nothing, and removed ones leave no row', async () => {
  const rows = ['Brand 1;PAD1;;Heiß', `;;${ids.pads};Sehr heiß`];
  const warn = () => importTable('warnings', 'brand;number;category;text_de', ...rows);
  expect([(await warn()).outcome, (await warn()).outcome]).toEqual(['active', 'unchanged']);
  await importTable('warnings', 'category;mode', `${ids.pads};delete`);
  expect(served('select count(*) as rows from category_warning')).toEqual({ rows: 0 });
});

test('a product keeps what a file does not mention, also in another spelling of its brand and number', async () => {
  const columns = 'brand;number;category;gtin;title;title_fr;place;condition;attributes;content;image';
  const cells = `${shared};Belag;Plaquette;vorne;used;Höhe=79 mm;1,001 kg;https://a.example/1.jpg`;
  await importTable('products', columns, `Brand 1;PAD1;${ids.pads};${cells}`);
  await importTable('warnings', 'brand;number;text_de', 'Brand 1;PAD1;Heiß');
  const kept = 'ean, title, place, condition, attributes, warnings, base_amount, base_unit, photos';
  const stored = () => served(`select ${kept} from product where id = ${ids.pad}`);
  const before = stored();
  expect(before).toMatchObject({ ...{ ean: shared, place: 'front', condition: 'used', base_amount: 1001 } });
  const german = { de: 'Belag', es: 'Belag', it: 'Belag', nl: 'Belag' };
  expect(JSON.parse(String(before?.title))).toEqual({ ...german, fr: 'Plaquette' });
  const rows = ['BRAND-1;pad 1', 'Brand 1;P0'].map((row, at) => `${row};${ids.pads};${['', '0'][at]}`);
  const { changes, reasons } = await importTable('products', 'brand;number;category;pack_size', ...rows);
  expect([reasons, changes]).toEqual([
    { 'pack_size is not a whole number from n to n': 1 },
    expect.objectContaining({ added: 0, changed: 1 }),
  ]);
  expect(stored()).toEqual(before);
});
