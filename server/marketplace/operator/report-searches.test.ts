import { expect, test } from 'vitest';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';

const { operate, service } = operatorFolder();

const send = (day: string, ...counts: object[]) => service().call('/api/Suchzahlen', { body: { day, counts } });
const daysAgo = (days: number) => new Date(testClock.now() - days * 86_400_000).toISOString().slice(0, 10);
const today = daysAgo(0);
const count = (term: string, searches: number, withoutResults = 0, corrected = 0) => ({
  ...{ language: 'de', term, searches, withoutResults, corrected },
});

test('the report adds up searches over days and has nothing about visitors (D80)', async () => {
  expect((await operate('report', 'searches')).output).toContain('Most frequent\n  none');
  expect((await send(today, count('ölfilter', 20, 2, 2), count('varta', 7, 7))).body).toEqual({ taken: 2 });
  await send(today, count('ölfilter', 5, 0, 1), count('varta', 1, 1));
  await send(daysAgo(90), count('winterreifen', 6));
  await send(daysAgo(91), count('sommerreifen', 6));
  await send('2001-01-01', count('alt', 500));
  const { code, output } = await operate('report', 'searches', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(output).terms).toEqual([
    count('ölfilter', 25, 2, 3),
    count('varta', 8, 8),
    count('winterreifen', 6),
  ]);
  const text = (await operate('report', 'searches')).output;
  expect(text.replace(/ +/g, ' ').split('\n').slice(2)).toEqual([
    ...['Most frequent', ' 25 de ölfilter', ' 8 de varta', ' 6 de winterreifen', ''],
    ...['Found nothing', ' 8 de varta', ' 2 de ölfilter', ''],
    ...['Were corrected', ' 3 de ölfilter', ''],
  ]);
  expect((await operate('report', 'nothing')).code).toBe(2);
});

test('the report lists the fifty most frequent terms, and terms of one frequency by language', async () => {
  const terms = Array.from({ length: 50 }, (_, n) => count(`term ${n + 10}`, 99 - n));
  await send(today, ...terms, { ...count('aaa', 50), language: 'fr' });
  const lines = (await operate('report', 'searches')).output.replace(/ +/g, ' ').split('\n').slice(3, 54);
  expect([lines[0], lines[49], lines[50]]).toEqual([' 99 de term 10', ' 50 de term 59', '']);
});

test('invalid counts are refused, and nothing of them is stored', async () => {
  const refused = [count('', 5), count('x', 0), { ...count('x', 5), visitor: undefined, language: 'xx' }];
  for (const each of refused) expect((await send(today, count('gut', 5), each)).status).toBe(400);
  expect((await send('heute', count('gut', 5))).status).toBe(400);
  expect((await operate('report', 'searches')).output).not.toContain('gut');
});
