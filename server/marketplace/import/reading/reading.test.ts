import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fieldsOf, read, refused } from '../../../../test/fixtures/marketplace/import/reading/feeds.js';
import { fc } from '../../../../test/support/properties.js';

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
    [
      "names as Google's help writes them",
      'ID [id]\tMPN [mpn]\tPreis [price]\tMarke [brand]\nA1\tNW 12\t12,90\tÖlfix\n',
    ],
    ['other columns and a delimiter too many', 'brand;farbe;price;id;mpn;\nÖlfix;rot;12,90;A1;NW 12;\n'],
  ])('a table is read with %s', async (_name, content) => {
    expect(await fieldsOf(content)).toEqual(rows);
  });

  test("Google's names of columns are known in the languages of the editions", async () => {
    const german = 'ID\tMPN\tPreis\tSonderangebotspreis\tSonderangebotszeitraum\tverfügbarkeit\tVersand\n';
    expect(await fieldsOf(`${german}A\tX\t9 EUR\t8 EUR\t2026-01-01/2026-02-01\tauf_lager\tDE::DHL:4.95 EUR\n`)).toEqual(
      [
        {
          line: 2,
          key: 'A',
          number: 'X',
          price: '9 EUR',
          sale_price: '8 EUR',
          sale_price_effective_date: '2026-01-01/2026-02-01',
          availability: 'auf_lager',
          shipping: 'DE::DHL:4.95 EUR',
        },
      ],
    );
    for (const name of ['Bildlink', 'lien_image', 'enlace imagen', 'link immagine', 'afbeeldingslink'])
      expect(await fieldsOf(`marke;mpn;produkttyp;${name}\nB;X;C;https://x.example/1.jpg\n`, 'products')).toMatchObject(
        [{ brand: 'B', image: 'https://x.example/1.jpg' }],
      );
  });

  test("an article number in a list of goods is the maker's if no other column has that", async () => {
    const product = { brand: 'B', number: 'X1', category: 'C' };
    for (const name of ['Artikelnummer', 'Teilenummer', 'référence', 'Herstellernummer'])
      expect(await fieldsOf(`Marke;${name};Kategorie\nB;X1;C\n`, 'products')).toEqual([{ line: 2, ...product }]);
    const both = 'Marke;Artikelnummer;Kategorie;Herstellernummer\nB;4711;C;X1\nB;X2;C;\n';
    expect(await fieldsOf(both, 'products')).toEqual([
      { line: 2, ...product },
      { line: 3, ...product, number: 'X2' },
    ]);
  });

  test('a quote inside a field, and a line break inside quotes, belong to the field', async () => {
    expect(await fieldsOf('key\tnumber\tprice\nA\t3" pipe\t1.00\nB\t"two\nlines"\t2.00\nC\tX\t3.00\n')).toEqual([
      { line: 2, key: 'A', number: '3" pipe', price: '1.00' },
      { line: 3, key: 'B', number: 'two\nlines', price: '2.00' },
      { line: 5, key: 'C', number: 'X', price: '3.00' },
    ]);
  });

  test.each(['Artikelnummer', 'référence', 'codice articolo'])(
    "%s is the shop's number, or the maker's beside a key",
    async (name) => {
      expect(await fieldsOf(`${name};mpn;price\nA;B;1.00\n`)).toMatchObject([{ key: 'A', number: 'B' }]);
      expect(await fieldsOf(`sku;${name};price\nA;B;1.00\n`)).toMatchObject([{ key: 'A', number: 'B' }]);
      expect(await refused(`${name};brand;price\nA;B;1.00\n`)).toContain('lacks number or gtin');
    },
  );

  test('a row of another length is rejected alone', async () => {
    const { records } = await read('key;number;price\nA;1\nB;2;3.00\n');
    expect(records.map(({ error }) => error)).toEqual(['has 2 columns, the header has 3', undefined]);
  });

  test('a table without usable content is refused', async () => {
    expect(await refused('')).toBe('FILE is empty.');
    expect(await refused('{"offers": [{"key": "A"}]}')).toContain('FILE is JSON; offers are read from tables');
    expect(await refused('PK\x03\x04\0\0')).toBe('FILE is a ZIP archive; unpack it first, or pack it with gzip.');
    expect(await refused('key;number\nA;1\n')).toBe('FILE: the header lacks price; found "key | number".');
    expect(await refused('key;number;price;Key\nA;1;2;3\n')).toContain('the column key appears twice');
    expect(await refused('key;number;VK;Preis\nA;1;2;3\n')).toContain('the column price appears twice');
    expect(await refused('key;number;price\nA;"1;2\nB;2;3\n')).toContain('a quote is not closed');
    expect(await refused('key;number;price\nA;1;2\nB;"2"x;3\n')).toMatch(/^FILE, line 3: this is not a readable table/);
    expect(await refused('key;number;price\nA;1;2.00\nB;2')).toContain('it was cut off');
    expect(await refused(`key;number;price\nA;"${'x'.repeat(300_000)}`)).toContain('a line is longer than 256 kB');
    expect(await refused('x'.repeat(100_000))).toContain('the first line is longer than 64 kB');
  });

  test('a mapping names columns, values and constants, and skips rows', async () => {
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
    const units = { columns: { length: 'Länge [mm]', width: 'Breite [mm]' } };
    const measured = await read('brand;number;category;Länge [mm];Breite [mm]\nB;X;C;7;3\n', {
      kind: 'products',
      mapping: { ...mapping, ...units, values: {}, constants: {} },
    });
    expect(measured.records[0]?.fields).toMatchObject({ length: '7', width: '3' });
  });
});

describe('encodings', () => {
  const text = 'key;number;price;brand\nA;1;2.00;Ölfix Bœuf €\n';
  const latin = Buffer.from('key;number;price;brand\nA;1;2.00;\xd6lfix B\x9cuf \x80\n', 'latin1');
  const brandOf = async (content: Buffer, encoding: string | null = null) =>
    (await read(content, { encoding })).records[0]?.fields.brand;

  test('UTF-8 with and without mark, UTF-16, windows-1252 and gzip are detected by their bytes', async () => {
    expect(await brandOf(Buffer.from(text))).toBe('Ölfix Bœuf €');
    expect(await brandOf(Buffer.from(`\ufeff${text}`))).toBe('Ölfix Bœuf €');
    expect(await brandOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe('Ölfix Bœuf €');
    expect(await brandOf(latin)).toBe('Ölfix Bœuf €');
    expect(await brandOf(latin, 'iso-8859-1')).toBe('Ölfix Bœuf €');
    expect(await brandOf(gzipSync(text))).toBe('Ölfix Bœuf €');
  });

  test('an encoding that contradicts the bytes is refused', async () => {
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
  test('RSS and Atom are read, with and without prefix, with repeated shipping and stray characters', async () => {
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

  test('document types, deep nesting, long elements, cut files and other XML are refused', async () => {
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

  test('any text survives, however the file is cut into pieces', async () => {
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

  test('photographs, content and the label of a tyre are read', async () => {
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
