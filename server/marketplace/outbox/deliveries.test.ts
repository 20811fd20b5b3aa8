import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startMailServer } from '../../../test/doubles/mail-server.js';
import { type FeedHost, startFeedHost } from '../../../test/fixtures/marketplace/feeds/feed-host.js';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { createDeliveries } from './deliver.js';
import { listOutbox, putEvent, resendDead } from './outbox.js';
import { openTransport, smtpSender } from './smtp.js';

/** A delivery may change only its own message. */
let host: FeedHost;
let room: FeedRoom;
let clock: ManualClock;
beforeAll(async () => {
  host = await startFeedHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  room = await openFeedRoom();
  clock = new ManualClock();
  host.asked = [];
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await room.stop();
});

const secrets = [`whsec_${Buffer.alloc(32).toString('base64')}`];
const webhooks = () => ['ops', 'other'].map((name) => ({ name, address: `${host.origin}/${name}`, secrets }));
const expired = { feed: 'a', shop: 'A', kind: 'offers', mode: 'full', succeededAt: null };
const put = (feed: string, ...targets: string[]) =>
  putEvent(room.db, targets, { type: 'offers.expired', data: { ...expired, feed } }, dateOf(clock));
const begin = async () => {
  const deliveries = createDeliveries();
  await deliveries.begin(webhooks(), { ...room.needs, clock, signal: new AbortController().signal });
  return deliveries;
};
const deliver = async () => (await begin()).idle();
const states = async () =>
  (
    await room.db
      .selectFrom('outbox')
      .select(['target', 'state', 'answer'])
      .orderBy('target')
      .orderBy('answer')
      .execute()
  ).map(({ target, state, answer }) => `${target} ${state} ${answer}`);

test('the outcome of a message is noted for it alone, also among receivers of one event', async () => {
  host.answers['/ops'] = (response) => response.end();
  host.answers['/other'] = (response) => response.writeHead(500).end();
  await put('a', 'ops', 'other');
  await deliver();
  expect(await states()).toEqual(['ops delivered 200', 'other waiting 500']);
  await clock.advance(1000);
  await put('b', 'ops');
  host.answers['/ops'] = (response) => response.writeHead(503).end();
  await deliver();
  expect(await states()).toEqual(['ops delivered 200', 'ops waiting 503', 'other waiting 500']);
});

test('a receiver that is switched off loses its waiting messages, and nobody else does', async () => {
  host.answers['/ops'] = (response) => response.end();
  host.answers['/other'] = (response) => response.writeHead(500).end();
  await put('a', 'ops', 'other');
  await deliver();
  await clock.advance(1000);
  host.answers['/ops'] = (response) => response.writeHead(410).end();
  await put('b', 'ops');
  await deliver();
  expect(await states()).toEqual(['ops delivered 200', 'ops dead 410', 'other waiting 500']);
  expect(await resendDead(room.db, dateOf(clock))).toBe(1);
  const resent = await room.db.selectFrom('outbox').select(['state', 'attempts']).where('answer', '=', '410').execute();
  expect(resent).toEqual([{ state: 'waiting', attempts: 0 }]);
  expect(await states()).toEqual(['ops delivered 200', 'ops waiting 410', 'other waiting 500']);
});

test('a message waits for its whole pause, also where chance makes it long', async () => {
  host.answers['/ops'] = (response) => response.writeHead(500).end();
  await put('a', 'ops');
  const needs = { ...room.needs, clock, random: () => 0.999, signal: new AbortController().signal };
  const attempt = async () => {
    const deliveries = createDeliveries();
    await deliveries.begin(webhooks(), needs);
    await deliveries.idle();
    return host.asked.length;
  };
  expect([await attempt(), await attempt()]).toEqual([1, 1]);
  await clock.advance(32_993);
  expect(await attempt()).toBe(1);
  await clock.advance(1);
  expect(await attempt()).toBe(2);
});

test('a receiver has ten seconds to answer', async () => {
  host.answers['/ops'] = () => {};
  await put('a', 'ops');
  const deliveries = await begin();
  await until('it is asked', () => host.asked.length === 1);
  await clock.advance(9999);
  expect(await states()).toEqual(['ops waiting null']);
  await clock.advance(1);
  await deliveries.idle();
  expect(await states()).toEqual(['ops waiting time']);
});

test('messages that wait the longest are sent first, and dead ones and the latest are listed first', async () => {
  for (const n of [5, 1, 2, 3, 4]) {
    const at = new Date(clock.now() + n * 1000).toISOString();
    const row = { id: `msg_${n}`, target: 'ops', type: 'offers.expired', body: '{}', created_at: at, next_at: at };
    await room.db.insertInto('outbox').values(row).execute();
  }
  await clock.advance(5000);
  // No index may decide the order.
  await sql`drop index outbox_waiting`.execute(room.db);
  host.answers['/ops'] = (response) => response.writeHead(204).end();
  await deliver();
  expect(host.asked.map(({ headers }) => headers['webhook-id']).at(-1)).toBe('msg_5');
  await room.db.updateTable('outbox').set({ state: 'dead' }).where('id', 'in', ['msg_2', 'msg_3']).execute();
  expect((await listOutbox(room.db, 4)).map(({ id }) => id)).toEqual(['msg_3', 'msg_2', 'msg_5', 'msg_4']);
});

const mail = { from: { name: 'Nest', address: 'shop@nest.example' }, to: 'a@nest.example', subject: 'S', text: 'T' };

test('the mail server gets the user and the password of its address as they were before they were encoded', async () => {
  const server = await startMailServer();
  const sendMail = smtpSender(server.url.replace('//', '//us%40er:p%25w%2Fd@'));
  expect(await sendMail('mail_1', mail)).toEqual({ status: 250, answer: '250' });
  expect([server.logins, server.mails.length]).toEqual([['\0us@er\0p%w/d'], 1]);
  await server.stop();
});

test('a refused login says nothing about the mail, which is sent again', async () => {
  const server = await startMailServer();
  server.loginAnswer = '535 no';
  const sendMail = smtpSender(server.url.replace('//', '//user:wrong@'));
  expect(await sendMail('mail_1', mail)).toEqual({ status: 0, answer: '535' });
  await server.stop();
});

test.each([
  ['smtp://mail.nest.example', { host: 'mail.nest.example', port: 587, secure: false, requireTLS: true }],
  ['smtps://mail.nest.example', { host: 'mail.nest.example', port: 465, secure: true, requireTLS: false }],
  ['smtp://mail.nest.example:2525', { port: 2525, requireTLS: true }],
  ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: 25, requireTLS: false }],
  ['smtp://[2001:db8::1]', { host: '2001:db8::1', port: 587, requireTLS: true }],
])('mails to %s are sent with %j', async (address, options) => {
  expect((await openTransport(address)).options).toMatchObject(options);
});
