import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Portals, startPortal } from '../../../test/doubles/portals.js';
import { report } from '../../../test/fixtures/views/portal.js';

let portal: Portals;
beforeAll(async () => {
  portal = await startPortal('merchants', {});
});
beforeEach(() => {
  portal.sent.length = 0;
  const clean = { ...report, rows: 2, rejected: 0 };
  const who = { shop: { id: '7', name: 'Nordteile' }, scopes: ['offers' as const], token: 'f00d', expiresAt: null };
  Object.assign(portal.answers, { merchant: who, merchantImport: { id: 'import-1' }, merchantReport: clean });
});
afterAll(() => portal.stop());

const good = (key: string) => ({ key, price: 1.5 });
const bad = { key: 'X', price: 'much' };
const reasonOfBad = { field: 'price', value: 'much', message: 'ist keine Zahl', outcome: 'rejected' };
const row = { line: 3, field: 'brand', value: 'x', reason: 'is missing', outcome: 'rejected' };
const send = (offers: unknown, mode: unknown = 'partial', query = '') =>
  portal.request('POST', `/api/v1/offers${query}`).set('authorization', 'Bearer tok_1').send({ mode, offers });
const sent = () => portal.bodies('merchantImport').at(-1);

test('sound offers of a batch are imported, and the others counted by their place', async () => {
  portal.answers.merchantReport = { ...report, rows: 2, rejected: 1, rejectedRows: [row] };
  const { status, body } = await send([bad, good('A'), bad, good('B')], 'partial', '?dryRun=1');
  expect(sent()).toEqual({ mode: 'partial', isDryRun: true, source: 'batch', offers: [good('A'), good('B')] });
  expect([status, body.status, body.rows, body.rejected]).toEqual([200, 'completed_with_errors', 4, 3]);
  // The import's third line is the second sound offer, the fourth of the batch.
  expect(body.rejectedRows).toMatchObject([
    { ...reasonOfBad, line: 2, index: 0, key: 'X' },
    { ...reasonOfBad, line: 4, index: 2, key: 'X' },
    { line: 5, index: 3, key: 'B', field: 'brand', message: 'fehlt' },
  ]);
});

test('a whole list with a row that is no offer removes none', async () => {
  await send([good('A'), bad], 'full');
  expect(sent()?.mode).toBe('update');
  await send([good('A')], 'full');
  expect(sent()?.mode).toBe('full');
  await send([good('A'), bad], 'partial');
  expect(sent()?.mode).toBe('partial');
});

test.each([
  ['completed', [good('A')], 200, 'completed'],
  ['refused', [good('A'), bad], 422, 'refused'],
  ['completed_with_errors', [good('A')], 200, 'completed_with_errors'],
  ['held', [good('A')], 202, 'held'],
] as const)('a batch whose import is %s', async (status, offers, answered, shown) => {
  portal.answers.merchantReport = { ...report, status };
  const answer = await send(offers);
  expect([answer.status, answer.body.status]).toEqual([answered, shown]);
});

test('a batch that fails can be repeated, and one without an offer is refused', async () => {
  portal.answers.merchantReport = { ...report, status: 'failed' };
  expect((await send([good('A')])).body.code).toBe('unavailable');
  const refused = await send(Array(201).fill(bad));
  expect([refused.status, refused.body.code, refused.body.rows.length]).toEqual([422, 'row_rejected', 200]);
  expect(refused.body.rows[1]).toMatchObject({ ...reasonOfBad, line: 3 });
});

test('a batch has a mode, and 1 to 500 offers', async () => {
  const offers = (count: number) => Array.from({ length: count }, (_, at) => good(`K${at}`));
  for (const refused of [await send([]), await send(offers(501)), await send([good('A')], 'all'), await send('x')])
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid']);
  expect((await send([good('A')], null)).body.detail).toContain('mode');
  expect((await send(offers(500))).status).toBe(200);
});

test('while too many imports run, a change is refused at once, and reads go on', async () => {
  const { gate } = portal;
  while (!gate.isFull()) void gate.enter('person');
  try {
    const refused = await send([good('A')]);
    expect([refused.status, refused.body.code, sent()]).toEqual([503, 'busy', undefined]);
    const read = await portal.request('GET', '/api/v1/shop').set('authorization', 'Bearer tok_1');
    expect(read.status).toBe(200);
  } finally {
    while (gate.busy > 0) gate.leave(1);
  }
  expect((await send([good('A')])).status).toBe(200);
});
