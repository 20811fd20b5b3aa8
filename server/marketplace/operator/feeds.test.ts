import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JsonServer, startJsonServer } from '../../../test/doubles/json-server.js';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { type FeedsCommand, feedsCommand } from './feeds.js';

let room: FeedRoom;
let host: JsonServer;
beforeAll(async () => {
  room = await openFeedRoom();
  host = await startJsonServer({});
  const feeds = ['alpha', 'beta'].map((name, index) => ({
    ...{ name, shop: String(index + 1), address: `${host.origin}/${name}`, every: 60 },
  }));
  writeFileSync(join(room.dataDir, 'shop.json'), JSON.stringify({ feeds }));
});
afterAll(async () => {
  await host.stop();
  await room.stop();
});

/** Runs the feed once. @returns what the operator reads */
async function run(wish: object): Promise<string[]> {
  host.responses['/alpha'] = wish;
  return operate(['run', 'alpha']);
}
async function operate(words: string[], more: Partial<FeedsCommand> = {}): Promise<string[]> {
  const lines: string[] = [];
  const { dataDir, databaseUrl, needs } = room;
  const { clock, importProgram } = needs;
  const place = { dataDir, databaseUrl, clock, importProgram, isLoopbackAllowed: true, environment: {} };
  const command = { ...place, words, shop: null, ...more, say: (line: string) => void lines.push(line) };
  await feedsCommand(command as unknown as FeedsCommand).catch((error: Error) => lines.push(`! ${error.message}`));
  return lines;
}
const report = expect.stringMatching(/^Report: imports\/\S+\.summary\.json$/);

test('a feed that the operator runs shows its counts, its first reasons and its report', async () => {
  const reasons = { 'price is no number': 4, 'stock is missing': 2, 'key is missing': 1, 'gtin is too short': 1 };
  expect(await run({ rows: 40, rejected: 8, leftOut: 3, reasons })).toEqual([
    'alpha: completed_with_errors, 40 rows: 8 rejected, 3 left out, 0 held.',
    '  4 × price is no number',
    '  2 × stock is missing',
    '  1 × key is missing',
    report,
  ]);
  // The same file again is imported again.
  expect((await run({ rows: 2 }))[0]).toBe('alpha: completed, 2 rows: 0 rejected, 0 left out, 0 held.');
  expect((await run({ rows: 2 }))[0]).toBe('alpha: completed, 2 rows: 0 rejected, 0 left out, 0 held.');
});

test('a feed that is refused or held says so, and only a refused one is an error', async () => {
  expect(await run({ outcome: 'refused', refusal: 'Too many errors.', rows: 9, rejected: 9 })).toEqual([
    'alpha: refused, 9 rows: 9 rejected, 0 left out, 0 held.',
    report,
    '! Nothing was imported: Too many errors.',
  ]);
  expect(await operate(['run', 'beta'])).toEqual([
    'beta: failed, 0 rows: 0 rejected, 0 left out, 0 held.',
    '! Nothing was imported: Its server answered 404.',
  ]);
  expect(await run({ outcome: 'held', refusal: 'Too many go.', held: 'h1', rows: 60 })).toEqual([
    'alpha: held, 60 rows: 0 rejected, 0 left out, 60 held.',
    report,
  ]);
});

test('the feeds of a shop are made due, and a list shows which are overdue and how many messages were given up', async () => {
  const { db } = room;
  const at = '2026-01-01T00:00:00.000Z';
  await db.deleteFrom('feed').execute();
  await db.deleteFrom('outbox').execute();
  const known = { settings: 'x', content: 'x', named_at: at, next_at: at };
  const succeeded_at = new Date(room.needs.clock.now() - 3_000_000).toISOString();
  await db
    .insertInto('feed')
    .values([
      { ...known, name: 'alpha', succeeded_at },
      { ...known, name: 'beta' },
    ])
    .execute();
  const message = {
    id: 'm',
    target: 'ops',
    type: 'x',
    body: '{}',
    created_at: at,
    next_at: null,
    state: 'dead',
  } as const;
  await db.insertInto('outbox').values(message).execute();
  const listed = (await operate(['list'])).join('\n');
  expect(listed).toMatch(/alpha .* queued .* 50 min /);
  expect(listed).toMatch(/beta .* queued, overdue .* never .* days /);
  expect(listed).toContain('0 messages wait, 1 were given up');
  const ages = [
    ['119 s', 119],
    ['2 min', 120],
    ['119 min', 7199],
    ['2 h', 7200],
    ['47 h', 172_799],
    ['2 days', 172_800],
  ] as const;
  for (const [words, seconds] of ages) {
    const since = new Date(room.needs.clock.now() - seconds * 1000 - 100).toISOString();
    await db.updateTable('feed').set({ succeeded_at: since, reason: 'late' }).where('name', '=', 'alpha').execute();
    const lines = await operate(['list']);
    expect(lines.join('\n')).toMatch(new RegExp(`alpha .* UTC +${words} .*\\nalpha: late\\n`, 's'));
  }
  expect(await operate(['again'], { shop: { name: '2' } as FeedsCommand['shop'] })).toEqual([
    '1 feeds are due, whatever is known of them.',
  ]);
  const rows = await db.selectFrom('feed').select(['name', 'content']).orderBy('name').execute();
  expect(rows).toEqual([
    { name: 'alpha', content: 'x' },
    { name: 'beta', content: null },
  ]);
});

test('the last fifty messages are listed, and dead ones are sent again', async () => {
  const { db } = room;
  await db.deleteFrom('outbox').execute();
  expect(await operate(['outbox'])).toEqual(['There are no messages.']);
  const at = (n: number) => new Date(n * 60_000).toISOString();
  const message = { target: 'ops', type: 'x', body: '{}', next_at: null, state: 'dead', answer: '500' } as const;
  const rows = Array.from({ length: 51 }, (_, n) => ({ ...message, id: `m-${n}`, created_at: at(n) }));
  await db.insertInto('outbox').values(rows).execute();
  const lines = (await operate(['outbox'])).join('').split('\n');
  expect([lines.length, lines[0], lines[49]]).toEqual([
    50,
    expect.stringMatching(/dead +ops +x +1970-01-01 00:50 UTC +0 +500 +m-50$/),
    expect.stringMatching(/m-1$/),
  ]);
  expect(await operate(['outbox'], { resend: true })).toEqual(['51 messages will be sent again.']);
});
