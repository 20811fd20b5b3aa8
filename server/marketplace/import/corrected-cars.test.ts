import { expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';

const { importTable, served } = importFolder();

const columns = 'make;series;model;fuel;ccm;from;kw;key';
const car = (kw: number, { make = 'Opel', series = 'Astra', fuel = 'petrol' } = {}) =>
  `${make};${series};1.6;${fuel};1598;2009-12;${kw};K1`;

test('a correction keeps number of cylinders and popularity unless it names them', async () => {
  const facts = () => served('select kw, cylinders, popularity from model where ccm = 1598');
  const papers = () => served("select group_concat(hsn || tsn) as papers from kba where hsn = '0035'");
  await importTable('vehicles', `${columns};cylinders;popularity;hsn;tsn`, `${car(85)};4;70;0035;ABC`);
  const first = facts();
  expect(first).toMatchObject({ kw: 85, cylinders: 4, popularity: expect.stringContaining('70') });
  expect((await importTable('vehicles', columns, car(86))).changes).toMatchObject({ corrected: 1 });
  expect([facts(), papers()]).toEqual([{ ...first, kw: 86 }, { papers: '0035ABC' }]);
  await importTable('vehicles', `${columns};cylinders;popularity`, `${car(87)};3;80`);
  expect(facts()).toMatchObject({ kw: 87, cylinders: 3, popularity: expect.stringContaining('80') });
  await importTable('vehicles', columns, car(88).replace('2009-12', '2010-03'));
  expect(served("select year_start from series where name = 'Astra'")).toEqual({ year_start: 2010 });
});

test.each([{ make: 'Vauxhall' }, { series: 'Corsa' }, { fuel: 'diesel' }])(
  'a row corrects no car of another make, series or fuel with the same key: %j',
  async (other) => {
    await importTable('vehicles', columns, car(85));
    expect((await importTable('vehicles', columns, car(86, other))).changes).toMatchObject({ added: 1, corrected: 0 });
    expect(served('select group_concat(kw order by kw) as powers from model where ccm = 1598')).toEqual({
      powers: '85,86',
    });
  },
);

test('two rows that may correct one car are cars of their own', async () => {
  await importTable('vehicles', columns, car(85));
  const { changes } = await importTable('vehicles', columns, car(86), car(87));
  expect(changes).toMatchObject({ added: 2, corrected: 0 });
});

test('cars that differ in their first month alone are two cars', async () => {
  const rows = ['2009-12', '2010-03'].map((from) => car(85).replace('2009-12', from).replace(/K1$/, ''));
  expect((await importTable('vehicles', columns, ...rows)).changes).toMatchObject({ added: 2, known: 0 });
});
