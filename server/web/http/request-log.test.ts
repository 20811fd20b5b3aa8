import express, { type RequestHandler } from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { type CacheOutcome, createLog, type Outcome, type RequestNotes, withNotes } from './log.js';
import { type CountedRequest, requestLog, serverTiming } from './request-log.js';

/** Returns line and count of one request that `answer` answers. */
async function logged(
  answer: RequestHandler,
  clock = new ManualClock(),
): Promise<{ line: Record<string, unknown>; counted: CountedRequest }> {
  const lines: Record<string, unknown>[] = [];
  const counts: CountedRequest[] = [];
  const app = express();
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  app.use(
    requestLog({
      log,
      metrics: { request: (counted) => void counts.push(counted) },
      timeoutMs: 60_000,
      tracing: null,
      clock,
    }),
  );
  app.use(answer);
  await supertest(app)
    .get('/secret?plate=AB')
    .catch(() => {});
  const [[line], [counted]] = [lines, counts];
  if (!line || !counted || lines.length > 1) throw new Error(`${lines.length} lines`);
  return { line, counted };
}
const obtained = (notes: RequestNotes, ...outcomes: (CacheOutcome | 'failed')[]): void => {
  for (const outcome of outcomes) notes.upstream.push({ operation: 'offers', outcome, ms: 1 });
};

test.each([
  [['hit', 'stale', 'hit'], 'stale'],
  [['stale', 'miss', 'hit'], 'miss'],
  [['miss', 'failed'], 'failed'],
  [['hit', 'bypass'], 'hit'],
  [['bypass'], 'bypass'],
  [[], 'bypass'],
] as const)('of the responses %j the slowest counts: %s', async (outcomes, cache) => {
  const { line, counted } = await logged((request, response) => {
    obtained(request.notes, ...outcomes);
    response.send('ok');
  });
  expect([line.cache, counted.cache, line.page]).toEqual([cache, cache, undefined]);
});

test('a line has route, method, status and error, and never the address', async () => {
  const { line, counted } = await logged((request, response) => {
    Object.assign(request.notes, { route: 'article___de-DE', page: 'hit', errorCode: 'upstream', causedBy: 'OTHER' });
    obtained(request.notes, 'miss');
    response.status(502).send('broken');
  });
  expect(line).toMatchObject({ event: 'request', route: 'article___de-DE', method: 'GET', status: 502 });
  expect(line).toMatchObject({ cache: 'miss', page: 'hit', errorCode: 'upstream', causedBy: 'OTHER' });
  expect(line).not.toHaveProperty('aborted');
  expect(JSON.stringify(line)).not.toMatch(/secret|plate|127\.0\.0\.1/);
  // The outcome of the page cache has precedence.
  expect(counted).toMatchObject({ route: 'article___de-DE', status: 502, cache: 'hit', isAborted: false });
  expect(counted.seconds * 1000).toBeCloseTo(Number(line.ms), 0);
});

test('a client that leaves before the end is distinguished', async () => {
  const { line, counted } = await logged((_request, response) => void response.destroy());
  expect([line.aborted, counted.isAborted]).toEqual([true, true]);
});

test('a request waits for the marketplace as long as configured, and is timed', async () => {
  const clock = new ManualClock();
  await clock.advance(7);
  let deadline = 0;
  const { line, counted } = await logged(async (request, response) => {
    ({ deadline } = request.notes);
    await clock.advance(1234.56);
    response.send('ok');
  }, clock);
  expect([deadline, line.ms, counted.seconds]).toEqual([60_007, 1234.6, expect.closeTo(1.23456)]);
});

test.each([
  [null, [], ''],
  [null, ['hit', 'miss'], ', cache;desc=miss'],
  ['hit', [], ', cache;desc=hit'],
  ['stale', ['miss'], ', cache;desc=stale'],
  ['miss', ['hit'], ', cache;desc=miss, data;desc=hit'],
  ['miss', [], ', cache;desc=miss'],
] as const)(
  'a page that was %s, of responses %j, says so in Server-Timing',
  (page: Outcome | null, outcomes, expected) => {
    withNotes(Number.POSITIVE_INFINITY, null, (notes) => {
      notes.page = page;
      obtained(notes, ...outcomes);
      expect(serverTiming(notes)).toBe(`rid;desc="${notes.id.slice(0, 9)}"${expected}`);
    });
  },
);
