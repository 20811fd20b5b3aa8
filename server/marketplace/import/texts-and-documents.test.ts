import { describe, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import type { Locale } from '../../contract/locales.js';
import { getArticle } from '../catalogue/article.js';
import { getBrand } from '../catalogue/brands.js';
import { reviewMarketplace } from '../reviews/reviews.js';

const { importTable, served, withServed } = importFolder();
const nothing = () => undefined;

const pad = async (locale: Locale) =>
  (
    await withServed((generation) =>
      getArticle(generation, { brand: 'Brand-1', number: 'PAD1', locale, country: 'DE' }, nothing),
    )
  ).product;

const noAddress = 'url is no address that begins with https://, nor a PDF below /documents/';

describe('documents', () => {
  const head = 'brand;number;type;language;url;doc_no;title';
  const [de, en] = ['de', 'en'].map(
    (language) => `Brand 1;PAD1;Montageanleitung;${language};https://docs.example/${language}.pdf;;`,
  );

  test("the documents in a file replace those of a product, with titles in the reader's language", async () => {
    const other = 'Brand 1;PAD1;Prüfbericht;;https://docs.example/r.pdf;P-1;';
    const summary = await importTable('documents', head, String(de), String(en), other);
    expect([summary.outcome, summary.changes]).toEqual(['active', { products: 1, changed: 1, documents: 3 }]);
    expect((await importTable('documents', head, other, String(en), String(de))).outcome).toBe('unchanged');
    const { documents } = await pad('fr-FR');
    expect(documents.map(({ langNo, type, url }) => [langNo, type.title, url]).toSorted()).toEqual([
      [1, 'Notice de montage', 'https://docs.example/de.pdf'],
      [255, 'Prüfbericht', 'https://docs.example/r.pdf'],
      [4, 'Notice de montage', 'https://docs.example/en.pdf'],
    ]);
    await importTable('documents', head, String(de).replace('https://docs.example/de', '/documents/k 1/ä'));
    expect((await pad('de-DE')).documents).toMatchObject([{ url: '/documents/k%201/%C3%A4.pdf', host: '' }]);
    await importTable('documents', head, String(de));
    expect((await pad('de-DE')).documents).toHaveLength(1);
    const removal = ['brand;number;mode', 'Brand 1;PAD1;delete'] as const;
    expect((await importTable('documents', ...removal)).changes.documents).toBe(0);
    expect((await pad('de-DE')).documents).toEqual([]);
    expect((await importTable('documents', ...removal)).outcome).toBe('unchanged');
  });

  test("a type of the feed's own is the same in any letters, with the title of its row and a number of its own", async () => {
    const rows = ['Prüfbericht;DE;https://docs.example/a.pdf;;', 'PRÜFBERICHT;fr;https://docs.example/b.pdf;;Rapport'];
    await importTable('documents', head, ...rows.map((row) => `Brand 1;PAD1;${row}`), 'Brand 1;PAD1;;;;;');
    const stored = `select count(distinct type_id) as types, min(doc_no = type_id || '-' || product_id) as isNumbered,
      group_concat(title, ' ' order by lang_no) as titles from document where product_id = ${ids.pad}`;
    expect(served(stored)).toEqual({ types: 1, isNumbered: 1, titles: 'Prüfbericht Rapport' });
  });

  test.each([
    ['Brand 1;PAD1;safety;de;http://docs.example/a.pdf;;', noAddress],
    ['Brand 1;PAD1;safety;de;javascript:alert(1);;', noAddress],
    ['Brand 1;PAD1;safety;de;https://me:you@docs.example/;;', noAddress],
    ['Brand 1;PAD1;safety;de;/documents/../state.pdf;;', noAddress],
    ['Brand 1;PAD1;safety;de;/documents/a.html;;', noAddress],
    ['Brand 1;PAD1;safety;de;//docs.example/a.pdf;;', noAddress],
    ['Brand 1;PAD1;safety;de;;;', 'url is missing'],
    ['Brand 1;PAD1;;de;https://docs.example/a.pdf;;', 'type is missing'],
    ['Brand 1;PAD1;safety;pl;https://docs.example/a.pdf;;', 'language is not one of de, en, fr, it, es, nl, none'],
    ['Brand 1;NONE;safety;de;https://docs.example/a.pdf;;', 'number is no known product of Brand n'],
    ['Brand 1;PAD1;Montageanleitung;de;https://docs.example/b.pdf;;', 'doc_no is already in line n, in this language'],
  ])('%s is rejected', async (row, reason) => {
    expect((await importTable('documents', head, String(de), row)).reasons).toEqual({ [reason]: 1 });
  });
});

describe('warnings', () => {
  const head = 'brand;number;category;text_de;text_fr;text_es;text_it;text_nl';
  const all = (text: string) => ['de', 'fr', 'es', 'it', 'nl'].map((language) => `${text} ${language}`).join(';');

  test('an article shows warnings of the product, its category and the groups above, the nearest first', async () => {
    const rows = [`;;${ids.brakes};${all('oben')}`, `;;${ids.pads};${all('Blatt')}`, `Brand 1;PAD1;;${all('Teil')}`];
    const summary = await importTable('warnings', head, ...rows, `Brand 1;PAD1;;${all('Teil zwei')}`);
    expect([summary.outcome, summary.reasons]).toEqual(['active', {}]);
    expect((await pad('it-IT')).warnings).toEqual(['Teil it', 'Teil zwei it', 'Blatt it', 'oben it']);
    expect((await importTable('warnings', head, ...rows.slice(0, 2))).outcome).toBe('unchanged');
    const removal = ['brand;number;category;mode', `;;${ids.brakes};delete`, 'Brand 1;PAD1;;delete'] as const;
    expect((await importTable('warnings', ...removal)).changes).toEqual({ products: 1, categories: 1, changed: 2 });
    expect((await importTable('warnings', ...removal)).outcome).toBe('unchanged');
    expect((await pad('it-IT')).warnings).toEqual(['Blatt it']);
  });

  test('a warning names its product by the trade item number alone', async () => {
    await importTable('products', 'brand;number;category;gtin', `Brand 1;PAD1;${ids.pads};4006633000017`);
    await importTable('warnings', 'gtin;text_de', '4006633000017;Heiß');
    expect((await pad('de-DE')).warnings).toEqual(['Heiß']);
  });

  test("a warning without the reader's language is shown in another one, and the report says so", async () => {
    const summary = await importTable('warnings', head, 'Brand 1;PAD1;;Heiß;Chaud;;;');
    const sentence = 'is missing; another language is shown there';
    expect([summary.rejected, summary.reasons]).toEqual([
      0,
      { [`text_es ${sentence}`]: 1, [`text_it ${sentence}`]: 1, [`text_nl ${sentence}`]: 1 },
    ]);
    expect((await pad('es-ES')).warnings).toEqual(['Heiß']);
  });

  test.each([
    [';;;Heiß;;;;', 'category is missing'],
    [';;4711;Heiß;;;;', 'category is no leaf of the category tree'],
    ['Brand 1;PAD1;;;;;;', 'text_de is missing, and so are those of the other languages'],
    ['Brand 1;NONE;;Heiß;;;;', 'number is no known product of Brand n'],
  ])('%s is rejected', async (row, reason) => {
    const summary = await importTable('warnings', head, row, `Brand 1;PAD1;;${all('Teil')}`);
    expect([summary.rejected, summary.reasons]).toEqual([1, { [reason]: 1 }]);
  });
});

describe('texts of brands', () => {
  const head = 'brand;description_de;description_fr;description_es;description_it;description_nl;brand_email';
  const text = async (locale: Locale) =>
    (await withServed((generation) => getBrand(generation, { id: '1', locale, country: 'DE' }, nothing))).brand
      .description;

  test('a file changes the texts that it has, and the report names missing languages', async () => {
    const summary = await importTable('brands', head, 'brand 1;Gut;Bon;;;Goed;');
    expect(summary).toMatchObject({ outcome: 'active', rejected: 0, changes: { changed: 1, unchanged: 0 } });
    expect(Object.keys(summary.reasons)).toEqual([
      'description_es is missing; the page has no text there',
      'description_it is missing; the page has no text there',
    ]);
    expect([await text('fr-FR'), await text('it-IT')]).toEqual(['Bon', '']);
    expect((await importTable('brands', head, 'Brand 1;;Bon;;;;')).outcome).toBe('unchanged');
    await importTable('brands', head, 'Brand 1;;;Bueno;;;');
    expect([await text('de-DE'), await text('es-ES')]).toEqual(['Gut', 'Bueno']);
    await importTable('brands', 'brand;mode', 'Brand 1;delete');
    expect(await text('de-DE')).toBe('');
  });

  test('parts of a maker outside the EU are on sale once they have a responsible person in the EU', async () => {
    const flags = () => Number(served(`select flags from product_flags where product_id = ${ids.pad}`)?.flags ?? 0) & 4;
    await importTable('brands', 'brand;brand_country', 'Brand 1;TW');
    expect(flags()).toBe(4);
    await importTable('brands', 'brand;eu_responsible', 'Brand 1;Import, Kade 4, 3011 Rotterdam, NL');
    expect(flags()).toBe(0);
    expect((await importTable('brands', 'brand;brand_country', 'Brand 1;Taiwan')).reasons).toEqual({
      'brand_country is longer than n characters': 1,
    });
    expect((await importTable('brands', 'brand;brand_country', 'Brand 1;D1')).reasons).toEqual({
      'brand_country is no code of a country': 1,
    });
    const dutch = ['brand;brand_country', 'Brand 1;nl'] as const;
    expect((await importTable('brands', ...dutch)).outcome).toBe('active');
    // A deletion takes the texts off; who makes the parts stays.
    await importTable('brands', 'brand;mode;brand_country', 'Brand 1;delete;TW');
    const { outcome, reasons } = await importTable('brands', ...dutch);
    expect([outcome, reasons]).toEqual(['unchanged', {}]);
    expect(served('select country from brand where id = 1')).toEqual({ country: 'NL' });
  });

  test.each([
    ['Unbekannt;Gut;;;;;', 'brand is no known brand; brands come with their products'],
    [';Gut;;;;;', 'brand is missing'],
    ['Brand 1;Besser;;;;;', 'brand is already in line n'],
  ])('%s is rejected', async (row, reason) => {
    const { rejected, reasons } = await importTable('brands', head, 'Brand 1;a;b;c;d;e;', row);
    expect([rejected, reasons]).toEqual([1, { [reason]: 1 }]);
  });
});

describe('reviews', () => {
  const head = 'key;rating;date;language;author;verified;text';
  const row = 'a;5;2026-10-02;it;Paolo R.;sì;Perfetto.';
  const italian = async () =>
    (await withServed((generation) => reviewMarketplace(generation, { locale: 'it-IT', country: 'DE' }))).shop.reviews;

  test('a review shows author, day and whether the purchase was checked, and other reviews stay', async () => {
    const before = Number(served('select count(*) as n from review')?.n);
    expect((await importTable('reviews', head, row, 'b;3;2026-10-01T00:30:00+02:00;IT;;;')).changes.added).toBe(2);
    expect(await italian()).toEqual([
      { comment: 'Perfetto.', mark: 5, creationDate: '2026-10-02', author: 'Paolo R.', isVerified: true },
      { comment: '', mark: 3, creationDate: '2026-10-01', author: '', isVerified: false },
    ]);
    expect((await importTable('reviews', head, row)).outcome).toBe('unchanged');
    expect((await importTable('reviews', head, row.replace('5', '4'))).changes).toMatchObject({ changed: 1, added: 0 });
    const removal = await importTable('reviews', 'key;mode', 'a;delete', 'c;delete');
    expect([removal.changes.removed, removal.leftOut]).toEqual([1, 1]);
    expect(served('select count(*) as n from review')?.n).toBe(before + 1);
    expect(await importTable('reviews', 'key;mode', 'a;delete')).toMatchObject({ outcome: 'unchanged', leftOut: 1 });
  });

  test.each([
    [';5;2026-10-02;it;;;', 'key is missing'],
    ['b;6;2026-10-02;it;;;', 'rating is no whole number from n to n'],
    ['b;4,5;2026-10-02;it;;;', 'rating is no whole number from n to n'],
    ['b;5;2026-02-30;it;;;', 'date is no day (YYYY-MM-DD or DD.MM.YYYY)'],
    ['b;5;2999-01-01;it;;;', 'date is in the future'],
    ['b;5;2026-10-02;pl;;;', 'language is not one of de, fr, es, it, nl'],
    ['b;5;2026-10-02;it;;vielleicht;', 'verified is neither yes nor no'],
    ['a;5;2026-10-02;it;;;', 'key is already in line n'],
  ])('%s is rejected', async (wrong, reason) => {
    const { rejected, reasons } = await importTable('reviews', head, row, wrong);
    expect([rejected, reasons]).toEqual([1, { [reason]: 1 }]);
  });
});
