import { expect, test } from 'vitest';
import type { Product } from '../../server/contract/articles.js';
import { editions } from '../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { image, productOf, vehicle } from '../../test/fixtures/views/pages/article-cart-views.js';
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
  expect(high).toMatch(/^55,50 € .* \+5,50 € .*15,00 €/);
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

test('a comparison leads on while there is room, and keeps the car', () => {
  const of = (products: Product[], change: object = {}, isCut = false): string => {
    const comparison = { products, category, vehicle: null, ...change };
    return htmlOf(<CompareView model={{ comparison, isCut }} />, page);
  };
  const many = [first, second, { ...first, id: '3' }, { ...first, id: '4' }];
  expect(of(many.slice(0, 3))).toContain('?show=compare&amp;ids=1.2.3#liste');
  expect(of(many)).not.toContain('show=compare');
  expect(plain(of(many))).not.toContain('Zur Startseite');
  const empty = plain(of([], { category: null }));
  expect(empty).toMatch(/bis zu vier Teile .*Zur Startseite/);
  const classes = [1, 2, 3, 4].map((count) => /<table class="(\S+)"/.exec(of(many.slice(0, count)))?.[1]);
  expect(classes).toEqual(['one-part', 'two-parts', 'three-parts', 'four-parts']);
  expect([2, 3].map((count) => of(many.slice(0, count)).includes('compare-hint'))).toEqual([false, true]);
  expect([plain(of(many, {}, true)).includes('die ersten vier'), plain(of(many)).includes('die ersten vier')]).toEqual([
    ...[true, false],
  ]);
  const withCar = of([first, second], { vehicle });
  expect(withCar).toContain('ids=2&amp;modelId=77"');
  expect(withCar).toContain('/Teilenummernsuche/Nordwerk/NW2882551?modelId=77"');
  expect(withCar).toContain('action="/api/Warenkorb/Hinzufuegen/500?modelId=77"');
  expect(withCar).not.toContain('data-fits');
  expect(of([first, second])).toContain('data-fits="1,2"');
});

test('seller, guarantee and number of offers stand in words, drawings in one scale', () => {
  const seller = { rating: 4.25, returnCost: euros(495) };
  const rich = { ...first, seller, guaranteeYears: 2, smallImages: [{ ...image(true), drawing: '/drawing.svg' }] };
  const markup = markupOf([rich, { ...second, offerCount: 1234 }]);
  expect(cells(markup, 'Händler')).toEqual(['★ 4,3', '– keine Angabe']);
  expect(cells(markup, 'Rücksendung')).toEqual(['Rückgabe 4,95 €', '– keine Angabe']);
  expect(cells(markup, 'Herstellergarantie')).toEqual(['2 Jahre Garantie', '– keine Angabe']);
  expect(cells(markup, 'Angebote')).toEqual(['8', '1.234']);
  expect(markup).toContain('src="/drawing.svg"');
  const [table = '', folded = ''] = markup.split('<details');
  expect(plain(folded)).toContain('Artikel Bremsscheiben, Vorderachse');
  expect(table).not.toContain('<th scope="row">Artikel</th>');
  expect(markupOf([first, second])).not.toContain('Herstellergarantie');
  expect(plain(markupOf([first]).split('<details')[1] ?? '')).toBe('');
});
