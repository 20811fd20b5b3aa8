import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSolved } from '../server/web/http/pass.js';
import { type Balancer, startBalancer } from './support/balancer.js';
import { freshDataDir } from './support/catalogue.js';
import { shownOffer } from './support/feeds.js';
import { freePort } from './support/free-port.js';
import { type MarketplaceProcess, startMarketplace } from './support/marketplace-process.js';
import { changePrice, newToken, type ShopWithPortal, startShopWithPortal } from './support/merchants.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';
import { endProgram } from './support/program.js';
import { startProvider, type TestProvider } from './support/provider.js';
import { isLong } from './support/sample.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';
import { Visitor } from './support/visitor.js';

/** Two web tiers before one marketplace: the requests of a visit alternate between them, and one of them dies. */
const former = 'the key of before that one tier signs with';
const latter = 'the key of after that the other signs with';
const trust = 'a word of tiers and marketplace';
let marketplace: MarketplaceProcess;
let provider: TestProvider;
let tiers: readonly [ShopWithPortal, Shop];
let dataDir: string;
let database: PostgresServer | undefined;
let balancer: Balancer;
let offers: string[];
/** In the long run the state is in PostgreSQL. */
const stateEnv = (): Record<string, string> => (database ? { DATABASE_URL: database.address() } : {});

beforeAll(async () => {
  provider = await startProvider('a secret of the provider', (address) => address.startsWith('http://127.0.0.1:'));
  dataDir = freshDataDir();
  if (isLong) database = await startPostgres();
  marketplace = await startMarketplace({
    DATA_DIR: dataDir,
    MARKETPLACE_TRUST: trust,
    ...stateEnv(),
  });
  const ports = [await freePort(), await freePort()];
  balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  const shared = {
    PUBLIC_ORIGIN: balancer.origin,
    MARKETPLACE_URL: marketplace.origin,
    MARKETPLACE_TRUST: trust,
    TRUST_PROXY: '1',
    RATE_LIMIT: '100',
    WEB_TIERS: '2',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'the-shop',
    OIDC_CLIENT_SECRET: 'a secret of the provider',
  };
  // The tiers have different keys, as during a rotation of keys.
  tiers = await Promise.all([
    startShopWithPortal({ ...shared, PORT: String(ports[0]), SESSION_SECRET: `${former},${latter}` }),
    startShop({ ...shared, PORT: String(ports[1]), SESSION_SECRET: `${latter},${former}` }),
  ]);
  const { spareParts } = await (await fetch(`${balancer.origin}/api/-/-/--1523`)).json();
  offers = spareParts.map(({ offerId }: { offerId: string }) => offerId);
});
afterAll(async () => {
  balancer?.stop();
  for (const tier of tiers ?? []) await tier.stop();
  await marketplace?.end();
  await database?.remove();
  provider?.stop();
});

const json = { accept: 'application/json' };
/** Returns the quantities in a visitor's cart, by offer. */
async function cartOf(visitor: Visitor): Promise<Record<string, number>> {
  const { text } = await visitor.ask('/api/Warenkorb');
  const lines: { offerId: string; quantity: number }[] = JSON.parse(text).cartData.cartArticles;
  return Object.fromEntries(lines.map(({ offerId, quantity }) => [offerId, quantity]));
}
const add = (visitor: Visitor, offer: string, key: string) =>
  visitor.post(
    `/api/Warenkorb/Hinzufuegen/${offer}`,
    { quantity: '1', locale: 'de-DE' },
    { ...json, 'idempotency-key': key },
  );

/** Uses up the rate limit of this address. A slow machine regains some in the meantime, so many calls run at once. */
async function useUp(): Promise<void> {
  let refused = 0;
  for (let turn = 0; refused < 4; turn += 1) {
    const responses = await Promise.all(Array.from({ length: 16 }, () => fetch(`${balancer.origin}/api/session`)));
    refused = responses.filter(({ status }) => status === 429).length;
    expect(turn).toBeLessThan(20);
  }
}
function solve(wait: string): string {
  for (let number = 0; ; number += 1) if (isSolved(wait, String(number))) return String(number);
}

const writes = isLong ? 1000 : 3;
/** Milliseconds. Each write starts an import program, and thousands of them need more than the usual time. */
const ofAllWritesMs = 360_000 * (isLong ? 10 : 1);
test(
  `${writes} changes of a price: the tier that answered shows each at its next read, the other one soon`,
  async () => {
    const [own, other] = tiers;
    const { offer, page } = await shownOffer(own.origin, dataDir);
    const token = newToken(dataDir, offer.shop, 'offers', stateEnv());
    let late = 0;
    for (let write = 0; write < writes; write += 1) {
      // Each price has its own reader, so that the limit of this address is left to the purchase.
      const headers = { 'x-forwarded-for': `192.0.2.${1 + (write % 250)}` };
      const textOf = async (tier: Shop): Promise<string> => (await fetch(tier.origin + page, { headers })).text();
      const price = (offer.price + 10 + (write % 50)) / 100;
      const shown = price.toFixed(2).replace('.', ',');
      await Promise.all(tiers.map(textOf));
      await changePrice(own, token, offer.key, price);
      if (!(await textOf(own)).includes(shown)) late += 1;
      await until('the other tier shows the price', async () => (await textOf(other)).includes(shown));
    }
    expect(late).toBe(0);
  },
  ofAllWritesMs,
);

test('a purchase, a repeated add, a login and the puzzle go on at whichever tier answers', async () => {
  const visitor = new Visitor(balancer.origin);
  const [one = '', two = ''] = offers;
  const keys = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  expect((await add(visitor, one, keys[0] ?? '')).status).toBe(200);
  // A repeat with the same key at the other tier adds nothing; another key adds.
  expect((await add(visitor, one, keys[0] ?? '')).status).toBe(200);
  expect(await cartOf(visitor)).toEqual({ [one]: 1 });
  expect((await add(visitor, one, keys[1] ?? '')).status).toBe(200);
  expect(await cartOf(visitor)).toEqual({ [one]: 2 });

  // The login begins at one tier and ends at the other. A challenge of one tier is valid at the other.
  provider.user = 'ada';
  const seen = await visitor.follow(await visitor.ask('/Einloggen?redirectUrl=%2FWarenkorb'));
  expect([seen.status, new URL(seen.address).pathname]).toEqual([200, '/Warenkorb']);
  for (let count = 0; count < 4; count += 1) expect((await visitor.call('/api/user/vehicles')).status).toBe(200);
  expect(await cartOf(visitor)).toEqual({ [one]: 2 });

  // One tier sets the puzzle, the other accepts the solution, and both accept the pass.
  const puzzle = await visitor.ask('/bot?back=%2FWarenkorb');
  const wait = /name="wait" value="([^"]+)"/.exec(puzzle.text)?.[1] ?? '';
  const passed = await visitor.post('/bot', { wait, back: '/Warenkorb', solution: solve(wait) });
  expect([passed.status, passed.location]).toEqual([303, `${balancer.origin}/Warenkorb`]);

  const [first = 0, second = 0] = balancer.answered;
  expect(Math.abs(first - second)).toBeLessThanOrEqual(2);
  expect((await add(visitor, two, '00000000-0000-4000-8000-000000000003')).status).toBe(200);

  // After one tier is killed, the visitor is still logged in and has the same cart.
  await endProgram(tiers[0].process, 'SIGKILL');
  expect(await cartOf(visitor)).toEqual({ [one]: 2, [two]: 1 });
  expect((await add(visitor, two, '00000000-0000-4000-8000-000000000003')).status).toBe(200);
  expect((await add(visitor, two, '00000000-0000-4000-8000-000000000004')).status).toBe(200);
  expect(await cartOf(visitor)).toEqual({ [one]: 2, [two]: 2 });
  expect((await visitor.call('/api/user/vehicles')).status).toBe(200);
  const page = await visitor.ask('/Warenkorb');
  expect(page.status).toBe(200);
  // The pass is still valid when the address has used up its limit.
  await useUp();
  for (let count = 0; count < 4; count += 1) expect((await visitor.ask('/api/session')).status).toBe(200);
});
