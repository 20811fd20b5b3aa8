import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import type { Visit } from '../render/page.js';
import { createReportDataError } from './report-data-error.js';

/** The reports that arrived. */
const sent: Record<string, unknown>[] = [];
const product = { id: '9', manufacturer: { name: 'Kelvo' }, articleNumber: 'K 1' };
const api = {
  async call(id: string, body: Record<string, unknown>) {
    if (id === 'article') return { product };
    sent.push(body);
    return { number: `D-${sent.length}` };
  },
};
const visitOf = (ip: string, body: object, query = ''): Visit =>
  ({ api, match: { params: {} }, request: { ip, body, originalUrl: `/a${query}` } }) as unknown as Visit;
const complete = { reason: 'fit', text: ' It does not fit. ' };

test('a report names the article and the vehicle of its page', async () => {
  const report = createReportDataError(new ManualClock());
  expect(await report(visitOf('192.0.2.1', complete, '?modelId=m7'))).toEqual({
    report: { step: 'receipt', number: 'D-1' },
    status: 200,
  });
  await report(visitOf('192.0.2.1', complete, '?modelId=../x'));
  const told = { articleId: '9', article: 'Kelvo K 1', reason: 'fit', text: 'It does not fit.' };
  expect(sent).toEqual([{ ...told, modelId: 'm7' }, told]);
});

test('each client reports five errors at once, and another one every ten minutes', async () => {
  const clock = new ManualClock();
  const report = createReportDataError(clock);
  const statusOf = async (ip: string, body = complete) => (await report(visitOf(ip, body))).status;
  const five = [1, 2, 3, 4, 5].map(() => statusOf('192.0.2.1'));
  expect(await Promise.all(five)).toEqual([200, 200, 200, 200, 200]);
  expect([await statusOf('192.0.2.1'), await statusOf('192.0.2.2')]).toEqual([429, 200]);
  // An incomplete form tells what it lacks and counts as no report.
  expect(await statusOf('192.0.2.1', { ...complete, text: 'x' })).toBe(400);
  await clock.advance(600_000);
  expect([await statusOf('192.0.2.1'), await statusOf('192.0.2.1')]).toEqual([200, 429]);
});
