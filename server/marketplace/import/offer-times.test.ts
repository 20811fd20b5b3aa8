import { describe, expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { parseTime } from './reading/times.js';

const { importFile, importTable, served } = importFolder();
const day = 24 * 3600_000;
const on = (days: number): string => new Date(testClock.now() + days * day).toISOString().slice(0, 10);

describe('times in feeds', () => {
  test.each([
    ['2026-12-24', '2026-12-24T00:00:00.000Z', '2026-12-24T23:59:59.999Z'],
    ['24.12.2026', '2026-12-24T00:00:00.000Z', '2026-12-24T23:59:59.999Z'],
    ['2016-02-24T11:07+0100', '2016-02-24T10:07:00.000Z', '2016-02-24T10:07:00.000Z'],
    ['2016-02-24T11:07:30-03:30', '2016-02-24T14:37:30.000Z', '2016-02-24T14:37:30.000Z'],
    ['2001-07-31T00:00:00Z', '2001-07-31T00:00:00.000Z', '2001-07-31T00:00:00.000Z'],
    ['2024-02-29 08:00', '2024-02-29T08:00:00.000Z', '2024-02-29T08:00:00.000Z'],
    ['2026-12-24T24:00:00Z', '2026-12-25T00:00:00.000Z', '2026-12-25T00:00:00.000Z'],
    ['1971-01-01', '1971-01-01T00:00:00.000Z', '1971-01-01T23:59:59.999Z'],
  ])('%s', (text, start, end) => {
    const reported = [parseTime(text), parseTime(text, true)].map((time) => new Date(Number(time)).toISOString());
    expect(reported).toEqual([start, end]);
  });
  test.each([
    ...['', 'soon', '2026-02-30', '2026-13-01', '1.2', '2026-01-01T25:00', '12/24/2026', '2026-1-1'],
    // Hour 24 is valid as midnight only.
    ...['2026-01-01T24:59', '2026-01-01T24:00:01'],
  ])('%j is no time', (text) => expect(parseTime(text)).toBeNull());
  test.each(['0001-01-01', '0001-01-01T00:00:00Z', '01.01.0001', '1899-12-30', '1900-01-01', '1970-01-01'])(
    'the early date %s, which programs write for "no time", is valid as a beginning and invalid as an end',
    (text) => {
      expect(parseTime(text, true)).toBeNull();
      expect(parseTime(text)).toBeLessThan(Date.UTC(1970, 0, 2));
    },
  );
});

describe('times of offers and prices', () => {
  const price = (shop: number, key: string) =>
    served(`select price from offer where shop_id = ${shop} and key = '${key}'`)?.price ?? null;

  test('an import obeys the dates of a table, also of a reduced price', async () => {
    const head =
      'shop;key;brand;number;price;sale_price;sale_price_effective_date;price_to;expiration_date;availability_date';
    const row = (key: string, ...more: string[]) => ['Gamma', key, 'Brand 1', 'PAD1', '20,00', ...more].join(';');
    const summary = await importTable(
      'offers',
      head,
      row('now', '15,00', `${on(-1)}T00:00+0100/${on(1)}T23:00+0100`, on(0), on(0), on(-2)),
      row('before', '15,00', `${on(2)}/${on(3)}`, '', '', ''),
      row('after', '15,00', `${on(-3)}/${on(-2)}`, '', '', ''),
      row('unclear', '15,00', 'next week', '', '', ''),
      row('dear', '', 'never reduced', '', '', ''),
      row('old', '', '', on(-1), '', ''),
      row('ended', '', '', '', on(-1), ''),
      row('later', '', '', '', '', on(2)),
      row('odd', '', '', 'tomorrow', '', ''),
      row('undated', '', '', '', '1900-01-01', ''),
      row('backwards', '15,00', `${on(3)}/${on(2)}`, '', '', ''),
      row('since', '', '', '', '', '0001-01-01'),
    );
    expect(summary).toMatchObject({ rows: 12, rejected: 4, leftOut: 3 });
    expect(summary.reasons).toEqual({
      'price_to is when the price ceased to be good': 1,
      'expiration_date is when the offer ended': 1,
      'availability_date is when it can be sold': 1,
      'sale_price_effective_date is not two dates with / between them': 1,
      'sale_price_effective_date ends before it begins': 1,
      'price_to is no date': 1,
      'expiration_date is no date': 1,
    });
    const keys = ['now', 'before', 'after', 'dear', 'since', 'old', 'ended', 'later', 'unclear', 'odd', 'backwards'];
    expect(keys.map((key) => price(3, key))).toEqual([1500, 2000, 2000, 2000, 2000, ...Array(6).fill(null)]);
  });

  const made = '<DATETIME type="generation_date"><DATE>2001-07-31</DATE><TIME>10:00:00</TIME></DATETIME>';
  const agreed = '<DATETIME type="agreement_end_date"><DATE>2001-12-31</DATE></DATETIME>';
  const logo = '<MIME><MIME_TYPE>image/gif</MIME_TYPE><MIME_SOURCE>logo.gif</MIME_SOURCE></MIME>';
  const header = `<HEADER><CATALOG><CATALOG_ID>1</CATALOG_ID>${made}<CURRENCY>EUR</CURRENCY></CATALOG>
    <AGREEMENT><AGREEMENT_ID>1</AGREEMENT_ID>${agreed}</AGREEMENT><SUPPLIER><MIME_INFO>${logo}</MIME_INFO></SUPPLIER></HEADER>`;
  const catalogue = (transaction: string, ...details: string[]) =>
    `<BMECAT version="1.2">${header}<${transaction}>${details
      .map(
        (each, index) =>
          `<ARTICLE><SUPPLIER_AID>k${index}</SUPPLIER_AID><MANUFACTURER_AID>PAD1</MANUFACTURER_AID><MANUFACTURER_NAME>Brand 1</MANUFACTURER_NAME>${each}</ARTICLE>`,
      )
      .join('')}</${transaction}></BMECAT>`;
  const moment = (type: string, date: string) =>
    date &&
    `<DATETIME type="valid_${type}_date"><DATE>${date}</DATE><TIME>00:00:00</TIME><TIMEZONE>Z</TIMEZONE></DATETIME>`;
  const details = (from: string, to: string, ...amounts: string[]) =>
    `<ARTICLE_PRICE_DETAILS>${moment('start', from)}${moment('end', to)}${amounts
      .map((amount) => `<ARTICLE_PRICE price_type="gros_list"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT></ARTICLE_PRICE>`)
      .join('')}</ARTICLE_PRICE_DETAILS>`;

  test('BMEcat: the price that is valid now counts; an offer without one is reported and removed', async () => {
    const whole = catalogue(
      'T_NEW_CATALOG',
      details('2001-01-01', '2001-07-31', '11') + details(on(-5), on(5), '12') + details(on(6), '', '13'),
      details('', '', '21'),
      details('2001-01-01', '2001-07-31', '31', '32'),
      details(on(3), '', '41'),
      `<ARTICLE_PRICE_DETAILS><VALID_END_DATE>${on(0)}</VALID_END_DATE><ARTICLE_PRICE price_type="gros_list"><PRICE_AMOUNT>51</PRICE_AMOUNT></ARTICLE_PRICE></ARTICLE_PRICE_DETAILS>`,
      details('at some time', '', '61'),
    );
    const summary = await importFile('offers', whole, { shop: 'Gamma' });
    const keys = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'];
    expect(keys.map((key) => price(3, key))).toEqual([1200, 2100, null, null, 5100, null]);
    expect(summary).toMatchObject({ rejected: 1, leftOut: 2 });
    expect(summary.reasons).toEqual({
      'price_to is when the price ceased to be good': 1,
      'price_from is when the price begins to be good': 1,
      'price_from is no date': 1,
    });
    // An update: a later price keeps the current one, and a price that has ended removes the offer.
    const update = catalogue('T_UPDATE_PRICES', details(on(2), '', '9'), details('', on(-2), '9'));
    const { changes } = await importFile('offers', update, { shop: 'Gamma' });
    expect([changes.removed, price(3, 'k0'), price(3, 'k1'), price(3, 'k4')]).toEqual([1, 1200, null, 5100]);
    const coming = () =>
      served(`select json_group_array(json_array(date(at / 1000, 'unixepoch'), offer_change.price) order by at) as changes from offer_change
        join offer on offer.id = offer_id and key = 'k0'`)?.changes;
    // The current price ended on the sixth day. The new price begins earlier and has no end.
    expect(coming()).toBe(JSON.stringify([[on(2), 900]]));
    const alone = await importFile('offers', catalogue('T_UPDATE_PRICES', details(on(3), on(4), '8')), {
      shop: 'Gamma',
    });
    expect([alone.outcome, alone.changes.changed, price(3, 'k0')]).toEqual(['active', 1, 1200]);
    // The midnight of `on(4)` has an hour, so the price ends one millisecond later.
    expect(coming()).toBe(
      JSON.stringify([
        [on(2), 900],
        [on(3), 800],
        [on(4), null],
      ]),
    );
    // A price that begins at the same time replaces the known one.
    const replaced = catalogue('T_UPDATE_PRICES', details(on(3), '', '7'));
    const outcomes: string[] = [];
    for (const _ of [1, 2]) outcomes.push((await importFile('offers', replaced, { shop: 'Gamma' })).outcome);
    expect(outcomes).toEqual(['active', 'unchanged']);
    expect(coming()).toBe(
      JSON.stringify([
        [on(2), 900],
        [on(3), 700],
      ]),
    );
    const unknown = await importFile(
      'offers',
      catalogue('T_UPDATE_PRICES', '', '', '', '', '', '', details(on(3), '', '8')),
      {
        shop: 'Gamma',
      },
    );
    expect(unknown.outcome).toBe('refused');
  });

  test('BMEcat: an unusable price does not replace a price in euros that has ended', async () => {
    const sold = (to: string) => details('', to, '12');
    const dollars = details('', '', '15').replace('</PRICE_AMOUNT>', '$&<PRICE_CURRENCY>USD</PRICE_CURRENCY>');
    const untaxed = details('', '', '10').replace('gros_list', 'net_customer');
    const of = (to: string) => catalogue('T_NEW_CATALOG', sold(to) + dollars, untaxed + sold(to), dollars, untaxed);
    const keys = ['k0', 'k1', 'k2', 'k3'];
    const now = await importFile('offers', of(on(2)), { shop: 'Gamma' });
    expect([now.rejected, ...keys.map((key) => price(3, key))]).toEqual([2, 1200, 1200, null, null]);
    const later = await importFile('offers', of(on(-2)), { shop: 'Gamma' });
    expect([later.rejected, later.leftOut, ...keys.map((key) => price(3, key))]).toEqual([
      2,
      2,
      null,
      null,
      null,
      null,
    ]);
    expect(later.reasons).toMatchObject({ 'price_to is when the price ceased to be good': 2 });
  });
});
