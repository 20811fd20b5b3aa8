import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startMailServer } from '../../../test/doubles/mail-server.js';
import { type FeedHost, startFeedHost } from '../../../test/fixtures/marketplace/feeds/feed-host.js';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { dateOf } from '../../clock/clock.js';
import { eventSchema, eventTypes, shopEvent } from '../../contract/events.js';
import { createOutbound, openNet } from '../../outbound/outbound.js';
import { createDeliveries, pauseAfter } from './deliver.js';
import { countOutbox, listOutbox, putEvent, putMail, resendDead } from './outbox.js';
import { smtpSender } from './smtp.js';

const keys = [randomBytes(32), randomBytes(24)];
const secrets = keys.map((key) => `whsec_${key.toString('base64')}`);
let host: FeedHost;
let room: FeedRoom;
beforeAll(async () => {
  host = await startFeedHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  room = await openFeedRoom();
  host.asked = [];
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await room.stop();
});

const { signal } = new AbortController();
const targets = () => [{ name: 'ops', address: `${host.origin}/hook?key=CANARY`, secrets }];
const expired = { feed: 'a', shop: 'Müller & Söhne', kind: 'offers', mode: 'full', succeededAt: null };
const put = (more: Partial<typeof expired> = {}) =>
  putEvent(room.db, ['ops'], { type: 'offers.expired', data: { ...expired, ...more } }, dateOf(testClock));
/** Sends due messages. @returns the number of receivers */
async function deliverDue(...words: Parameters<ReturnType<typeof createDeliveries>['begin']>): Promise<number> {
  const deliveries = createDeliveries();
  const receivers = await deliveries.begin(...words);
  await deliveries.idle();
  return receivers;
}
const deliver = () => deliverDue(targets(), { ...room.needs, signal });
const rows = () => room.db.selectFrom('outbox').selectAll().execute();
const rowOf = (id: string) => room.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('each secret signs a message as Standard Webhooks defines', async () => {
  host.answers['/hook'] = (response) => response.writeHead(204).end();
  await put();
  await deliver();
  const { headers = {}, body = '' } = host.asked[0] ?? {};
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Partavo' });
  // An independent implementation: HMAC-SHA256 of id.timestamp.body, in base64.
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  expect(headers['webhook-signature']).toBe(expected.join(' '));
  expect(testClock.now() / 1000 - Number(headers['webhook-timestamp'])).toBeLessThan(2);
  expect(JSON.parse(body)).toEqual({
    type: 'offers.expired',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: expired,
  });
  expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 1, answer: '204', next_at: null, body }]);
  await deliver();
  expect(host.asked).toHaveLength(1);
});

test('a failed message is sent again after 30 s, 5 min, 30 min, 2 h, 8 h and 24 h with the same id, then never', async () => {
  host.answers['/hook'] = (response) => response.writeHead(500).end();
  await put();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    await deliver();
    const [row] = await rows();
    if (row?.next_at == null) break;
    const pause = Date.parse(row.next_at) - testClock.now();
    pauses.push(Math.round(pause / 1000));
    testClock.pass(pause - 500);
    expect(await deliver()).toBe(0);
    testClock.pass(1000);
  }
  expect(pauses).toEqual([30, 300, 1800, 7200, 28_800, 86_400]);
  expect(await rows()).toMatchObject([{ state: 'dead', attempts: 7, answer: '500' }]);
  expect(new Set(host.asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await countOutbox(room.db)).toEqual({ waiting: 0, dead: 1 });
  expect(await resendDead(room.db, dateOf(testClock))).toBe(1);
  host.answers['/hook'] = (response) => response.end();
  await deliver();
  expect(await rows()).toMatchObject([{ state: 'delivered' }]);
  expect(host.asked).toHaveLength(8);
});

test('a message of a day ahead is sent again once the clock is set back', async () => {
  const day = 86_400_000;
  host.answers['/hook'] = (response) => response.writeHead(500).end();
  testClock.pass(day);
  await put({ feed: 'tried' });
  await deliver();
  await put({ feed: 'untried' });
  testClock.pass(-day);
  host.answers['/hook'] = (response) => response.end();
  await deliver();
  expect((await rows()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test.each([
  [200, 'delivered'],
  [299, 'delivered'],
  [300, 'waiting'],
])('a message answered with %d is %s', async (status, state) => {
  host.answers['/hook'] = (response) => response.writeHead(status).end();
  await put({ feed: 'one' });
  await deliver();
  expect(await rows()).toMatchObject([{ state }]);
});

test('410 switches a receiver off with all its messages, until the operator sends again', async () => {
  host.answers['/hook'] = (response) => response.writeHead(410).end();
  for (let n = 0; n < 6; n++) await put({ feed: `feed-${n}` });
  await deliver();
  const tried = host.asked.length;
  expect((await listOutbox(room.db, 9)).map(({ state }) => state)).toEqual(Array(6).fill('dead'));
  await put({ feed: 'feed-7' });
  expect([(await rows()).length, await deliver(), host.asked.length]).toEqual([6, 0, tried]);
  host.answers['/hook'] = (response) => response.end();
  expect(await resendDead(room.db, dateOf(testClock))).toBe(6);
  await put({ feed: 'feed-8' });
  while ((await deliver()) > 0);
  expect((await rows()).map(({ state }) => state)).toEqual(Array(7).fill('delivered'));
});

test('a hanging receiver delays only itself, and mail and other receivers get their messages', async () => {
  const healthy: string[] = [];
  const mails: string[] = [];
  let hanging = 0;
  const outbound = {
    ...room.needs.outbound,
    async request(address: string, options: { body?: unknown; signal?: AbortSignal }) {
      if (!address.includes('hanging')) {
        healthy.push(String(options.body));
        return room.needs.outbound.request(`${host.origin}/hook`, { method: 'POST', signal });
      }
      hanging += 1;
      return new Promise<never>((_, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      });
    },
  } as typeof room.needs.outbound;
  host.answers['/hook'] = (response) => response.writeHead(204).end();
  const event = { type: 'offers.expired', data: expired } as const;
  for (let n = 0; n < 12; n += 1) await putEvent(room.db, ['hanging'], event, dateOf(testClock));
  for (let n = 0; n < 6; n += 1) await putEvent(room.db, ['healthy'], event, dateOf(testClock));
  await putMail(room.db, 'mail_1', 'withdrawal.receipt', mail, dateOf(testClock));
  const sendMail = async (id: string) => {
    mails.push(id);
    return { status: 250, answer: '250' };
  };
  const ending = new AbortController();
  const webhooks = ['hanging', 'healthy'].map((name) => ({ name, address: `https://${name}.example/`, secrets }));
  const needs = { ...room.needs, outbound, sendMail, signal: ending.signal };
  const deliveries = createDeliveries();
  expect(await deliveries.begin(webhooks, needs)).toBe(3);
  const delivered = () => room.db.selectFrom('outbox').select('target').where('state', '=', 'delivered').execute();
  await until('all others have theirs', async () => (await delivered()).length === 7);
  expect([hanging, healthy.length, mails]).toEqual([4, 6, ['mail_1']]);
  // Later messages are sent as well while the first receiver hangs.
  await putEvent(room.db, ['healthy'], event, dateOf(testClock));
  expect(await deliveries.begin(webhooks, needs)).toBe(1);
  await until('the later one as well', async () => (await delivered()).length === 8);
  ending.abort();
  await deliveries.idle();
  expect(hanging).toBe(4);
});

test('mail is sent before the messages of any webhook', async () => {
  const sent: string[] = [];
  const sendMail = async () => ({ status: sent.push('mail') && 250, answer: '250' });
  const outbound = {
    ...room.needs.outbound,
    async request(address: string) {
      sent.push(address);
      throw new Error('away');
    },
  };
  const webhooks = ['0-first', 'last'].map((name) => ({ name, address: `https://${name}.example/`, secrets }));
  for (const { name } of webhooks)
    await putEvent(room.db, [name], { type: 'offers.expired', data: expired }, dateOf(testClock));
  await putMail(room.db, 'mail_1', 'withdrawal.receipt', mail, dateOf(testClock));
  expect(await deliverDue(webhooks, { ...room.needs, outbound, sendMail, signal })).toBe(3);
  expect([sent.length, sent[0]]).toEqual([3, 'mail']);
});

test('the caller gets the error of an attempt that cannot be stored, once', async () => {
  host.answers['/hook'] = (response) => response.writeHead(204).end();
  await put();
  const deliveries = createDeliveries();
  const needs = {
    ...room.needs,
    signal,
    lease: { confirm: () => Promise.reject(new Error('the state is read-only')) },
  };
  expect(await deliveries.begin(targets(), needs)).toBe(1);
  await deliveries.idle();
  await expect(deliveries.begin(targets(), needs)).rejects.toThrow('the state is read-only');
  expect(host.asked).toHaveLength(1);
  expect(await deliveries.begin(targets(), { ...room.needs, signal })).toBe(1);
  await deliveries.idle();
  expect(await rows()).toMatchObject([{ state: 'delivered' }]);
});

test('redirects are not followed, and internal addresses are not called', async () => {
  host.answers['/hook'] = (response) => response.writeHead(302, { location: '/other' }).end();
  await put();
  await deliver();
  expect([await rows(), host.asked.map(({ url }) => url)]).toMatchObject([
    [{ state: 'waiting', answer: '302' }],
    ['/hook?key=CANARY'],
  ]);
  const strict = createOutbound({ ...openNet, isPlainAllowed: true }, 1000);
  // Tries the address as a number, and as a name that resolves to it.
  for (const address of [host.origin, host.origin.replace('127.0.0.1', 'localhost')]) {
    await put({ feed: address });
    await deliverDue([{ name: 'ops', address, secrets }], { ...room.needs, outbound: strict, signal });
  }
  await strict.close();
  expect((await rows()).map(({ answer }) => answer).sort()).toEqual(['302', 'host', 'host']);
  expect(host.asked).toHaveLength(1);
});

test('a message to a receiver that the file no longer names is dead', async () => {
  await put();
  await deliverDue([], { ...room.needs, signal });
  expect(await rows()).toMatchObject([{ state: 'dead', answer: 'the file names it no longer' }]);
});

test('an event has one id for all receivers, and an event that is rolled back leaves no message', async () => {
  await putEvent(room.db, ['a', 'b'], { type: 'offers.expired', data: expired }, dateOf(testClock));
  await putEvent(room.db, ['a'], { type: 'offers.expired', data: expired }, dateOf(testClock));
  const ids = (await rows()).map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  const undone = room.db.transaction().execute(async (tx) => {
    await putEvent(tx, ['a'], { type: 'offers.expired', data: expired }, dateOf(testClock));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await rows()).toHaveLength(3);
});

const mail = {
  from: { name: 'Nest', address: 'shop@nest.example' },
  to: 'canary@nest.example',
  subject: 'S',
  text: 'T',
};

test('the shop does not wait for a silent mail server when it ends, and the mail is sent later', async () => {
  const ending = new AbortController();
  await putMail(room.db, 'mail_1', 'withdrawal.receipt', mail, dateOf(testClock));
  const sendMail = (): Promise<never> => {
    ending.abort();
    return new Promise(() => {});
  };
  expect(await deliverDue([], { ...room.needs, sendMail, signal: ending.signal })).toBe(1);
  expect(await rowOf('mail_1')).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('a mail that is refused for good is not retried, and neither a log line nor a delivered mail names its recipient', async () => {
  const server = await startMailServer();
  const sendMail = smtpSender(server.url);
  const answers: unknown[] = [];
  for (const recipientAnswer of ['250 yes', '451 <canary@nest.example> later', '550 <canary@nest.example> is nobody']) {
    server.recipientAnswer = recipientAnswer;
    await putMail(room.db, `mail_${recipientAnswer.slice(0, 3)}`, 'withdrawal.receipt', mail, dateOf(testClock));
    await deliverDue([], { ...room.needs, sendMail, signal });
    const { state, attempts, answer, body } = await rowOf(`mail_${recipientAnswer.slice(0, 3)}`);
    answers.push([state, attempts, answer, body.includes('canary')]);
  }
  await putMail(room.db, 'mail_250', 'withdrawal.receipt', mail, dateOf(testClock));
  expect(await rows()).toHaveLength(3);
  expect(answers).toEqual([
    ['delivered', 1, '250', false],
    ['waiting', 1, '451', true],
    ['dead', 1, '550', true],
  ]);
  await server.stop();
  testClock.pass(60_000);
  await deliverDue([], { ...room.needs, sendMail, signal });
  expect(await rowOf('mail_451')).toMatchObject({ state: 'waiting', attempts: 2, answer: 'ESOCKET' });
  testClock.pass(600_000);
  await deliverDue([], { ...room.needs, signal });
  expect(await rowOf('mail_451')).toMatchObject({ state: 'dead', answer: 'SMTP_URL is not set' });
  const logged = vi.mocked(process.stderr.write).mock.calls.join();
  expect(logged).toContain('mail_failed');
  expect(logged).not.toContain('canary');
});

test('pauses vary', () => {
  expect([pauseAfter(1, () => 0), pauseAfter(1, () => 0.999), pauseAfter(7, () => 0)]).toEqual([27_000, 32_994, null]);
});

test('the chapter on events has an example of each event, and the stored JSON Schema is current', () => {
  const docs = (file: string): string => readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
  const examples = [...docs('events.md').matchAll(/^### (\S+)\n[^#]*?```json\n([^`]*)```/gm)];
  expect(examples.map(([, heading]) => heading)).toEqual(eventTypes);
  for (const [, heading = '', example = ''] of examples) {
    const event = shopEvent.parse(JSON.parse(example));
    // The schema knows everything in it.
    expect([event.type, event]).toEqual([heading, JSON.parse(example)]);
  }
  expect(JSON.parse(docs('events.schema.json'))).toEqual(JSON.parse(JSON.stringify(eventSchema())));
});
