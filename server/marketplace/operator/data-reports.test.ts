import { expect, test } from 'vitest';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import { reportDataError } from '../data-reports/report-data-error.js';

const { operate, report, rows, service } = operatorFolder();
const send = (more: object = {}) =>
  service().call('/api/Datenfehler', {
    body: { articleId: '1001', article: 'Brand 1 DISC-1', reason: 'measure', text: 'Ø 288, nicht 280', ...more },
  });

test('reports of errors are listed and closed, and a repeated report is stored once', async () => {
  expect((await operate('report', 'data')).output).toBe('There are no open reports.');
  expect((await operate('report', 'data', '--all')).output).toBe('There are no reports.');
  const first = (await send()).body.number;
  expect((await send()).body.number).toBe(first);
  const second = (await send({ reason: 'fit', text: 'Passt nicht\u001b[2J zum\nGolf', modelId: 'm7' })).body.number;
  expect([first, second]).toEqual([expect.stringMatching(/^D-[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}$/), expect.any(String)]);
  const { output } = await operate('report', 'data');
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/D-.* open +Brand 1 DISC-1 .*de-DE +measure +Ø 288, nicht 280$/),
    expect.stringMatching(/vehicle m7 +de-DE +fit +Passt nicht \[2J zum Golf$/),
  ]);
  expect((await report()).dataReports).toEqual({ received: 2, open: 2 });
  expect((await operate('report')).output).toContain('2 reported, 2 open');
  expect(await operate('report', 'data', '--handled', first.toLowerCase())).toEqual({
    code: 0,
    output: `${first.toLowerCase()} is dealt with.`,
  });
  expect((await report()).dataReports).toEqual({ received: 2, open: 1 });
  const open = JSON.parse((await operate('report', 'data', '--json')).output);
  expect(open).toEqual([expect.objectContaining({ number: second, articleId: 1001, modelId: 'm7', reason: 'fit' })]);
  const all = async () => (await operate('report', 'data', '--all')).output;
  expect(await all()).toMatch(/handled \d{4}-.*open/s);
  await rows(`update data_report set created_at = '2026-01-01' where id = '${second}'`);
  expect(await all()).toMatch(/open.*handled \d{4}-/s);
  expect(await operate('report', 'data', '--handled', 'D-0')).toEqual({ code: 1, output: 'There is no report D-0.' });
  for (const wrong of [
    ['report', 'dato'],
    ['report', '--all'],
    ['report', '--handled', first],
  ])
    expect((await operate(...wrong)).code).toBe(2);
});

test('invalid reports are refused, and a valid one reaches receivers and table', async () => {
  for (const wrong of [{ text: 'x' }, { text: 'x'.repeat(1001) }, { reason: 'mood' }, { articleId: 'a' }])
    expect((await send(wrong)).status).toBe(400);
  expect(await rows('select * from data_report')).toEqual([]);
  const db = await service().state.open();
  const body = { articleId: '1001', article: 'Brand 1 DISC-1', text: 'Das Bild ist ein anderes.' };
  const wish = { ...body, reason: 'picture', locale: 'fr-FR', country: 'FR' } as const;
  const now = new Date('2026-11-22T12:00:00Z');
  const { number } = await reportDataError(db, wish, ['ops', 'data'], now);
  await reportDataError(db, wish, ['ops', 'data'], now);
  const messages = await rows('select target, type, body from outbox order by target');
  expect(messages.map(({ target, type }) => [target, type])).toEqual([
    ['data', 'data.reported'],
    ['ops', 'data.reported'],
  ]);
  expect(JSON.parse(String(messages[0]?.body))).toEqual({
    type: 'data.reported',
    timestamp: now.toISOString(),
    data: { number, ...body, reason: 'picture', modelId: null, locale: 'fr-FR' },
  });
  expect((await reportDataError(db, { ...wish, modelId: 'm7' }, [], now)).number).not.toBe(number);
  await db.destroy();
});

test('the marketplace accepts a limited number of reports per day', async () => {
  const db = await service().state.open();
  const now = dateOf(testClock);
  const say = (text: string) =>
    reportDataError(
      db,
      { articleId: '1', article: 'A 1', reason: 'other', text, locale: 'de-DE', country: 'DE' },
      [],
      now,
    );
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    id: `D-${index}`,
    created_at: now.toISOString(),
    product_id: 1,
    article: 'A 1',
    reason: 'other' as const,
    text: 'Text',
    model_id: null,
    locale: 'de-DE',
    handled_at: null,
  }));
  for (let at = 0; at < rows.length; at += 200)
    await db
      .insertInto('data_report')
      .values(rows.slice(at, at + 200))
      .execute();
  await expect(say('Eine zu viel')).rejects.toMatchObject({ code: 'too_many' });
  const created_at = new Date(now.getTime() - 86_400_000).toISOString();
  await db.updateTable('data_report').set({ created_at }).where('id', '=', 'D-0').execute();
  expect((await say('Wieder eine')).number).toMatch(/^D-/);
  await db.destroy();
});
