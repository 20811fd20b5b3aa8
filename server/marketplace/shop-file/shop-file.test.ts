import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ShopFileError } from '../../shop-file/shop-file-content.js';
import { readShopFile } from './shop-file.js';

const folder = mkdtempSync(join(tmpdir(), 'shop-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const environment = {
  FEED_URL: 'https://feeds.example.de/a.csv?key=CANARY',
  FEED_LOGIN: 'https://me:c%40nary@feeds.example.de/a.csv',
  FEED_PASSWORD: 'https://:CANARY@feeds.example.de/a.csv',
  FEED_TOKEN: 'Bearer CANARY',
  OPS_URL: 'https://ops.example.de/hook',
  OPS_SECRET: secret,
  SHORT: 'whsec_CANARY',
  INSIDE: 'http://127.0.0.1/a.csv',
  OUTSIDE: 'http://feeds.example.de/a.csv',
  EMPTY: '',
};
const read = (content: unknown, isLoopbackAllowed = false) => {
  writeFileSync(join(folder, 'shop.json'), typeof content === 'string' ? content : JSON.stringify(content));
  return readShopFile(folder, environment, isLoopbackAllowed);
};
const good = { name: 'alpha', shop: 'Alpha GmbH', address: 'env:FEED_URL', every: 60 };

test('a folder without the file has no settings', () => {
  rmSync(join(folder, 'shop.json'), { force: true });
  expect(readShopFile(folder, environment, false)).toBeNull();
});

test('feeds and webhooks have the values of the environment', () => {
  writeFileSync(join(folder, 'alpha.json'), '{"columns":{"price":"VK"}}');
  const file = read({
    feeds: [
      { ...good, authorization: 'env:FEED_TOKEN', mapping: 'alpha.json', encoding: 'windows-1252', mode: 'update' },
      { name: 'stock', shopId: 7, folder, kind: 'stock', every: 5, overdueAfter: 30 },
      { ...good, name: 'login', address: 'env:FEED_LOGIN' },
      { ...good, name: 'password', address: 'env:FEED_PASSWORD', offerDays: 3 },
    ],
    webhooks: [{ name: 'ops', address: 'env:OPS_URL', secrets: ['env:OPS_SECRET'] }],
  });
  expect(file).toMatchObject({
    feeds: [
      {
        name: 'alpha',
        kind: 'offers',
        mode: 'update',
        source: { address: environment.FEED_URL, authorization: 'Bearer CANARY' },
        mapping: join(folder, 'alpha.json'),
        everyMs: 3_600_000,
        overdueAfterMs: 10_800_000,
        expiresAfterMs: null,
      },
      {
        ...{ shop: '7', choice: { id: 7 }, kind: 'offers', mode: 'partial', source: { folder } },
        ...{ everyMs: 300_000, overdueAfterMs: 1_800_000 },
      },
      {
        source: {
          address: 'https://feeds.example.de/a.csv',
          authorization: `Basic ${Buffer.from('me:c@nary').toString('base64')}`,
        },
      },
      {
        source: { authorization: `Basic ${Buffer.from(':CANARY').toString('base64')}` },
        expiresAfterMs: 3 * 24 * 3_600_000,
      },
    ],
    webhooks: [{ name: 'ops', address: environment.OPS_URL, secrets: [secret] }],
  });
});

test('what changes the meaning of a file changes the digest, and another key does not', () => {
  const digestOf = (change: object) => read({ feeds: [{ ...good, ...change }] })?.feeds[0]?.digest;
  const digest = digestOf({});
  expect(digestOf({ address: 'https://feeds.example.de/a.csv', authorization: 'env:FEED_TOKEN', every: 5 })).toBe(
    digest,
  );
  writeFileSync(join(folder, 'm.json'), '{"columns":{"price":"VK"}}');
  const mapped = digestOf({ mapping: 'm.json' });
  writeFileSync(join(folder, 'm.json'), '{"columns":{"price":"EK"}}');
  const others = [mapped, digestOf({ mapping: 'm.json' }), digestOf({ shop: 'B' }), digestOf({ mode: 'partial' })];
  for (const change of [
    { maxRejects: 3 },
    { encoding: 'utf-8' },
    { kind: 'products' },
    { address: 'https://a.example/' },
  ])
    others.push(digestOf(change));
  expect(new Set([digest, ...others]).size).toBe(9);
});

test('senders of mails are the addresses of the editions, without a word about faulty ones', () => {
  const identity = { email: 'hilfe@teile.example', company: 'Teile AG' };
  const other = { identity: { email: 'aide@teile.example' } };
  const sender = (address: string) => ({ name: 'Teile', address });
  const editions = { 'de-DE': {}, 'fr-FR': other, 'it-IT': { identity: { email: null } } };
  expect(read({ name: 'Teile', identity, editions })?.senders).toEqual({
    'de-DE': sender('hilfe@teile.example'),
    'fr-FR': sender('aide@teile.example'),
  });
  expect(Object.keys(read({ name: 'Teile', identity })?.senders ?? {})).toHaveLength(6);
  for (const content of [{}, { name: 'Teile' }, { name: 5, identity }]) expect(read(content)?.senders).toEqual({});
});

test.each([
  ['{"feeds":', /cannot be read: .*JSON/],
  [[], /its top: /],
  [{ feed: [] }, /its top: .*feed/],
  [{ feeds: [{ ...good, name: 'Alpha!' }] }, /feeds 1 "Alpha!" name: must be 1 to 40 .*, found "Alpha!"\.$/],
  [{ feeds: [good, { ...good, shop: 'B' }] }, /feeds 2 "alpha" name: stands twice, found "alpha"\.$/],
  [{ feeds: [{ ...good, shopId: 7 }] }, /shop: or shopId must say which shop, one of them, found "Alpha GmbH"\.$/],
  [{ feeds: [{ ...good, shop: undefined }] }, /shop: or shopId must say which shop, one of them\.$/],
  [{ feeds: [{ ...good, shop: undefined, shopId: '7' }] }, /shopId: must be the id of a shop, found "7"\.$/],
  [{ feeds: [{ ...good, kind: 'prizes' }] }, /feeds 1 "alpha" kind: must be one of vehicles.*, found "prizes"\.$/],
  [{ feeds: [{ ...good, mode: 'whole' }] }, /mode: must be one of full, update, partial, found "whole"\.$/],
  [{ feeds: [{ ...good, kind: 'products', mode: 'update' }] }, /mode: is for offers only/],
  [{ feeds: [{ ...good, kind: 'stock', mode: 'full' }] }, /mode: is partial for stock/],
  [{ feeds: [{ ...good, offerDays: 0 }] }, /offerDays: must be whole days from 1 to 365, found 0\.$/],
  [{ feeds: [{ ...good, kind: 'prices', offerDays: 3 }] }, /offerDays: is for whole feeds of offers/],
  [{ feeds: [{ ...good, mode: 'update', offerDays: 3 }] }, /offerDays: is for whole feeds of offers/],
  [{ feeds: [{ ...good, offerDays: 366 }] }, /offerDays: must be whole days from 1 to 365, found 366\.$/],
  [{ feeds: [{ ...good, maxRejects: 101 }] }, /maxRejects: .*, found 101\.$/],
  [{ feeds: [{ ...good, address: undefined, folder: '.' }] }, /folder: must be the whole path .*, found "\."\.$/],
  [
    { feeds: [{ ...good, address: undefined, folder, authorization: 'env:FEED_TOKEN' }] },
    /authorization: has no meaning for a folder\.$/,
  ],
  [{ feeds: [{ ...good, address: 'env:EMPTY' }] }, /address: the environment has no value for EMPTY\.$/],
  [{ feeds: [{ ...good, address: 'https://x.example/?sig=CANARY' }] }, /address: holds a key or a password/],
  [{ feeds: [{ ...good, name: 'A'.repeat(200) }] }, /, found "A{71}\.$/],
  [
    { webhooks: [{ name: 'o', address: 'https://x.example/?token=CANARY', secrets: ['env:OPS_SECRET'] }] },
    /webhooks 1 "o" address: holds a key or a password/,
  ],
  [
    { webhooks: [{ name: 'o', address: 'env:OPS_URL', secrets: Array(6).fill('env:OPS_SECRET') }] },
    /webhooks 1 "o" secrets: /,
  ],
  [{ feeds: [{ ...good, every: 0.5 }] }, /every: must be whole minutes from 1 to 44640, found 0\.5\.$/],
  [{ feeds: [{ ...good, every: '60' }] }, /every: must be whole minutes .*, found "60"\.$/],
  [{ feeds: [{ ...good, interval: 5 }] }, /feeds 1 "alpha": .*interval/],
  [{ feeds: [{ ...good, address: undefined }] }, /feeds 1 "alpha": needs either an address or a folder\.$/],
  [{ feeds: [{ ...good, folder }] }, /feeds 1 "alpha": needs either an address or a folder\.$/],
  [
    { feeds: [{ ...good, address: undefined, folder: '/no/where' }] },
    /folder: must be the whole path .*, found "\/no\/where"/,
  ],
  [{ feeds: [{ ...good, address: 'env:NO_SUCH' }] }, /address: the environment has no value for NO_SUCH\.$/],
  [{ feeds: [{ ...good, address: 'env:INSIDE' }] }, /address: must be an https address, or env:NAME\.$/],
  [{ feeds: [{ ...good, address: 'https://x.example/?token=CANARY' }] }, /address: holds a key or a password/],
  [{ feeds: [{ ...good, address: 'https://me:CANARY@x.example/' }] }, /address: holds a key or a password/],
  [
    { feeds: [{ ...good, authorization: 'Bearer CANARY' }] },
    /authorization: is a secret and belongs into the environment/,
  ],
  [
    { feeds: [{ ...good, address: 'env:FEED_LOGIN', authorization: 'env:FEED_TOKEN' }] },
    /authorization: is given beside/,
  ],
  [{ feeds: [{ ...good, mapping: 'none.json' }] }, /mapping: The mapping file .*none\.json cannot be read/],
  [{ feeds: [{ ...good, encoding: 'utf-9' }] }, /encoding: is no encoding that is known, found "utf-9"\.$/],
  [
    { webhooks: [{ name: 'o', address: 'env:OPS_URL', secrets: ['env:SHORT'] }] },
    /secrets 1: must be whsec_ and 24 to 64 bytes/,
  ],
  [{ webhooks: [{ name: 'o', address: 'env:OPS_URL', secrets: [] }] }, /secrets: must name a secret\.$/],
])('%j is refused with the field and its value', (content, sentence) => {
  let output = '';
  try {
    read(content);
  } catch (error) {
    expect(error).toBeInstanceOf(ShopFileError);
    output = (error as Error).message;
  }
  expect(output).toMatch(sentence);
  expect(output.startsWith(join(folder, 'shop.json'))).toBe(true);
  expect(output).not.toContain('CANARY');
});

test('each fault has a sentence', () => {
  const wrong = { feeds: [{ ...good, address: 'env:NO_SUCH', encoding: 'utf-9' }, { ...good }] };
  expect(() => read(wrong)).toThrow(/NO_SUCH|stands twice/);
  try {
    read(wrong);
  } catch (error) {
    expect((error as Error).message.split('\n')).toHaveLength(3);
  }
});

test('plain http to this machine is allowed for tests', () => {
  expect(read({ feeds: [{ ...good, address: 'env:INSIDE' }] }, true)?.feeds[0]?.source).toEqual({
    address: environment.INSIDE,
    authorization: null,
  });
});

test('plain http to another machine is refused, also where this machine is allowed', () => {
  expect(() => read({ feeds: [{ ...good, address: 'env:OUTSIDE' }] }, true)).toThrow('must be an https address');
});

test.each([
  [23, false],
  [24, true],
  [64, true],
  [65, false],
])('a secret of %d bytes is taken: %s', (bytes, isTaken) => {
  const values = { OPS_URL: environment.OPS_URL, KEY: `whsec_${Buffer.alloc(bytes, 1).toString('base64')}` };
  const webhooks = [{ name: 'o', address: 'env:OPS_URL', secrets: ['env:KEY'] }];
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ webhooks }));
  const taken = () => readShopFile(folder, values, false)?.webhooks[0]?.secrets;
  if (isTaken) expect(taken()).toEqual([values.KEY]);
  else expect(taken).toThrow('must be whsec_ and 24 to 64 bytes in base64');
});
