import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InjectedFailure, MarketplaceStub } from './doubles/marketplace-stub.js';
import { causeOf, codeOf } from './support/cause.js';
import { startFailingMarketplace } from './support/failing-marketplace.js';
import { logged, type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/** Support finds the cause of an error in the log by the code that a shopper reads out. */
let shop: Shop;
let double: MarketplaceStub;
beforeAll(async () => {
  double = await startFailingMarketplace();
  shop = await startShop({ MARKETPLACE_URL: double.url, MARKETPLACE_SECONDS: '2' });
});
afterAll(async () => {
  await shop?.stop();
  await double?.stop();
});

let number = 0;
const search = () => fetch(`${shop.origin}/Volltextsuche?query=ursache${number++}`);
beforeEach(async () => {
  double.breakOn(null);
  // Only one request at a time retries a failed operation (P75), so several may be needed.
  await until('every operation of a search answers', async () => {
    const { status, headers } = await search();
    const id = headers.get('x-request-id');
    await logged(shop, ({ event, reqId }) => event === 'request' && reqId === id);
    const upstream = shop.log.find(({ event, reqId }) => event === 'request' && reqId === id)?.upstream;
    return status === 200 && !JSON.stringify(upstream).includes('"failed"');
  });
});

const faults: readonly (readonly [name: string, how: InjectedFailure, words: RegExp])[] = [
  ['has an error', 'error', /marketplace answered 500/],
  ['is busy', 'busy', /marketplace answered 503/],
  ['cuts connections', 'reset', /other side closed|ECONNRESET|socket/],
  ['breaks off in the middle', 'cut', /other side closed|terminated|aborted|ECONNRESET/],
  ['hangs', 'hang', /has not answered within \d+ ms/],
  ['sends pages of somebody else', 'html', /answer is of type text\/html/],
  ['sends half an answer', 'garbage', /JSON|contract/],
  ['lies', 'shape', /contract/],
];

test.each(faults)('a marketplace that %s is named as the cause', async (_name, how, words) => {
  double.breakOn(/./, how);
  const page = await search();
  expect([how, page.status >= 500]).toEqual([how, true]);
  const code = codeOf(await page.text());
  const output = await causeOf(code, shop);
  expect(output).toMatch(words);
  // The output names the call and its result.
  expect(output).toMatch(/^ {4}\w+: failed, [\d.]+ ms$/m);
});

test('the code of a request that shares a failure leads to its cause', async () => {
  double.breakOn(/./, 'html');
  const address = `${shop.origin}/Volltextsuche?query=gemeinsam${number++}`;
  const pages = await Promise.all(Array.from({ length: 4 }, async () => (await fetch(address)).text()));
  const codes = pages.map(codeOf);
  expect(new Set(codes).size).toBe(4);
  for (const code of codes) {
    expect(await causeOf(code, shop)).toContain('answer is of type text/html');
  }
});

test('a full disk is named as the cause', async () => {
  double.breakOn(/Hinzufuegen/, 'full');
  const added = await fetch(`${shop.origin}/api/Warenkorb/Hinzufuegen/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: '{"quantity":1}',
  });
  expect(added.status).toBe(503);
  const { requestId } = (await added.json()) as { requestId: string };
  const code = requestId.slice(0, 9);
  expect(await causeOf(code, shop)).toMatch(/marketplace answered 503: the disk of \S+ is full/);
});
