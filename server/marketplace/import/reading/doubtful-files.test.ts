import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fieldsOf, read, refused } from '../../../../test/fixtures/marketplace/import/reading/feeds.js';
import { priceName } from './price-names.js';

const errorsOf = async (content: string) => (await read(content)).records.map(({ error }) => error);

describe('rows', () => {
  test.each([
    ['a short last row that is complete', 'B;2\n', 'has 2 columns, the header has 3'],
    ['a short last row behind a carriage return', 'B;2\r', 'has 2 columns, the header has 3'],
    ['a long last row without a line end', 'B;2;3.00;x', 'has 4 columns, the header has 3'],
  ])('%s is rejected alone', async (_name, last, error) => {
    expect(await errorsOf(`key;number;price\nA;1;2.00\n${last}`)).toEqual([undefined, error]);
  });

  test('empty cells between tabs stay cells', async () => {
    expect(await fieldsOf('key\tnumber\tbrand\tprice\nA\t\t\t2.00\n\t \tB\t3.00\n')).toEqual([
      { line: 2, key: 'A', price: '2.00' },
      { line: 3, number: ' ', brand: 'B', price: '3.00' },
    ]);
  });

  test('of two delimiters that occur equally often, the semicolon separates', async () => {
    expect(await fieldsOf('key;number;price;a,b,c,d\nA;1;2.00;x\n')).toEqual([
      { line: 2, key: 'A', number: '1', price: '2.00' },
    ]);
  });
});

test('a small file may unpack to many times its size', async () => {
  const packed = gzipSync(`key;number;price\n${'A;1;2.00\n'.repeat(20_000)}`);
  expect(packed.length * 100).toBeLessThan(180_000);
  expect((await read(packed)).records).toHaveLength(20_000);
});

describe('columns', () => {
  test('of three columns with one meaning, the first that is filled counts', async () => {
    const content = 'brand;Marke;marque;number;category\nB1;B2;B3;X;C\n;B2;B3;X;C\n';
    expect((await fieldsOf(content, 'products')).map((fields) => ({ ...fields }))).toMatchObject([
      { brand: 'B1' },
      { brand: 'B2' },
    ]);
  });

  test("beside a key and the maker's number, an article number is ignored", async () => {
    expect(await fieldsOf('sku;mpn;Artikelnummer;price\nA;;X;1\n')).toEqual([{ line: 2, key: 'A', price: '1' }]);
  });

  test('a price that names its tax precedes one that does not, in either order', async () => {
    for (const head of ['Preis;Preis brutto', 'Preis brutto;Preis']) {
      const cells = head.startsWith('Preis;') ? '10,00;11,90' : '11,90;10,00';
      expect(await fieldsOf(`key;number;${head}\nA;1;${cells}\n`)).toMatchObject([{ price: '11,90' }]);
    }
  });

  test('a net price in another currency is refused as a net price', async () => {
    expect(await refused('key;number;Preis netto [USD]\nA;1;2\n')).toContain('"Preis netto [USD]" is a net price');
  });
});

test('words for tax and currency leave nothing of a longer phrase behind', () => {
  const net = { name: 'prezzo', isNet: true, isGross: false, currency: 'euro' };
  expect([priceName('Prezzo al netto [EUR]'), priceName('Prezzo, excl. tax in EUR')]).toEqual([net, net]);
});

test('a constant fills only cells without a value', async () => {
  const mapping = { columns: {}, values: {}, constants: { brand: 'Own' } };
  const { records } = await read('key;number;price;brand\nA;1;2;Given\nB;1;2;\n', { mapping });
  expect(records.map(({ fields }) => fields.brand)).toEqual(['Given', 'Own']);
});

test('a mapping may name the delimiter and the encoding of a file', async () => {
  const mapping = { columns: {}, values: {}, constants: {}, delimiter: '~', encoding: 'iso-8859-2' };
  const { records, facts } = await read(Buffer.from('key~number~price;a;b\nA~\xb1~2\n', 'latin1'), {
    mapping: { ...mapping, columns: { price: 'price;a;b' } },
  });
  expect([records[0]?.fields, facts.encoding]).toEqual([{ key: 'A', number: 'ą', price: '2' }, 'iso-8859-2']);
});

test('an element has fifty attributes at most', async () => {
  const item = (count: number) => {
    const attributes = Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');
    return `<rss><channel><item ${attributes}><id>A</id></item></channel></rss>`;
  };
  expect(await fieldsOf(item(50))).toMatchObject([{ key: 'A' }]);
  expect(await refused(item(51))).toContain('an element has more than 50 attributes');
});

test('of two elements of a BMEcat article with one meaning, the first counts', async () => {
  const article = `<ARTICLE><SUPPLIER_AID>A</SUPPLIER_AID><ARTICLE_DETAILS><EAN>1</EAN>
    <INTERNATIONAL_PID type="gtin">2</INTERNATIONAL_PID></ARTICLE_DETAILS></ARTICLE>`;
  const content = `<BMECAT version="1.2"><HEADER/><T_NEW_CATALOG>${article}</T_NEW_CATALOG></BMECAT>`;
  expect(await fieldsOf(content)).toMatchObject([{ key: 'A', gtin: '1' }]);
});

describe('encodings', () => {
  test('an ASCII file may be requested in any encoding, and a declared one gives way to the request', async () => {
    const ascii = await read('key;number;price\nA;1;2\n', { encoding: 'windows-1252' });
    expect([ascii.facts.encoding, ascii.facts.note]).toEqual(['windows-1252', null]);
    const xml = '<?xml version="1.0" encoding="ISO-8859-2"?><rss><channel><item><id>\xd6</id></item></channel></rss>';
    const { facts } = await read(Buffer.from(xml, 'latin1'), { encoding: 'windows-1252' });
    expect(facts.encoding).toBe('windows-1252');
  });

  test('bytes that no encoding has are refused, and half a letter at the end shows', async () => {
    expect(await refused(Buffer.from('key;number;price\nA;\x81\xd6;2\n', 'latin1'))).toContain(
      'is neither UTF-8 nor windows-1252',
    );
    const cut = Buffer.from('\ufeffkey;number;price\nA;1;2', 'utf16le');
    const { records } = await read(Buffer.concat([cut, Buffer.from([0x30])]));
    expect(records[0]?.fields.price).toBe('2\ufffd');
  });
});

describe("items of Google's feeds", () => {
  const itemOf = async (content: string, kind: 'offers' | 'products') =>
    (await fieldsOf(`<rss><channel><item>${content}</item></channel></rss>`, kind))[0];

  test("the shop's own category precedes Google's, in either order", async () => {
    const own = '<product_type>Bremsen</product_type>';
    const general = '<google_product_category>Fahrzeuge</google_product_category>';
    for (const content of [own + general, general + own])
      expect(await itemOf(content, 'products')).toMatchObject({ category: 'Bremsen' });
  });

  test('signs in the name of a region separate no values', async () => {
    const shipping = '<country>DE</country><region>Nord: See, Küste</region><service>A:B</service><price>5 EUR</price>';
    expect(await itemOf(`<id>A</id><shipping>${shipping}</shipping>`, 'offers')).toMatchObject({
      shipping: 'DE:Nord  See  Küste:A B:5 EUR',
    });
  });
});
