import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedRoom, openFeedRoom } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { checkedHandlers } from '../../../test/support/expect-contract.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { dateOf } from '../../clock/clock.js';
import type { CallContext } from '../http/handler.js';
import type { ShopId } from '../program/shop-choice.js';
import { merchantHandlers } from './handlers.js';
import { makeToken } from './tokens.js';

const shopId = 7 as ShopId;
const clock = new ManualClock();
const at = dateOf(clock).toISOString();
const to = { locale: 'de-DE', country: 'DE' } as const;
let room: FeedRoom;
let wakes: number;
beforeEach(async () => {
  room = await openFeedRoom();
  wakes = 0;
});
afterEach(() => room.stop());

const handlers = () =>
  checkedHandlers(
    merchantHandlers({ ...room.needs, wakeJobs: () => (wakes += 1), space: { requireSpace() {} }, feeds: () => [] }),
  );
const shop = { id: shopId, name: 'Shop 7', slug: 'shop-7', imported_name: 'Shop 7', country: 'DE' };
/** Only the fields that the handlers read. */
const context = (shops = new Map([[shopId, shop]])) =>
  ({
    ...{ idempotencyKey: null, clock, requestId: 'r' },
    generation: () => ({ offers: { shops: { all: shops }, catchUp() {} } }),
  }) as unknown as CallContext;
const tokenFor = async (scope: 'read' | 'offers'): Promise<string> =>
  (await makeToken(room.db, shopId, scope, null, dateOf(clock))).token;
const changes = (credential: string, shops?: Map<ShopId, typeof shop>) => {
  const file = { mode: 'full', isDryRun: false, source: 'file', content: 'YQ==' } as const;
  const terms = { shipping: 'DE:4.90', returnPayer: 'buyer', returnCost: '', returnDays: '30' } as const;
  const again = { id: 'i', act: 'preview', mode: 'full', meanings: [] as string[] } as const;
  return [
    () => handlers().merchantImport({ ...to, ...file, credential }, context(shops)),
    () => handlers().merchantTerms({ ...to, ...terms, credential }, context(shops)),
    () => handlers().merchantRepeat({ ...to, ...again, credential }, context(shops)),
  ];
};

test('a token to read changes no offers and no terms, and no token changes those of a shop that is gone', async () => {
  for (const change of changes(await tokenFor('read'))) await expect(change()).rejects.toMatchObject({ code: 'scope' });
  const credential = await tokenFor('offers');
  for (const change of changes(credential, new Map())) await expect(change()).rejects.toMatchObject({ code: 'token' });
  expect([wakes, await room.db.selectFrom('merchant_import').select('id').execute()]).toEqual([0, []]);
  const [send = async () => {}, sendTerms = async () => {}] = changes(credential);
  await send();
  await sendTerms();
  const rows = await room.db.selectFrom('merchant_import').select(['source', 'is_dry_run', 'mode']).execute();
  expect([wakes, rows]).toEqual([
    2,
    [
      { source: 'file', is_dry_run: 0, mode: 'full' },
      { source: 'terms', is_dry_run: 0, mode: 'update' },
    ],
  ]);
});

test('a token to read names its merchant', async () => {
  const { merchant, merchantSignIn, merchantSignOut } = handlers();
  const asked = { ...to, credential: await tokenFor('read') };
  const own = { shop: { id: '7', name: 'Shop 7' }, scopes: ['read'], expiresAt: null };
  expect(await merchant(asked, context())).toMatchObject(own);
  const { session, made, ...signedIn } = await merchantSignIn(asked, context());
  expect([signedIn, made]).toMatchObject([own, null]);
  const inSession = { ...to, credential: session };
  expect(await merchantSignOut(inSession, context())).toMatchObject(own);
  await expect(merchant(inSession, context())).rejects.toMatchObject({ code: 'token' });
});

test.each(['list', 'report'] as const)('a merchant’s %s shows what a command has decided', async (call) => {
  mkdirSync(join(room.dataDir, 'imports'));
  const counts = { seconds: 1, rows: 1, rejected: 0, leftOut: 0, reasons: {} };
  const summary = { kind: 'offers', files: [], outcome: 'held', refusal: null, held: 'h', generation: null };
  writeFileSync(
    join(room.dataDir, 'imports', 'a.summary.json'),
    JSON.stringify({ ...summary, ...counts, startedAt: at }),
  );
  const row = { source: 'file', mode: 'full', is_dry_run: 0, created_at: at, status: 'held' } as const;
  await room.db
    .insertInto('merchant_import')
    .values({ ...row, id: 'i', shop_id: shopId, report: 'a.summary.json' })
    .execute();
  const credential = await tokenFor('read');
  const shown =
    call === 'list'
      ? (await handlers().merchantImports({ ...to, credential }, context())).imports[0]
      : await handlers().merchantReport({ ...to, credential, id: 'i' }, context());
  expect(shown).toMatchObject({ id: 'i', status: 'cancelled', endedAt: at });
});
