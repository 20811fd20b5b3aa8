import { describe, expect, test } from 'vitest';
import { fieldsOf, read, refused } from '../../../../test/fixtures/marketplace/import/reading/feeds.js';
import { parseMoney } from '../values.js';

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

  test('versions 1.2 and 2005 give the same rows; net prices get their tax, and prices for many pieces do not count', async () => {
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

  test('a gross price precedes a net one, and a net price without tax is no price', async () => {
    const both = price('ARTICLE', 'net_list', '10') + price('ARTICLE', 'gros_list', '12.5', '');
    const [first] = await fieldsOf(catalogue('T_NEW_CATALOG', article({ part: 'ARTICLE', id: 'AID' }, both)));
    expect(first).toMatchObject({ price: '12.50 EUR' });
    const net = article({ part: 'ARTICLE', id: 'AID' }, price('ARTICLE', 'net_list', '10', ''));
    const [second] = await fieldsOf(catalogue('T_NEW_CATALOG', net));
    expect(parseMoney(String((second as { price?: string }).price))).toBe('is no amount of money');
  });

  test.each([
    ['gros_list', 'nrp'],
    ['nrp', 'net_customer'],
    ['net_customer', 'net_list'],
    ['net_list', 'udp_trade'],
  ])('a price of type %s precedes one of type %s', async (first, second) => {
    const both = price('ARTICLE', second, '10') + price('ARTICLE', first, '20');
    const [row] = await fieldsOf(catalogue('T_NEW_CATALOG', article({ part: 'ARTICLE', id: 'AID' }, both)));
    expect(row).toMatchObject({ price: first.startsWith('net') ? '23.80 EUR' : '20.00 EUR' });
  });

  const priceIn = async (country: string | null, prices: string, order = '') => {
    const content = article({ part: 'PRODUCT', id: 'PID' }, prices).replace('<PRICES>', `${order}<PRICES>`);
    const { records } = await read(catalogue('T_NEW_CATALOG', content), { country });
    return records[0]?.fields.price;
  };
  const gross = (amount: string, more: string) => price('PRODUCT', 'gros_list', amount, more);
  const territory = (...codes: string[]) => codes.map((code) => `<TERRITORY>${code}</TERRITORY>`).join('');

  test("a price counts in its territories: the shop's own precedes the general one, and others never count", async () => {
    const prices = gross('99.00', territory('IT')) + gross('60.00', '') + gross('50.00', territory('AT', 'DE'));
    expect(await priceIn('DE', prices)).toBe('50.00 EUR');
    expect(await priceIn('IT', prices)).toBe('99.00 EUR');
    expect(await priceIn('FR', prices)).toBe('60.00 EUR');
    expect(await priceIn(null, prices)).toBe('60.00 EUR');
    const abroad = await priceIn('FR', gross('99.00', territory('IT')));
    expect([abroad, parseMoney(String(abroad))]).toEqual(['only for IT', 'is no amount of money']);
    const ownNet = price('PRODUCT', 'net_customer', '40', `<TAX>0.19</TAX>${territory('DE')}`);
    expect(await priceIn('DE', gross('60.00', '') + ownNet)).toBe('47.60 EUR');
    // A price without an amount says nothing.
    expect(await priceIn('DE', gross('', territory('DE')) + gross('60.00', ''))).toBe('60.00 EUR');
    expect(await priceIn('DE', gross('', ''))).toBeUndefined();
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

  test('a tax rate is a share or per cent, and the price is rounded to the cent', async () => {
    for (const tax of ['0.19', '19', '19.0']) {
      const net = price('PRODUCT', 'net_customer', '8.50', `<TAX>${tax}</TAX>`);
      expect(await priceIn('DE', net)).toBe('10.12 EUR');
    }
  });

  test.each([
    ['<HEADER/>', '12.50 EUR'],
    ['<HEADER><CATALOG><CURRENCY></CURRENCY></CATALOG></HEADER>', '12.50 EUR'],
    ['<HEADER><CATALOG><CURRENCY>USD</CURRENCY></CATALOG></HEADER>', '12.50 USD'],
  ])('a price without a currency is in that of the catalogue: %s', async (header, expected) => {
    const bare = '<ARTICLE_PRICE price_type="gros_list"><PRICE_AMOUNT>12.5</PRICE_AMOUNT></ARTICLE_PRICE>';
    const content = catalogue('T_NEW_CATALOG', article({ part: 'ARTICLE', id: 'AID' }, bare));
    expect(await fieldsOf(content.replace('<HEADER/>', header))).toMatchObject([{ price: expected }]);
  });

  test("a row has the article's pictures in their order, below the root in the header, and its content", async () => {
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

  test.each([
    ['ARTICLE', 'AID'],
    ['PRODUCT', 'PID'],
  ])('a row of %s has the mode of its own element, and rows with prices alone are marked', async (part, id) => {
    const row = (mode: string, more = '') =>
      `<${part}${mode}><SUPPLIER_${id} type="own">\n K1 </SUPPLIER_${id}>${more}</${part}>`;
    const reference = `<${part}_REFERENCE type="others" mode="delete"><${part}_ID_TO>K2</${part}_ID_TO></${part}_REFERENCE>`;
    const rows = row(' mode="delete"') + row('', reference) + row(' mode=" New "') + row(' mode=""');
    const { records } = await read(catalogue('T_UPDATE_PRODUCTS', rows));
    expect(records.map(({ fields, isPriceOnly }) => [fields.key, fields.mode, isPriceOnly])).toEqual([
      ['K1', 'delete', undefined],
      ['K1', undefined, undefined],
      ['K1', 'New', undefined],
      ['K1', undefined, undefined],
    ]);
    const amounts = `<${part}_PRICE_DETAILS>${price(part, 'gros_list', '7')}</${part}_PRICE_DETAILS>`;
    const prices = await read(catalogue('T_UPDATE_PRICES', row(' mode="update"', amounts)));
    expect([prices.facts.isUpdate, prices.records[0]?.isPriceOnly, prices.records[0]?.fields.price]).toEqual([
      true,
      true,
      '7.00 EUR',
    ]);
  });

  test('an article with more than 20,000 elements is refused', async () => {
    const part = (elements: number) =>
      `<ARTICLE><SUPPLIER_AID>K1</SUPPLIER_AID>${'<KEYWORD/>'.repeat(elements)}</ARTICLE>`;
    expect(await fieldsOf(catalogue('T_NEW_CATALOG', part(19_998)))).toMatchObject([{ key: 'K1' }]);
    expect(await refused(catalogue('T_NEW_CATALOG', part(19_999)))).toContain('more than 20000 elements');
  });

  test('declarations in the document type and unknown transactions are refused', async () => {
    expect(await refused(catalogue('T_NEW_CATALOG', '', '<!DOCTYPE BMECAT [<!ENTITY a "b">]>'))).toContain('DOCTYPE');
    expect(await refused(catalogue('T_DELETE_ALL', ''))).toContain('T_DELETE_ALL is not known');
  });
});
