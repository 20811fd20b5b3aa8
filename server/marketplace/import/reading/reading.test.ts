import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { merchantHtml } from '../../../../views/merchant-html.js';
import type { ImportKind } from '../columns.js';
import { RowFault } from '../faults.js';
import { type Mapping, noMapping } from '../mapping.js';
import { noiseOf } from '../tyre-labels.js';
import {
  cleanHtml,
  condition,
  days,
  decimal,
  gtin,
  isAvailable,
  isYes,
  parseMoney,
  partNumber,
  plainText,
  whole,
} from '../values.js';
import { type FeedFacts, readFeed } from './feed.js';
import type { FeedRecord } from './records.js';

const folder = mkdtempSync(join(tmpdir(), 'reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
async function read(
  content: string | Buffer,
  {
    kind = 'offers' as ImportKind,
    mapping = noMapping as Mapping,
    encoding = null as string | null,
    country = null as string | null,
  } = {},
): Promise<{ records: FeedRecord[]; facts: FeedFacts }> {
  const file = join(folder, `feed-${++count}`);
  writeFileSync(file, content);
  const records: FeedRecord[] = [];
  const facts = await readFeed(file, { kind, mapping, encoding, country }, (record) => records.push(record));
  return { records, facts };
}
const fieldsOf = async (content: string | Buffer, kind: ImportKind = 'offers') =>
  (await read(content, { kind })).records.map(({ line, fields }) => ({ line, ...fields }));
const refused = (content: string | Buffer, options: Parameters<typeof read>[1] = {}): Promise<string> =>
  read(content, options).then(
    () => 'was read',
    (error: Error) => error.message.replace(/\S*feed-\d+/, 'FILE'),
  );

describe('tables', () => {
  const rows = [{ line: 2, key: 'A1', number: 'NW 12', price: '12,90', brand: 'Ölfix' }];
  test.each([
    ['semicolons', 'id;mpn;price;brand\nA1;NW 12;12,90;Ölfix\n'],
    ['commas and quotes', 'id,mpn,price,brand\r\nA1,NW 12,"12,90",Ölfix\r\n'],
    [
      'tabs, names in German',
      'ID\tHersteller-Nummer\tPreis\tMarke\n'.replace('Hersteller-Nummer', 'Herstellernummer') +
        'A1\tNW 12\t12,90\tÖlfix',
    ],
    ['other columns and a delimiter too many', 'brand;farbe;price;id;mpn;\nÖlfix;rot;12,90;A1;NW 12;\n'],
  ])('are read with %s', async (_name, content) => {
    expect(await fieldsOf(content)).toEqual(rows);
  });

  test('a quote inside a field, and a line break inside quotes, belong to the field', async () => {
    expect(await fieldsOf('key\tnumber\tprice\nA\t3" pipe\t1.00\nB\t"two\nlines"\t2.00\nC\tX\t3.00\n')).toEqual([
      { line: 2, key: 'A', number: '3" pipe', price: '1.00' },
      { line: 3, key: 'B', number: 'two\nlines', price: '2.00' },
      { line: 5, key: 'C', number: 'X', price: '3.00' },
    ]);
  });

  test('a row of another length is a fault of that row', async () => {
    const { records } = await read('key;number;price\nA;1\nB;2;3.00\n');
    expect(records.map(({ fault }) => fault)).toEqual(['has 2 columns, the header has 3', undefined]);
  });

  test('are refused where nothing good can come of them', async () => {
    expect(await refused('')).toBe('FILE is empty.');
    expect(await refused('key;number\nA;1\n')).toBe('FILE: the header lacks price; found "key | number".');
    expect(await refused('key;number;price;sku\nA;1;2;3\n')).toContain('the column key stands twice');
    expect(await refused('key;number;price\nA;"1;2\nB;2;3\n')).toContain('a quote is not closed');
    expect(await refused('key;number;price\nA;1;2.00\nB;2')).toContain('it was cut off');
    expect(await refused(`key;number;price\nA;"${'x'.repeat(300_000)}`)).toContain('a line is longer than 256 kB');
    expect(await refused('x'.repeat(100_000))).toContain('the first line is longer than 64 kB');
  });

  test('a mapping names columns, values and constants, and leaves rows out', async () => {
    const mapping = {
      columns: { make: 'Marque', kw: ['P max', 'P elec'] },
      values: { make: { 'B.M.W.': 'BMW', '': null }, fuel: { ESSENCE: 'petrol' } },
      constants: { series: 'X' },
    };
    const content = 'Marque,fuel,P max,P elec\nb.m.w.,essence,96,\nZOE,,,80\n,,1,1\n';
    const { records } = await read(content, { kind: 'vehicles', mapping });
    expect(records.map(({ fields }) => ({ ...fields }))).toEqual([
      { make: 'BMW', kw: '96', fuel: 'petrol', series: 'X' },
      { make: 'ZOE', kw: '80', series: 'X' },
    ]);
  });
});

describe('encodings', () => {
  const text = 'key;number;price;brand\nA;1;2.00;Ölfix Bœuf €\n';
  const latin = Buffer.from('key;number;price;brand\nA;1;2.00;\xd6lfix B\x9cuf \x80\n', 'latin1');
  const brandOf = async (content: Buffer, encoding: string | null = null) =>
    (await read(content, { encoding })).records[0]?.fields.brand;

  test('UTF-8 with and without mark, UTF-16, windows-1252 and gzip are told by their bytes', async () => {
    expect(await brandOf(Buffer.from(text))).toBe('Ölfix Bœuf €');
    expect(await brandOf(Buffer.from(`\ufeff${text}`))).toBe('Ölfix Bœuf €');
    expect(await brandOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe('Ölfix Bœuf €');
    expect(await brandOf(latin)).toBe('Ölfix Bœuf €');
    expect(await brandOf(latin, 'iso-8859-1')).toBe('Ölfix Bœuf €');
    expect(await brandOf(gzipSync(text))).toBe('Ölfix Bœuf €');
  });

  test('a wrong word about the encoding is found out', async () => {
    expect(await refused(latin, { encoding: 'utf-8' })).toContain('should be read as UTF-8, but it is not');
    expect(await refused(Buffer.from(text), { encoding: 'windows-1252' })).toContain('but it is UTF-8');
    expect(await refused(Buffer.from(text), { encoding: 'klingon' })).toContain('the encoding "klingon" is unknown');
    expect(await refused(Buffer.from('key;num\0ber'))).toContain('no text');
    expect((await read(latin)).facts.note).toContain('was read as windows-1252');
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><id>Öäü</id></item></channel></rss>';
    const { records, facts } = await read(Buffer.from(xml));
    expect([records[0]?.fields.key, facts.encoding]).toEqual(['Öäü', 'utf-8']);
    expect(await refused(Buffer.from(xml.replace('ISO-8859-1', 'UTF-8'), 'latin1'))).toContain('says that it is UTF-8');
  });
});

const rss = (item: string): string =>
  `<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>\n${item}</channel></rss>`;

describe('Google Merchant Center feeds', () => {
  test('RSS and Atom, with and without prefix, with repeated shipping and stray signs', async () => {
    const item = `<g:id>A1</g:id><title>Filter &amp; Öl & mehr &uuml;</title><g:price>12.99 EUR</g:price><g:mpn><![CDATA[NW & 12]]></g:mpn>
      <g:shipping><g:country>DE</g:country><g:service>DHL</g:service><g:price>4.95 EUR</g:price></g:shipping>
      <g:shipping><g:country>AT</g:country><g:price>9.95 EUR</g:price></g:shipping><g:availability>in_stock</g:availability>`;
    const expected = {
      key: 'A1',
      number: 'NW & 12',
      price: '12.99 EUR',
      shipping: 'DE::DHL:4.95 EUR,AT:::9.95 EUR',
      availability: 'in_stock',
    };
    expect(await fieldsOf(rss(`<item>${item}</item>`))).toEqual([{ line: 3, ...expected }]);
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry>${item}</entry></feed>`;
    expect(await fieldsOf(atom)).toEqual([{ line: 1, ...expected }]);
    const [product] = await fieldsOf(
      rss(`<item>${item}<g:product_type>Bremse &gt; Bremsscheiben</g:product_type></item>`),
      'products',
    );
    expect(product).toMatchObject({ title: 'Filter & Öl & mehr ü', category: 'Bremse > Bremsscheiben' });
  });

  test('are refused with document types, too deep, too long, cut off or of another kind', async () => {
    const laughs = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>';
    expect(await refused(`<?xml version="1.0"?>${laughs}<rss>&lol2;</rss>`)).toContain('DOCTYPE');
    expect(await refused('<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss/>')).toContain('DOCTYPE');
    expect(await refused(rss(`<item>${'<a>'.repeat(40)}`))).toContain('nested more than 32 deep');
    expect(await refused(rss(`<item><id>${'x'.repeat(1_200_000)}</id></item>`))).toContain('1 MB');
    expect(await refused(rss(`<!-- ${'<a>'.repeat(600_000)} -->`))).toContain('1 MB');
    expect(await refused(rss('<item><id>1').slice(0, -20))).toContain('this is not XML');
    expect(await refused('<html><body>login</body></html>')).toContain('begins with <html>');
    expect(await refused(rss(''), { kind: 'shops' })).toContain('shops are read from tables');
  });

  test('any text survives, however it is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(300_000), async (text, filler) => {
        const kept = text
          .replace(/[^\P{C}\n]/gu, '')
          .replaceAll(']]>', '')
          .replaceAll('\r', '')
          .trim();
        const content = rss(
          `<!--${'x'.repeat(filler)}--><item><id><![CDATA[${kept}]]></id><price>${kept.replaceAll('<', '&lt;')}</price></item>`,
        );
        const [record] = (await read(content)).records;
        expect(record?.fields.key ?? '').toBe(kept);
        if (!/&[a-zA-Z#]\w*;/.test(kept) && !kept.includes('>')) expect(record?.fields.price ?? '').toBe(kept);
      }),
      { numRuns: process.env.TEST_LONG ? 2000 : 60 },
    );
  });

  test('photographs, content and the label of a tyre', async () => {
    const item = `<g:brand>Nordwerk</g:brand><g:mpn>T1</g:mpn><g:image_link>https://img.example/1.jpg</g:image_link>
      <g:additional_image_link>https://img.example/2.jpg</g:additional_image_link><g:additional_image_link>https://img.example/3.jpg</g:additional_image_link>
      <g:unit_pricing_measure>750 ml</g:unit_pricing_measure><g:energy_efficiency_class>B</g:energy_efficiency_class>
      <g:certification><g:certification_authority>EC</g:certification_authority><g:certification_name>EPREL</g:certification_name>
      <g:certification_code>381667</g:certification_code></g:certification>`;
    expect((await fieldsOf(rss(`<item>${item}</item>`), 'products'))[0]).toMatchObject({
      image: 'https://img.example/1.jpg',
      more_images: 'https://img.example/2.jpg,https://img.example/3.jpg',
      content: '750 ml',
      fuel_class: 'B',
      eprel: 'EC:EPREL:381667',
    });
  });
});

describe('BMEcat', () => {
  const article = (
    names: { part: string; id: string },
    prices: string,
  ) => `<${names.part}><SUPPLIER_${names.id}>K1</SUPPLIER_${names.id}>
    <DETAILS><DESCRIPTION_SHORT>Filter</DESCRIPTION_SHORT><MANUFACTURER_${names.id}>NW 12</MANUFACTURER_${names.id}>
    <MANUFACTURER_NAME>Nordwerk</MANUFACTURER_NAME><INTERNATIONAL_PID type="gtin">4006381333931</INTERNATIONAL_PID></DETAILS>
    <PRICES>${prices}</PRICES></${names.part}>`;
  const price = (part: string, type: string, amount: string, more = '<TAX>0.19</TAX>') =>
    `<${part}_PRICE price_type="${type}"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY>${more}</${part}_PRICE>`;
  const catalogue = (transaction: string, content: string, doctype = '<!DOCTYPE BMECAT SYSTEM "bmecat.dtd">') =>
    `<?xml version="1.0"?>${doctype}<BMECAT version="1.2"><HEADER/><${transaction}>${content}</${transaction}></BMECAT>`;

  test('1.2 and 2005 give the same rows; net prices gain their tax, prices for many do not count', async () => {
    const prices = (part: string) =>
      price(part, 'net_customer', '8.50', '<TAX>0.19</TAX><LOWER_BOUND>100</LOWER_BOUND>') +
      price(part, 'net_customer', '10.00');
    const expected = {
      line: 1,
      key: 'K1',
      number: 'NW 12',
      brand: 'Nordwerk',
      gtin: '4006381333931',
      title: 'Filter',
      price: '11.90 EUR',
    };
    const old = article({ part: 'ARTICLE', id: 'AID' }, prices('ARTICLE'));
    const recent = article({ part: 'PRODUCT', id: 'PID' }, prices('PRODUCT'));
    expect(await fieldsOf(catalogue('T_NEW_CATALOG', old))).toEqual([expected]);
    const { records, facts } = await read(catalogue('T_UPDATE_PRODUCTS', recent));
    expect([{ line: 1, ...records[0]?.fields }, facts.isUpdate]).toEqual([expected, true]);
  });

  test('a gross price is taken before a net one, and a net one without tax is no price', async () => {
    const both = price('ARTICLE', 'net_list', '10') + price('ARTICLE', 'gros_list', '12.5', '');
    const [first] = await fieldsOf(catalogue('T_NEW_CATALOG', article({ part: 'ARTICLE', id: 'AID' }, both)));
    expect(first).toMatchObject({ price: '12.50 EUR' });
    const net = article({ part: 'ARTICLE', id: 'AID' }, price('ARTICLE', 'net_list', '10', ''));
    const [second] = await fieldsOf(catalogue('T_NEW_CATALOG', net));
    expect(parseMoney(String((second as { price?: string }).price))).toBe('is no amount of money');
  });

  const priceIn = async (country: string | null, prices: string, order = '') => {
    const content = article({ part: 'PRODUCT', id: 'PID' }, prices).replace('<PRICES>', `${order}<PRICES>`);
    const { records } = await read(catalogue('T_NEW_CATALOG', content), { country });
    return records[0]?.fields.price;
  };
  const gross = (amount: string, more: string) => price('PRODUCT', 'gros_list', amount, more);
  const territory = (...codes: string[]) => codes.map((code) => `<TERRITORY>${code}</TERRITORY>`).join('');

  test("a price counts in its territories: the shop's own before the general one, never another's", async () => {
    const prices = gross('99.00', territory('IT')) + gross('60.00', '') + gross('50.00', territory('AT', 'DE'));
    expect(await priceIn('DE', prices)).toBe('50.00 EUR');
    expect(await priceIn('IT', prices)).toBe('99.00 EUR');
    expect(await priceIn('FR', prices)).toBe('60.00 EUR');
    expect(await priceIn(null, prices)).toBe('60.00 EUR');
    const abroad = await priceIn('FR', gross('99.00', territory('IT')));
    expect([abroad, parseMoney(String(abroad))]).toEqual(['only for IT', 'is no amount of money']);
    const ownNet = price('PRODUCT', 'net_customer', '40', `<TAX>0.19</TAX>${territory('DE')}`);
    expect(await priceIn('DE', gross('60.00', '') + ownNet)).toBe('47.60 EUR');
    const dollars = gross('10.00', territory('DE')).replace('EUR', 'USD');
    expect(await priceIn('DE', dollars + gross('60.00', ''))).toBe('60.00 EUR');
  });

  test.each([
    ['500.00', '', '100', '5.00 EUR'],
    ['4.99', '', '100', '0.05 EUR'],
    ['0.005', '', '1', '0.01 EUR'],
    ['1.005', '', '1', '1.01 EUR'],
    ['80.00', '<PRICE_FACTOR>0.75</PRICE_FACTOR>', '2', '30.00 EUR'],
    ['12,50', '', '1', '12.50 EUR'],
    ['500.00', '', '0', null],
    ['500.00', '', 'hundert', null],
    ['1,250', '', '1', null],
    ['500.00', '<PRICE_BASE><PRICE_UNIT_FACTOR>5</PRICE_UNIT_FACTOR></PRICE_BASE>', '1', null],
  ])('%s %s for %s pieces', async (amount, more, pieces, expected) => {
    const order = `<PRODUCT_ORDER_DETAILS><PRICE_QUANTITY>${pieces}</PRICE_QUANTITY></PRODUCT_ORDER_DETAILS>`;
    const found = await priceIn('DE', gross(amount, more), order);
    if (expected !== null) expect(found).toBe(expected);
    else expect([found, parseMoney(String(found))]).toEqual([expect.stringContaining(amount), 'is no amount of money']);
  });

  test('a rate of tax is a share or per cent, and is added to the cent', async () => {
    for (const tax of ['0.19', '19', '19.0']) {
      const net = price('PRODUCT', 'net_customer', '8.50', `<TAX>${tax}</TAX>`);
      expect(await priceIn('DE', net)).toBe('10.12 EUR');
    }
  });

  test('pictures of the article in their order, below the root that the header names, and how much is in it', async () => {
    const mime = (type: string, source: string, more = '') =>
      `<MIME><MIME_TYPE>${type}</MIME_TYPE><MIME_SOURCE>${source}</MIME_SOURCE>${more}</MIME>`;
    const purpose = (word: string, order: number) =>
      `<MIME_PURPOSE>${word}</MIME_PURPOSE><MIME_ORDER>${order}</MIME_ORDER>`;
    const part = `<ARTICLE><SUPPLIER_AID>K1</SUPPLIER_AID>
      <ARTICLE_ORDER_DETAILS><ORDER_UNIT>C62</ORDER_UNIT><CONTENT_UNIT>LTR</CONTENT_UNIT><NO_CU_PER_OU>5</NO_CU_PER_OU></ARTICLE_ORDER_DETAILS>
      <MIME_INFO>${mime('image/jpeg', 'side view.jpg', purpose('detail', 2))}${mime('image/jpeg', 'K1\\front.jpg', purpose('normal', 1))}
      ${mime('image/jpeg', 'small.jpg', purpose('thumbnail', 3))}${mime('application/pdf', 'sheet.pdf', purpose('data_sheet', 4))}
      ${mime('image/png', 'https://cdn.example/c.png')}</MIME_INFO></ARTICLE>`;
    const root = '<HEADER><CATALOG><MIME_ROOT>https://img.example/shop</MIME_ROOT></CATALOG></HEADER>';
    const [fields] = await fieldsOf(catalogue('T_NEW_CATALOG', part).replace('<HEADER/>', root));
    expect(fields).toMatchObject({
      image: 'https://img.example/shop/K1/front.jpg',
      more_images: 'https://img.example/shop/side%20view.jpg https://cdn.example/c.png',
      content: '5 l',
    });
    const [rootless] = await fieldsOf(catalogue('T_NEW_CATALOG', part));
    expect(rootless).toMatchObject({ image: 'https://cdn.example/c.png' });
    expect(rootless).not.toHaveProperty('more_images');
  });

  test('declarations of its own and unknown transactions are refused', async () => {
    expect(await refused(catalogue('T_NEW_CATALOG', '', '<!DOCTYPE BMECAT [<!ENTITY a "b">]>'))).toContain('DOCTYPE');
    expect(await refused(catalogue('T_DELETE_ALL', ''))).toContain('T_DELETE_ALL is not known');
  });
});

/** What makes a pattern with two repetitions of the same signs try every way to share them. */
const hostile: readonly (readonly [start: string, filling: string, end: string])[] = [
  ['1', ' ', '!'],
  ['', ' ', '71 dB'],
  ['1', '\u00a0 ', '!'],
  ['1 bis', ' ', '2 !'],
  ['1', '.', '!'],
  ['1', ' a', '!'],
  ['1', '.0', 'x'],
  ['1', '0', '.x'],
  ['="', '=', '"'],
  ['+', '(', ')'],
  ['', '<', '>'],
  ['', '&lt;', 'b'],
];

describe('values', () => {
  test.each([
    ['12.99 EUR', 1299],
    ['12,99 EUR', 1299],
    ['1.234,56 €', 123456],
    ['1,234.56', 123456],
    ['EUR 12.99', 1299],
    ['12,9', 1290],
    ['12', 1200],
    ["1'234.50", 123450],
    ['1 234,50 €', 123450],
    ['1.234.567', 'is more than a million euros'],
    ['12.9900', 1299],
    ['1.234', 'could be 1234.00 or 1.234'],
    ['12.99 USD', 'is not in euros'],
    ['-5,00', 'is negative'],
    ['=1+1', 'is no amount of money'],
    ['1.23,45', 'is no amount of money'],
    ['NaN', 'is no amount of money'],
    ['1e5', 'is no amount of money'],
  ])('%s as money', (text, expected) => {
    expect(parseMoney(text)).toBe(expected);
  });

  test('every amount in every usual spelling is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom('de-DE', 'en-GB', 'fr-FR', 'it-IT', 'de-CH'),
        (cents, locale) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })
            .format(cents / 100)
            .replaceAll('’', "'");
          expect(parseMoney(`${text} EUR`)).toBe(cents);
        },
      ),
    );
  });

  test('trade item numbers have their check digit, and twelve digits are thirteen', () => {
    expect(gtin({ gtin: '4006381333931' })).toBe('4006381333931');
    expect(gtin({ gtin: '036000291452' })).toBe('0036000291452');
    expect(() => gtin({ gtin: '4006381333932' })).toThrow('wrong check digit');
    expect(() => gtin({ gtin: '4.00638E+12' })).toThrow('rounded by a spreadsheet');
  });

  test('texts lose markup and control characters; formulas are no texts', () => {
    const clean = (title: string) => plainText({ title }, 'title', 200);
    expect(clean('<b>Filter</b> &amp; Öl<script>alert(1)</script>')).toBe('Filter & Öl');
    expect(clean('&lt;img src=x onerror=alert(1)&gt;Filter')).not.toMatch(/[<>]/);
    expect(clean('Fil\u0000ter\u202e  x')).toBe('Fil ter x');
    expect(clean('="0123"')).toBe('0123');
    expect(() => clean('=HYPERLINK("http://evil")')).toThrow('formula');
    expect(() => clean('Fl\ufffdgel')).toThrow('lost');
  });

  test("a merchant's terms keep their structure and nothing that runs", () => {
    const html = cleanHtml(
      '<h1>AGB</h1><p style="color:red" onclick="x()">Text <a href="javascript:alert(1)">a</a> <a href="https://x.example">b</a></p><svg onload=x></svg><script>1</script><iframe src=x></iframe>',
    );
    expect(html).toContain('<h2>AGB</h2><p>Text <a');
    expect(html).toContain('href="https://x.example"');
    expect(html).not.toMatch(/script|style|onclick|svg|iframe/);
    // The page looks once more and shows what it does not know without any structure.
    const known = cleanHtml(
      '<h1>A</h1><address>B</address><a name="c">C</a><a href="/d">D</a><a href="mailto:e@f.example">E</a><a href="https://x.example/?a=1&b=2 3">F</a><hr>',
    );
    expect(merchantHtml(known)).toBe(known);
    expect(known).toContain('<p>B</p><a>C</a><a>D</a><a href="mailto:e@f.example" rel="nofollow noopener">E</a>');
  });

  test.each<[string, (fields: Record<string, string>) => unknown]>([
    ['money', ({ x = '' }) => parseMoney(x)],
    ['a whole number', (fields) => whole(fields, 'x', 0, 9)],
    ['a decimal number', (fields) => decimal(fields, 'x', 0, 9)],
    ['days', (fields) => days(fields, 'x')],
    ['yes or no', (fields) => isYes(fields, 'x')],
    ['a text', (fields) => plainText(fields, 'x', 60)],
    ['a trade item number', ({ x = '' }) => gtin({ gtin: x })],
    ['a part number', ({ x = '' }) => partNumber({ number: x })],
    ['a condition', ({ x = '' }) => condition({ condition: x })],
    ['an availability', ({ x = '' }) => isAvailable({ availability: x })],
    ['the noise of a tyre', ({ x = '' }) => noiseOf({ noise: x })],
  ])('a megabyte as %s takes no longer than its length', (_name, read) => {
    for (const [start, filling, end] of hostile) {
      const x = start + filling.repeat(2 ** 20 / filling.length) + end;
      const before = process.cpuUsage();
      try {
        read({ x });
      } catch (error) {
        expect(error).toBeInstanceOf(RowFault);
      }
      const { user, system } = process.cpuUsage(before);
      expect([start, filling, end, (user + system) / 1000 < 100 || user]).toEqual([start, filling, end, true]);
    }
  });

  test('spaces of every kind may stand in an amount', () => {
    for (const space of [' ', '\t', '\u00a0', '\u202f']) expect(parseMoney(`EUR${space}1${space}234,50`)).toBe(123450);
    expect(parseMoney(`12,50\tEUR`)).toBe(1250);
    expect(days({ handling: '1 – 3 Tage' }, 'handling')).toEqual([1, 3]);
  });
});
