import { execFile, spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopEvent } from '../server/contract/events.js';
import { type MailServer, startMailServer } from './doubles/mail-server.js';
import { type FeedHost, startFeedHost } from './fixtures/marketplace/feeds/feed-host.js';
import { query } from './fixtures/marketplace/generation/query.js';
import { freshDataDir, root } from './support/catalogue.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';
import { Visitor } from './support/visitor.js';

/** Events of a running shop, and the example receiver of docs/. */
const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const person = { name: 'Kanarienvogel', orderId: 'R-4711', email: 'canary@nest.example' };
const dataDir = freshDataDir();
let net: FeedHost;
let receiver: ReturnType<typeof spawn>;
let receiving: string;
let printed = '';
let mailing: MailServer;
let shop: Shop;
let env: Record<string, string>;
/** Whether messages can reach the receiver. */
let isUp = false;
beforeAll(async () => {
  // The old secret first: during a rotation the shop signs with both.
  receiver = spawn(process.execPath, [join(root, 'docs/events.mjs')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      WEBHOOK_SECRETS: `whsec_${randomBytes(32).toString('base64')} ${secret}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver.stdout?.on('data', (text: Buffer) => {
    printed += text;
  });
  await until('the receiver listens', () => printed.includes('\n'));
  receiving = printed.trim();
  printed = '';
  net = await startFeedHost();
  net.answers['/hook'] = async (response) => {
    const { headers = {}, body = '' } = net.asked.at(-1) ?? {};
    response.writeHead(isUp ? await send(body, headers) : 503).end();
  };
  writeFileSync(
    join(dataDir, 'shop.json'),
    JSON.stringify({ webhooks: [{ name: 'ops', address: `${net.origin}/hook`, secrets: ['env:OPS_SECRET'] }] }),
  );
  mailing = await startMailServer();
  mailing.recipientAnswer = '451 later';
  const checkout = { CHECKOUT_SECRET: 's'.repeat(32), CHECKOUT_URL: 'de-DE=http://127.0.0.1:9/cart' };
  env = { FEEDS_LOOPBACK: '1', OPS_SECRET: secret, SMTP_URL: mailing.url, ...checkout };
  shop = await startShop(env, dataDir);
});
afterAll(async () => {
  await shop?.stop();
  await net?.stop();
  await mailing?.stop();
  receiver?.kill();
});

/** Returns the receiver's status for a message. */
async function send(body: string, headers: Readonly<Record<string, unknown>>): Promise<number> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const sent = Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
  return (await fetch(receiving, { method: 'POST', headers: sent, body })).status;
}
const taken = () =>
  printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const messages = () =>
  query(join(dataDir, 'state.db'), 'select type, state, attempts, created_at, next_at from outbox order by type');
/** Makes all waiting messages due. */
function makeDue(): void {
  const database = new DatabaseSync(join(dataDir, 'state.db'), { timeout: 5000 });
  database.prepare("update outbox set next_at = ? where state = 'waiting'").run(new Date().toISOString());
  database.close();
}

test('messages and mails reach a receiver that was away, after a kill as well, each once', async () => {
  const visitor = new Visitor(shop.origin);
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  await visitor.ask(`/api/Warenkorb/Hinzufuegen/${spareParts[0].offerId}`, { method: 'POST', headers, body: '{}' });
  const cart = /name="cart" value="([^"]*)"/.exec((await visitor.ask('/Warenkorb')).text)?.[1] ?? '';
  // Two presses, as of an impatient visitor.
  for (let round = 0; round < 2; round += 1)
    expect((await visitor.post('/api/Warenkorb/Kasse', { cart, locale: 'de-DE' })).status).toBe(307);
  const declaration = { ...person, key: randomUUID(), step: 'confirm' };
  const declare = () => visitor.post('/Informationen/Vertrag-widerrufen', declaration, { origin: shop.origin });
  const receipts = [await declare(), await declare()];
  const [number = ''] = /W-[\dA-Z-]{14}/.exec(receipts[0]?.text ?? '') ?? [];
  for (const { text } of receipts) {
    expect(text).toContain(number);
    expect(text).toContain(`Eine Kopie geht an ${person.email}.`);
  }
  const brands = join(dataDir, 'brands.csv');
  writeFileSync(brands, `brand;description_de\n${spareParts[0].manufacturer.name};Bremsen aus Siegen.\n`);
  const words = [join(root, 'dist/import.js'), 'brands', brands, '--data-dir', dataDir];
  await promisify(execFile)(process.execPath, words, { env: { PATH: process.env.PATH, IMPORT_PRIORITY: 'normal' } });
  await until('all were tried', () => messages().filter(({ attempts }) => Number(attempts) >= 1).length === 4);
  for (const { created_at, next_at } of messages())
    expect(Date.parse(String(next_at)) - Date.parse(String(created_at))).toBeGreaterThan(26_000);
  expect(taken()).toEqual([]);

  const logs = () => shop.errors() + JSON.stringify(shop.log);
  const before = logs();
  const ended = once(shop.process, 'exit');
  shop.process.kill('SIGKILL');
  await ended;
  isUp = true;
  mailing.recipientAnswer = '250 yes';
  makeDue();
  shop = await startShop(env, dataDir);
  await until('all are taken', () => taken().length === 3);
  await until('all are done', () => messages().every(({ state }) => state === 'delivered'));
  expect(messages().map(({ type }) => type)).toEqual([
    'cart.handed_over',
    'catalogue.changed',
    'withdrawal.declared',
    'withdrawal.receipt',
  ]);
  for (const { attempts } of messages()) expect(attempts).toBeGreaterThanOrEqual(2);
  for (const { id: _, ...event } of taken()) expect(shopEvent.safeParse(event).error).toBeUndefined();
  const [handed] = taken().filter(({ type }) => type === 'cart.handed_over');
  const { jti, priceTotal } = JSON.parse(Buffer.from(cart.split('.')[1] ?? '', 'base64url').toString());
  expect(handed.data).toMatchObject({ cart: jti, priceTotal, lines: 1, pieces: 1, country: 'DE' });
  const [mail, ...others] = mailing.mails;
  expect([mail?.to, mail?.from, others]).toEqual([person.email, 'hilfe@partavo.example', []]);
  // A slow machine may try more than once before the kill.
  expect(mailing.asked).toBeGreaterThanOrEqual(2);
  expect(mail?.data).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail?.data).toContain(`Message-ID: <mail_${number}@partavo.example>`);
  for (const word of [number, ...Object.values(person)]) expect(mail?.data).toContain(word);
  // The recipient is deleted after delivery.
  expect(query(join(dataDir, 'state.db'), "select body from outbox where target = '@mail'")).toEqual([{ body: '' }]);
  const output = printed + before + logs();
  for (const word of Object.values(person)) expect(output).not.toContain(word);
});

test('the receiver refuses old, repeated, changed and foreign messages', async () => {
  const before = taken().length;
  const signed = (body: string, age = 0, by = key, id = `msg_${randomUUID()}`) => {
    const time = String(Math.floor(Date.now() / 1000) - age);
    const signature = createHmac('sha256', by).update(`${id}.${time}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
  };
  const body = '{"type":"later.event","data":{}}';
  const good = signed(body);
  const tried: [string, string, object][] = [
    ['good', body, good],
    ['again', body, good],
    ['changed', body.replace('later', 'other'), good],
    ['another id', body, { ...good, 'webhook-id': 'msg_other' }],
    ['another time', body, { ...good, 'webhook-timestamp': String(Number(good['webhook-timestamp']) + 1) }],
    ['another key', body, signed(body, 0, randomBytes(32))],
    ['old', body, signed(body, 400)],
    ['of tomorrow', body, signed(body, -86_400)],
    ['unsigned', body, {}],
    ['no JSON', 'no', signed('no')],
    ['too long', 'x'.repeat(1_000_001), signed('x')],
  ];
  const statuses: [string, number][] = [];
  for (const [name, text, headers] of tried) statuses.push([name, await send(text, { ...headers })]);
  expect(Object.fromEntries(statuses)).toEqual({
    good: 204,
    again: 204,
    changed: 401,
    'another id': 401,
    'another time': 401,
    'another key': 401,
    old: 400,
    'of tomorrow': 400,
    unsigned: 401,
    'no JSON': 400,
    'too long': 413,
  });
  expect((await fetch(receiving)).status).toBe(405);
  await until('it is printed', () => taken().length === before + 1);
});
