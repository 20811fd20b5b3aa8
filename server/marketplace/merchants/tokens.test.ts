import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ShopId } from '../program/shop-choice.js';
import { openStateStore, type StateDb, stateFile } from '../state/state-store.js';
import { holderOf, signIn, signOut } from './credentials.js';
import { listTokens, makeToken, revokeToken, rotateToken, rotationDays } from './tokens.js';

const now = new Date('2026-11-22T10:00:00Z');
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const days = 24 * 60;
let dataDir: string;
let db: StateDb;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tokens-'));
  db = await openStateStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

const make = (scope: 'read' | 'offers' = 'offers', lasts: number | null = null, shopId = 7 as ShopId) =>
  makeToken(db, shopId, scope, lasts, now);
const refused = { code: 'token' };

test('a token opens what it is for, and only its digest is kept', async () => {
  const { id, token } = await make();
  expect(token).toMatch(/^pmt_[0-9a-f]{10}_[\w-]{43}$/);
  expect(await holderOf(db, token, 'offers', now)).toEqual({
    shopId: 7,
    tokenId: id,
    scopes: ['read', 'offers'],
    expiresAt: null,
  });
  await db.destroy();
  const secret = token.slice(-43);
  for (const end of ['', '-wal']) {
    const bytes = readFileSync(`${stateFile(dataDir)}${end}`, { flag: 'a+' });
    expect(bytes.includes(secret)).toBe(false);
  }
  db = await openStateStore(dataDir);
});

test('a token to read changes nothing', async () => {
  const { token } = await make('read');
  expect(await holderOf(db, token, 'read', now)).toMatchObject({ scopes: ['read'] });
  await expect(holderOf(db, token, 'offers', now)).rejects.toMatchObject({ code: 'scope', status: 403 });
});

test('a malformed token, a wrong secret and an unknown name are refused alike', async () => {
  const { id, token } = await make();
  const { token: other } = await make('read');
  for (const wrong of [
    '',
    'pmt_',
    token.slice(0, -1),
    `${token}A`,
    `pmt_${id}_${other.slice(-43)}`,
    `pmt_0000000000_${token.slice(-43)}`,
    token.toUpperCase(),
    `pms_${token.slice(-43)}`,
  ])
    await expect(holderOf(db, wrong, 'read', now)).rejects.toMatchObject(refused);
});

test('two tokens of a scope are good at once; the former of two ends by itself', async () => {
  const first = await make();
  const second = await rotateToken(db, first.id, now);
  await expect(make()).rejects.toThrow('2 tokens');
  await expect(rotateToken(db, second.id, now)).rejects.toThrow('2 tokens');
  const reader = await make('read');
  const nextReader = await rotateToken(db, reader.id, now);
  await holderOf(db, nextReader.token, 'read', now);
  await expect(holderOf(db, nextReader.token, 'offers', now)).rejects.toMatchObject({ code: 'scope' });
  const end = later(rotationDays * days);
  await holderOf(db, first.token, 'offers', later(rotationDays * days - 1));
  await expect(holderOf(db, first.token, 'offers', end)).rejects.toMatchObject(refused);
  await holderOf(db, second.token, 'offers', end);
  await rotateToken(db, second.id, end);
  await expect(rotateToken(db, first.id, end)).rejects.toThrow('not valid');
});

test('a revoked token and its sessions end at once', async () => {
  const { id, token } = await make();
  const { session } = await signIn(db, token, now, 'r1');
  expect(await holderOf(db, session, 'offers', now)).toMatchObject({ shopId: 7, tokenId: id });
  await revokeToken(db, id, later(1));
  await revokeToken(db, id, later(2));
  for (const each of [token, session])
    await expect(holderOf(db, each, 'read', later(2))).rejects.toMatchObject(refused);
  expect(await db.selectFrom('merchant_session').selectAll().execute()).toEqual([]);
  await expect(revokeToken(db, 'none', now)).rejects.toThrow('no token');
  const [row] = await listTokens(db, 7 as ShopId);
  expect(row).toMatchObject({ revoked_at: later(1).toISOString() });
});

test('a token with days ends, and a rotation only brings its end nearer', async () => {
  const { id, token } = await make('offers', 2);
  expect((await rotateToken(db, id, now)).formerEndsAt).toBe(later(2 * days).toISOString());
  const ends = db.selectFrom('merchant_audit').select(['token_id', 'what']).where('event', '=', 'token_ends');
  expect(await ends.execute()).toEqual([{ token_id: id, what: later(2 * days).toISOString() }]);
  const long = await make('offers', 30, 8 as ShopId);
  expect((await rotateToken(db, long.id, now)).formerEndsAt).toBe(later(rotationDays * days).toISOString());
  await holderOf(db, token, 'read', later(2 * days - 1));
  await expect(holderOf(db, token, 'read', later(2 * days))).rejects.toMatchObject(refused);
});

test('a session ends on signing out, without use, and after half a day; it cannot begin another one', async () => {
  const { token } = await make();
  const { session } = await signIn(db, token, now, 'r1');
  await expect(signIn(db, session, now, 'r2')).rejects.toMatchObject(refused);
  for (let minute = 20; minute < 12 * 60; minute += 20) await holderOf(db, session, 'read', later(minute));
  await expect(holderOf(db, session, 'read', later(12 * 60))).rejects.toMatchObject(refused);
  const idle = await signIn(db, token, now, 'r3');
  await expect(holderOf(db, idle.session, 'read', later(31))).rejects.toMatchObject(refused);
  const left = await signIn(db, token, now, 'r4');
  await signOut(db, left.session, later(1), 'r5');
  await expect(holderOf(db, left.session, 'read', later(1))).rejects.toMatchObject(refused);
});

test('the trail tells acts without secrets', async () => {
  const { id, token } = await make();
  const { session } = await signIn(db, token, now, 'r1');
  await signOut(db, session, now, 'r2');
  await revokeToken(db, id, now);
  const trail = await db.selectFrom('merchant_audit').selectAll().orderBy('id').execute();
  expect(trail.map(({ event }) => event)).toEqual(['token_made', 'signed_in', 'signed_out', 'token_revoked']);
  expect(trail.map(({ request_id }) => request_id)).toEqual([null, 'r1', 'r2', null]);
  expect(trail.every(({ shop_id: shop, token_id: named }) => shop === 7 && named === id)).toBe(true);
  const text = JSON.stringify(trail);
  expect([text.includes(token.slice(-43)), text.includes(session)]).toEqual([false, false]);
});

test('an invitation opens nothing but one sign-in, which makes a token, and it ends after its days', async () => {
  const { id, token } = await makeToken(db, 7 as ShopId, 'offers', 7, now, 1);
  await expect(holderOf(db, token, 'read', now)).rejects.toMatchObject(refused);
  const { made, holder, session } = await signIn(db, token, now, 'r');
  expect([holder.tokenId === id, holder.expiresAt]).toEqual([false, null]);
  for (const own of [made ?? '', session])
    expect(await holderOf(db, own, 'offers', now)).toMatchObject({ tokenId: holder.tokenId });
  await expect(signIn(db, token, now, 'r')).rejects.toMatchObject(refused);
  const late = await makeToken(db, 7 as ShopId, 'read', 7, now, 1);
  await expect(signIn(db, late.token, later(7 * days), 'r')).rejects.toMatchObject(refused);
  expect((await signIn(db, made ?? '', now, 'r')).made).toBeNull();
});

test('a token is used, signed out of and ended without an effect on other tokens', async () => {
  const one = await make();
  const other = await makeToken(db, 7 as ShopId, 'offers', null, later(1));
  const elsewhere = await makeToken(db, 8 as ShopId, 'read', null, later(2));
  const sessionOf = async ({ token }: { token: string }) => (await signIn(db, token, later(1), 'r')).session;
  const [first, second, foreign] = [await sessionOf(one), await sessionOf(one), await sessionOf(other)];
  // The last use is noted once a minute.
  for (const minute of [5, 6]) await holderOf(db, first, 'read', later(minute));
  const listed = (await listTokens(db, 7 as ShopId)).map(({ id, used_at }) => [id, used_at]);
  expect(listed).toEqual([
    [other.id, later(1).toISOString()],
    [one.id, later(5).toISOString()],
  ]);
  expect((await listTokens(db, null)).map(({ id }) => id)).toEqual([other.id, one.id, elsewhere.id]);
  const used = await db.selectFrom('merchant_session').select('changed_at').orderBy('changed_at').execute();
  expect(used.map(({ changed_at }) => changed_at)).toEqual([1, 1, 5].map((minute) => later(minute).toISOString()));
  await signOut(db, first, later(6), 'r');
  await holderOf(db, second, 'offers', later(6));
  await revokeToken(db, one.id, later(7));
  for (const valid of [other.token, foreign]) await holderOf(db, valid, 'offers', later(7));
  await holderOf(db, elsewhere.token, 'read', later(7));
});
