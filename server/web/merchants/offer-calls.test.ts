import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import type { MerchantReport } from '../../contract/merchants.js';
import type { MerchantCalls } from './merchant-calls.js';
import { putOffer } from './offer-calls.js';

test.each([
  ['runs', null, 'processing'],
  ['waits for the operator', '2026-11-22T10:00:00.000Z', 'held'],
])('a change that %s is answered with the address of its report', async (_, endedAt, status) => {
  const report = { id: 'import-1', endedAt, status, rejectedRows: [] } as unknown as MerchantReport;
  const calls = { send: async () => ({ id: report.id }), ended: async () => report } as unknown as MerchantCalls;
  const app = express();
  app.put('/offers/:key', express.json(), (asked, response) => putOffer(calls, asked, response, (reason) => reason));
  const answer = await request(app).put('/offers/A-1').send({ price: 12, stock: 1 });
  expect([answer.status, answer.headers.location, answer.body]).toEqual([202, '/api/v1/feeds/import-1', report]);
});

test.each([
  ['rejected', 'price', 422, 'row_rejected'],
  ['rejected', 'key', 422, 'row_rejected'],
  ['skipped', 'price', 200, undefined],
])('a change whose row the import has %s for its %s is answered %d', async (outcome, at, status, code) => {
  const row = { line: 1, field: at, value: '1', reason: 'is too low', outcome };
  const report = {
    id: 'import-1',
    endedAt: '2026-11-22T10:00:00.000Z',
    status: 'done',
    rejectedRows: [row],
    leftOut: 1,
  };
  const calls = {
    send: async () => ({ id: report.id }),
    ended: async () => report,
    offers: async () => ({ offers: [], next: null }),
  } as unknown as MerchantCalls;
  const app = express();
  app.put('/offers/:key', express.json(), (asked, response) => putOffer(calls, asked, response, (reason) => reason));
  const sendCode: express.ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(error.status).json({ code: error.code });
  const answer = await request(app.use(sendCode)).put('/offers/A-1').send({ price: 12, stock: 1 });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});
