import { expect, test } from 'vitest';
import type { Product } from '../../server/contract/articles.js';
import { editions } from '../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { productOf } from '../../test/fixtures/views/pages/article-cart-views.js';
import { category } from '../example-data.js';
import { CompareView } from './compare.view.js';

const page = pageOf(editions['de-DE'], { path: '/Vergleich' });
const markupOf = (products: Product[]): string =>
  htmlOf(<CompareView model={{ comparison: { products, category, vehicle: null }, isCut: false }} />, page);
const first = productOf({ id: '1', lowestTotal: euros(5000), packs: 1, refund: euros(0), articleNumber: 'A 1' });
const second = productOf({
  id: '2',
  lowestTotal: euros(5550),
  packs: 2,
  refund: euros(750),
  articleNumber: 'B 2',
  manufacturer: { ...first.manufacturer, name: 'Kolbor' },
});
/** Returns the cells of a row as text. */
const cells = (markup: string, label: string): string[] => {
  const [, row = ''] = new RegExp(`<th scope="row">${label}</th>(.*?)</tr>`, 's').exec(markup) ?? [];
  return [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => plain(cell).trim());
};

test('the lowest total is marked, others show the difference, and the deposit is that of all packs', () => {
  const [low = '', high = ''] = cells(markupOf([first, second]), 'Gesamtpreis inkl. Versand');
  expect(low).toMatch(/^50,00 € .*am günstigsten/);
  expect(high).toMatch(/^55,50 € .*5,50 € .*15,00 €/);
});

test('parts of different kinds, and a single price, have no lowest one', () => {
  const other = { ...second, type: { ...second.type, id: '77' } };
  for (const products of [[first, other], [first, { ...second, lowestTotal: null }], [first]])
    expect(plain(markupOf(products))).not.toMatch(/am günstigsten/);
});

test('a part that cannot be bought says why, and has no form', () => {
  const abroad = { ...second, lowestTotal: null };
  const [, unshipped, none] = cells(
    markupOf([first, abroad, { ...abroad, id: '3', offerCount: 0 }]),
    'Gesamtpreis inkl. Versand',
  );
  expect(unshipped).toContain('Deutschland');
  expect(none).not.toContain('Deutschland');
  expect(markupOf([first, abroad]).match(/<form/g)).toHaveLength(1);
});

test('each part is removed by its name, and the others stay', () => {
  const markup = markupOf([first, second]);
  const links = [...markup.matchAll(/href="([^"]*)" aria-label="([^"]*)"/g)].map(([, href, label]) => [href, label]);
  expect(links).toEqual([
    [expect.stringMatching(/ids=2$/), expect.stringContaining(`${first.manufacturer.name} A 1`)],
    [expect.stringMatching(/ids=1$/), expect.stringContaining('Kolbor B 2')],
  ]);
});

test('facts that are alike are folded, those that differ and unknown ones have a row', () => {
  const years = { ...first, guaranteeYears: 5, deliveryDays: null };
  const markup = markupOf([years, { ...second, condition: 'remanufactured', guaranteeYears: null }]);
  const [table = '', folded = ''] = markup.split('<details');
  const rows = [...table.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, label]) => label);
  expect(rows).toContain('Zustand');
  expect(folded).toContain('Dicke');
  expect(table).not.toContain('Dicke');
  expect(cells(markup, 'Lieferzeit')[0]).toMatch(/^– \S/);
});
