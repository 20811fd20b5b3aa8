import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { saveVehicles } from '../../../test/fixtures/marketplace/users/saved-vehicles.js';
import {
  startTestService,
  type TestResponse,
  type TestService,
} from '../../../test/fixtures/marketplace/workers/service.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { savedVehicles } from '../../contract/users.js';
import { forgetExpired } from '../carts/retention.js';
import { ofSession } from './log-in.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService('state');
});
afterAll(() => service.stop());

const post = (path: string, sid: string | null, body: object = {}): Promise<TestResponse> =>
  service.call(path, { body, headers: sid ? { 'x-session': sid } : {} });
const list = (sid: string | null): Promise<TestResponse> =>
  service.call('/api/user/vehicles', { headers: sid ? { 'x-session': sid } : {} });
const logIn = async (subject: string, sid: string | null = null): Promise<string> =>
  (await post('/api/user/Anmelden', sid, { issuer: 'https://id.example', subject })).body.sid;
const saved = async (sid: string): Promise<string[]> => {
  const { body } = await list(sid);
  expect(savedVehicles.safeParse(body).error?.issues ?? []).toEqual([]);
  return body.map(({ model }: { model: { id: string } }) => model.id);
};
const code = ({ status, body }: TestResponse) => [status, body.code];

test('a visitor has no list and saves nothing', async () => {
  const { sid } = (await post('/api/session', null)).body;
  for (const stranger of [null, '10', sid]) {
    expect(code(await list(stranger))).toEqual([401, 'login']);
    expect(code(await post('/api/user/vehicles', stranger, { modelId: ids.golfModel }))).toEqual([401, 'login']);
    expect(code(await post('/api/user/Loeschen', stranger))).toEqual([401, 'login']);
    expect(code(await post(`/api/user/vehicles/Loeschen/${ids.golfModel}`, stranger))).toEqual([401, 'login']);
  }
});

test('a user saves and lists vehicles, the latest first, each once', async () => {
  const sid = await logIn('lists');
  expect(await saved(sid)).toEqual([]);
  for (const modelId of [ids.golfModel, ids.bmwModel, ids.golfModel])
    expect((await post('/api/user/vehicles', sid, { modelId })).body).toEqual({ success: true });
  expect(await saved(sid)).toEqual([ids.bmwModel, ids.golfModel]);
  expect(code(await post('/api/user/vehicles', sid, { modelId: 'unknown' }))).toEqual([404, 'not_found']);
  expect(code(await post('/api/user/vehicles', sid, { modelId: '../x' }))).toEqual([400, 'invalid']);
  expect((await post(`/api/user/vehicles/Loeschen/${ids.bmwModel}`, sid)).status).toBe(200);
  expect(await saved(sid)).toEqual([ids.golfModel]);
});

test('a user may save fifty vehicles, and a further one is refused unless it is saved already', async () => {
  const sid = await logIn('collects');
  const db = await service.state.open();
  await saveVehicles(db, 'collects', 49);
  await db.destroy();
  const save = (modelId: string) => post('/api/user/vehicles', sid, { modelId });
  expect((await save(ids.golfModel)).status).toBe(200);
  expect(code(await save(ids.bmwModel))).toEqual([400, 'vehicle_limit']);
  expect((await save(ids.golfModel)).status).toBe(200);
  // The catalogue lacks the others.
  expect(await saved(sid)).toEqual([ids.golfModel]);
});

test('parallel requests save a vehicle once', async () => {
  const sid = await logIn('hurries');
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => post('/api/user/vehicles', sid, { modelId: ids.golfModel })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await saved(sid)).toEqual([ids.golfModel]);
});

test('a user is the same on every device, and other users never see or remove the vehicles', async () => {
  const [one, two] = [await logIn('same'), await logIn('same')];
  expect(one).not.toBe(two);
  await post('/api/user/vehicles', one, { modelId: ids.golfModel });
  expect(await saved(two)).toEqual([ids.golfModel]);
  const other = await logIn('other');
  expect(await saved(other)).toEqual([]);
  expect(code(await post(`/api/user/vehicles/Loeschen/${ids.golfModel}`, other))).toEqual([404, 'not_found']);
  expect(await saved(one)).toEqual([ids.golfModel]);
  const elsewhere = await post('/api/user/Anmelden', null, { issuer: 'https://other.example', subject: 'same' });
  expect(await saved(elsewhere.body.sid)).toEqual([]);
});

test('a login gives a new session with the cart, and the old session is worthless', async () => {
  const offer = ids.offerOf(ids.firstDisc, 'A');
  const add = async (sid: string | null, quantity: number) =>
    (await post(`/api/Warenkorb/Hinzufuegen/${offer}`, sid, { quantity })).headers.get('x-session') as string;
  const [before, stranger] = [await add(null, 3), await add(null, 5)];
  const other = await logIn('looks');
  const after = await logIn('buys', before);
  expect(after).not.toBe(before);
  const count = async (sid: string) =>
    (await service.call('/api/Warenkorb/count', { headers: { 'x-session': sid } })).body.countArticles;
  expect([await count(before), await count(after), await count(stranger)]).toEqual([0, 3, 5]);
  expect(code(await list(before))).toEqual([401, 'login']);
  await post('/api/user/Abmelden', after);
  expect(code(await list(after))).toEqual([401, 'login']);
  expect([await saved(other), await count(after)]).toEqual([[], 3]);
  // The audit names a cart alike before and after the login.
  await add(after, 1);
  expect(await service.query(sql`select distinct cart from cart_audit`)).toHaveLength(2);
});

test('all rows of a session move with it', () => {
  // The file next to PostgreSQL has the same tables.
  const db = new DatabaseSync(join(service.dataDir, 'state.db'), { readOnly: true });
  const tables = db.prepare("select name from sqlite_master where sql like '%references session (id)%' order by name");
  expect(tables.all().map(({ name }) => name)).toEqual([...ofSession].sort());
  db.close();
});

test('deleting the account deletes vehicles and logs out all devices, and carts stay', async () => {
  const [one, two] = [await logIn('leaves'), await logIn('leaves')];
  const other = await logIn('remains');
  for (const sid of [one, other]) await post('/api/user/vehicles', sid, { modelId: ids.golfModel });
  expect((await post('/api/user/Loeschen', one)).status).toBe(200);
  for (const sid of [one, two]) expect(code(await list(sid))).toEqual([401, 'login']);
  expect([await saved(await logIn('leaves')), await saved(other)]).toEqual([[], [ids.golfModel]]);
});

test('users outlive their sessions (D71) and are known by issuer and subject only', async () => {
  const sid = await logIn('stays');
  await post('/api/user/vehicles', sid, { modelId: ids.golfModel });
  const db = await service.state.open();
  await forgetExpired(db, new Date(testClock.now() + 31 * 24 * 3_600_000));
  const rows = await db.selectFrom('account').selectAll().where('subject', '=', 'stays').execute();
  expect(rows.map((row) => Object.keys(row).sort())).toEqual([['created_at', 'id', 'issuer', 'subject']]);
  await db.destroy();
  expect(code(await list(sid))).toEqual([401, 'login']);
  expect(await saved(await logIn('stays'))).toEqual([ids.golfModel]);
});
