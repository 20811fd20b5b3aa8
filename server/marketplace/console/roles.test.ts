import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedOf } from '../../../test/fixtures/marketplace/feeds/feed-state.js';
import { openCatalogue } from '../../../test/fixtures/marketplace/generation/open-catalogue.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { checkedHandlers } from '../../../test/support/expect-contract.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import { type ConsoleRole, consoleRoles, consoleSession } from '../../contract/console.js';
import { consoleOperations } from '../../contract/operations/console.js';
import type { CallContext } from '../http/handler.js';
import { consoleHandlers } from './handlers.js';

const token = 'the-operator-s-word-of-forty-characters-or-so';
let service: TestService;
beforeAll(async () => {
  service = await startTestService('state', 200, { consoleTokens: [token] });
});
afterAll(() => service.stop());

type Operation = Exclude<keyof typeof consoleOperations, 'consoleSignIn'>;
/** Bodies that the contract accepts. */
const bodies: Partial<Record<Operation, object>> = {
  consoleReport: { name: 'no-such-report' },
  consoleFile: { shop: 'No Such Shop', mode: 'full', content: 'YQ==' },
  consoleUpload: { id: 'no-such-upload' },
  consoleRepeat: { id: 'no-such-upload', act: 'preview', mode: 'full', meanings: [] },
  consoleHeld: { name: 'no-such-feed', act: 'drop' },
  consoleOrders: { all: false },
  consoleCase: { kind: 'dataReport', number: 'D-NONE-0000' },
  consoleShops: { query: '' },
  consoleShop: { id: '1' },
  consoleInvite: { id: '99', scope: 'read' },
  consoleTexts: { query: '' },
  consoleText: { kind: 'shop', id: 1 },
  consoleCorrect: { kind: 'shop', id: 1, texts: [] },
};
const call = (id: keyof typeof consoleOperations, credential: string, body: object = {}) =>
  service.call(consoleOperations[id].path, { body: { credential, ...body } });
const signIn = async (person: { by?: string; roles?: readonly ConsoleRole[] } = {}): Promise<string> =>
  consoleSession.parse((await call('consoleSignIn', token, person)).body).session;

/** Calls that are refused to each role. */
const refused: Record<ConsoleRole, readonly Operation[]> = {
  owner: [],
  catalogue: ['consoleInvite', 'consoleActs'],
  support: ['consoleFile', 'consoleRepeat', 'consoleHeld', 'consoleInvite', 'consoleCorrect', 'consoleActs'],
  read: [
    'consoleFile',
    'consoleRepeat',
    'consoleHeld',
    'consoleInvite',
    'consoleOrders',
    'consoleCase',
    'consoleCorrect',
    'consoleActs',
  ],
};

test.each(consoleRoles)('the marketplace refuses %s exactly the acts that the role lacks', async (role) => {
  const session = await signIn({ by: `${role}@example.de`, roles: [role] });
  const own: string[] = [];
  for (const id of Object.keys(consoleOperations) as (keyof typeof consoleOperations)[]) {
    if (id === 'consoleSignIn' || id === 'consoleSignOut') continue;
    const { status, body } = await call(id, session, bodies[id]);
    if (body.code === 'role') own.push(id);
    expect([id, status === 403], JSON.stringify(body)).toEqual([id, body.code === 'role']);
  }
  expect(own).toEqual(refused[role]);
  expect((await call('consoleSignOut', session)).body).toEqual({ isDone: true });
});

test('customers’ names reach support only, and each act names its person', async () => {
  const declared = { key: randomUUID(), name: 'Anna', orderId: 'ULU-1', email: 'anna@canary.example' };
  const { number } = (await service.call('/api/Widerruf', { body: declared })).body;
  const support = await signIn({ by: 'sue@example.de', roles: ['support'] });
  const catalogue = await signIn({ by: 'cat@example.de', roles: ['catalogue'] });
  const closed = { kind: 'withdrawal', number };
  const seen = await call('consoleOrders', catalogue, { all: true });
  expect([seen.status, seen.body.withdrawals, JSON.stringify(seen.body).includes('Anna')]).toEqual([200, null, false]);
  expect((await call('consoleCase', catalogue, closed)).body.code).toBe('role');
  expect((await call('consoleOrders', support, { all: false })).body.withdrawals).toMatchObject([{ name: 'Anna' }]);
  expect((await call('consoleCase', support, closed)).body).toEqual({ isDone: true });
  const acts = await service.query(
    sql`select person, what from operator_audit where event = 'withdrawal_handled' order by id`,
  );
  expect(acts).toEqual([{ person: 'sue@example.de', what: number }]);
});

test('a person with two roles may do the acts of both, and the token alone is an owner', async () => {
  const both = await signIn({ by: 'ada@example.de', roles: ['support', 'catalogue'] });
  expect((await call('consoleWho', both)).body).toEqual({ by: 'ada@example.de', roles: ['catalogue', 'support'] });
  expect((await call('consoleHeld', both, bodies.consoleHeld)).body.code).toBe('not_found');
  expect((await call('consoleOrders', both, { all: false })).body.withdrawals).toEqual([]);
  const owner = await signIn();
  expect((await call('consoleWho', owner)).body).toEqual({ by: null, roles: ['owner'] });
  const { acts } = (await call('consoleActs', owner)).body;
  expect(acts[0]).toMatchObject({ event: 'signed_in', person: null, what: 'owner' });
  expect(acts[1]).toMatchObject({ event: 'signed_in', person: 'ada@example.de', what: 'support catalogue' });
});

test('the console says if it has no program that reports', async () => {
  const owner = await signIn();
  const failure = 'There is no program that reports.';
  expect((await call('consoleOverview', owner)).body).toEqual({ overview: null, failure });
  expect((await call('consoleOffers', owner)).body).toEqual({ offers: null, failure });
});

test('the console shows the imported texts of a shop', async () => {
  const text = (field: string, imported: string) => ({ field, language: '', imported, corrected: null });
  expect((await call('consoleText', await signIn(), { kind: 'shop', id: 1 })).body.texts).toEqual([
    text('name', 'Alpha'),
    text('terms', '<p>AGB</p>'),
    text('policy', '<p>Widerruf</p>'),
  ]);
});

test("the page of a shop has the feeds that name it, and no other shop's", async () => {
  const db = await service.state.open();
  const generation = await openCatalogue(service.dataDir, 'g1', 'catalogue-g1.db');
  const feeds = ['Alpha', 'Beta', 'Nobody'].map((shop) =>
    feedOf(`of-${shop}`, 'https://feeds.example/a.csv', { shop }),
  );
  const at = dateOf(testClock).toISOString();
  await db
    .insertInto('feed')
    .values(feeds.map(({ name }) => ({ name, settings: 'x', named_at: at, next_at: at })))
    .execute();
  const needs = { db, dataDir: service.dataDir, tokens: [token], feeds: () => feeds };
  const handlers = checkedHandlers(consoleHandlers(needs as unknown as Parameters<typeof consoleHandlers>[0]));
  const context = { clock: testClock, generation: () => generation } as unknown as CallContext;
  const edition = { locale: 'de-DE', country: 'DE' } as const;
  const page = await handlers.consoleShop({ ...edition, id: '1', credential: await signIn() }, context);
  expect(page.feeds.map(({ name }) => name)).toEqual(['of-Alpha']);
  await generation.close();
  await db.destroy();
});

test('a session signs nobody in, and a sign-in without a role is refused', async () => {
  const reader = await signIn({ by: 'rea@example.de', roles: ['read'] });
  expect((await call('consoleSignIn', reader, { roles: ['owner'] })).body.code).toBe('token');
  for (const roles of [[], ['boss']]) expect((await call('consoleSignIn', token, { roles })).body.code).toBe('invalid');
});
