import { expect, test } from 'vitest';
import type { Attribute, Product } from '../../server/contract/articles.js';
import { editions } from '../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf, plain } from '../../test/fixtures/views/page.js';
import { productOf } from '../../test/fixtures/views/pages/article-cart-views.js';
import { ProductList } from './product-list.js';
import { ProductSection } from './product-section.js';

type Props = Parameters<typeof ProductList>[0];
const page = pageOf(editions['de-DE'], { path: '/list' });
const html = (products: readonly Product[], more: Partial<Props> = {}): string =>
  htmlOf(<ProductList products={products} modelId="77" {...more} />, page);
const words = (products: readonly Product[], more: Partial<Props> = {}): string => plain(html(products, more)).trim();

const fact = (key: string, value: string, unit: string | null = null, more: Partial<Attribute> = {}): Attribute => ({
  key,
  label: key.toUpperCase(),
  value,
  unit,
  letter: null,
  ...more,
});
const withFacts = (id: string, ...attributes: Attribute[]) => productOf({ id, title: `Teil ${id}`, attributes });
/** Headings of the columns. */
const heads = (markup: string): string =>
  plain(/<div class="product-list-head.*?<\/div>/s.exec(markup)?.[0] ?? '').trim();
const factsOf = (markup: string): string[] =>
  [...markup.matchAll(/<dl class="product-facts">(.*?)<\/dl>/gs)].map(([, facts = '']) => plain(facts).trim());

test('what four products share is said once above them, in value and unit', () => {
  const each = (id: string, width: string, unit = 'mm') => withFacts(id, fact('a', '1'), fact('b', width, unit));
  const four = [each('1', '5'), each('2', '5'), each('3', '5'), each('4', '5', 'cm')];
  expect(words(four)).toMatch(/^Bei allen gleich: A 1 Artikel/);
  expect(factsOf(html(four))).toEqual(['B 5 mm', 'B 5 mm', 'B 5 mm', 'B 5 cm']);
  expect(words(four.slice(0, 3))).not.toContain('Bei allen gleich');
  expect(factsOf(html(four.slice(0, 2)))).toEqual(['A 1 B 5 mm', 'A 1 B 5 mm']);
});

test('columns have headings if the deciding measures stand in the same order', () => {
  const [a, b] = [fact('a', '1', null, { head: 'Kopf' }), fact('b', '2')];
  expect(heads(html([withFacts('1', a, b), withFacts('2', a, b)]))).toBe('Artikel Kopf B Lieferzeit Gesamtpreis');
  expect(heads(html([withFacts('1', a, b), withFacts('2', b, a)]))).toBe('Artikel Lieferzeit Gesamtpreis');
  expect(heads(html([withFacts('1', a, b)], { plain: true }))).toBe('');
});

test('a row has four measures, then two further facts, the guarantee and the seller', () => {
  const facts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => fact(key, '1'));
  const [first] = [withFacts('1', fact('approval', 'X'), fact('packSize', '2'), fact('scope', 'Y'), ...facts)];
  const sold = {
    ...first,
    guaranteeYears: 1,
    seller: { rating: 4.25, returnCost: euros(495) },
    deliveryDays: { min: 2, max: 2 },
    condition: 'used' as const,
  };
  expect(factsOf(html([sold]))).toEqual(['A 1 B 1 C 1 D 1']);
  expect(words([sold])).toMatch(
    /gebraucht A 1 .* D 1 2 Werktage E 1 · F 1 · 1 Jahr Garantie · ★ 4,3 · Rückgabe 4,95 € 41,80 €/,
  );
  expect(words([{ ...sold, seller: { rating: null, returnCost: euros(0) } }])).toMatch(/1 Jahr Garantie 41,80/);
  expect(words([sold], { plain: true })).not.toContain('Garantie');
});

test('the price says what it is for, and the deposit is that of all packs', () => {
  const price = (change: Partial<Product>): string =>
    words([productOf({ attributes: [], ...change })]).split('Werktage ')[1] ?? '';
  expect(price({ packs: 2, lowestPrice: euros(1000), refund: euros(500), offerCount: 1 })).toBe(
    '41,80 € für 2, je 10,00 € 1 Angebot zzgl. 10,00 € Pfand',
  );
  expect(price({ packSize: 4, usualPieces: 4 })).toBe('41,80 € Packung mit 4 Stück 8 Angebote');
  expect(price({ packSize: 1, usualPieces: 2 })).toBe('41,80 € pro Stück 8 Angebote');
  expect(price({ packSize: null, basePrice: { value: euros(667), unit: 'l' } })).toBe('41,80 € 8 Angebote 6,67 €/l');
});

test('products without offers are folded at the end, and open where nothing else is', () => {
  const [sold, unsold, abroad] = [
    productOf({ id: '1', title: 'Eins' }),
    productOf({ id: '2', title: 'Zwei', lowestTotal: null, offerCount: 0 }),
    productOf({ id: '3', title: 'Drei', lowestTotal: null, offerCount: 1 }),
  ];
  const both = html([unsold, sold, abroad]);
  expect(plain(both)).toMatch(
    /Eins.*2 Artikel ohne Angebot.*Zwei.*zurzeit kein Angebot.*Drei.*kein Versand nach: Deutschland/,
  );
  expect(both).toContain('<details class="fold">');
  expect(html([unsold])).toContain('<details class="fold" open="">');
  expect(html([sold])).not.toContain('<details');
  expect(html([unsold], { plain: true })).not.toContain('<details');
});

test('goods with the required approval have their own heading', () => {
  const approval = { ...fact('approval', 'VW 507 00'), what: 'approval' as const };
  const oil = (id: string, state: 'met' | 'notMet' | 'unknown') =>
    productOf({ id, title: `Öl ${id}`, fit: { state: 'universal', notes: [], checks: [{ ...approval, state }] } });
  const all = words([oil('1', 'met'), oil('2', 'notMet'), oil('3', 'unknown')], {
    headings: { approved: 'Frei', others: 'Sonst' },
  });
  expect(all).toMatch(/Frei .*Öl 1.* Sonst .*Öl 2.*Öl 3/);
  expect(all.split('Sonst')).toHaveLength(2);
});

test('a list names its vehicle, or asks the loader for the verdicts; rows can be chosen', () => {
  const two = [productOf({ id: '1' }), productOf({ id: '2' })];
  expect(html(two)).not.toContain('data-fits');
  expect(html(two, { modelId: undefined })).toContain('data-fits="1,2"');
  const [sold, unsold] = [productOf({ id: '1' }), productOf({ id: '2', lowestTotal: null })];
  const apart = html([sold, unsold], { modelId: undefined });
  expect([...apart.matchAll(/data-fits="([^"]*)"/g)].map(([, ids]) => ids)).toEqual(['1', '2']);
  expect(html(two)).toContain('href="/Teilenummernsuche/Nordwerk/NW2882551?modelId=77"');
  expect(html(two, { namesOffer: true })).toContain('?articleId=500&amp;modelId=77"');
  const boxes = html(two, { chosen: new Set(['2']) }).match(/<input [^>]*>/g);
  expect(boxes).toEqual([
    '<input type="checkbox" aria-label="Nordwerk NW 288-2551" name="ids" value="1"/>',
    expect.stringContaining(' name="ids" checked="" value="2"'),
  ]);
});

const section = (path: string, ids = ['1', '2']): string =>
  htmlOf(
    <ProductSection id="found" title="Gefunden" products={ids.map((id) => productOf({ id }))} modelId="77" />,
    pageOf(editions['de-DE'], { path }),
  );

test('a list of several products can be compared, and keeps what was chosen elsewhere', () => {
  expect(section('/list?sort=price')).toContain(
    'href="/list?sort=price&amp;show=compare#found" rel="nofollow" data-fragment="found"',
  );
  expect(section('/list', ['1'])).not.toContain('show=compare');
  const choosing = section('/list?show=compare&ids=2.7&sort=price');
  expect(choosing).toContain(
    '<form action="/Vergleichen" method="post"><input type="hidden" name="locale" value="de-DE"/>',
  );
  expect(choosing).toContain('<input type="hidden" name="modelId" value="77"/>');
  expect(choosing).toContain('<input type="hidden" name="ids" value="7"/><span class="chosen-elsewhere"></span>');
  expect(choosing).toContain('href="/list?sort=price#found"');
  expect(choosing.match(/checked=""/g)).toHaveLength(1);
  expect(section('/list?show=compare&ids=2')).not.toContain('<input type="hidden" name="ids"');
  expect(section('/list?ids=2')).not.toContain('<form');
  expect(section('/list?show=compare')).toContain('<form');
  expect(section('/list?show=compare', ['1'])).not.toContain('<form');
  expect(section('/list', [])).toBe('');
});
