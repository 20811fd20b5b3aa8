import type { CookieOptions, Request, Response } from 'express';
import { expect, test } from 'vitest';
import { ownPath } from './forms.js';
import { hostCookie, readHostCookie } from './host-cookie.js';
import {
  keepSession,
  newSession,
  sendsNoCookie,
  sessionOf,
  sessionToBegin,
  setCountCookie,
  signedSessionOf,
} from './session-cookie.js';
import { isSigned, type SigningKeys, sign } from './signing-keys.js';

const keys: SigningKeys = ['n'.repeat(32), 'o'.repeat(32)];
const requestWith = (cookies: Record<string, string>, secure = false) =>
  ({ cookies, secure, get: () => Object.keys(cookies)[0] }) as unknown as Request;
/** Returns the cookies that were set or cleared, in order. */
function jar() {
  const set: [name: string, value: string | null, options: CookieOptions][] = [];
  const response = {
    cookie: (...cookie: [string, string, CookieOptions]) => void set.push(cookie),
    clearCookie: (name: string, options: CookieOptions) => void set.push([name, null, options]),
  };
  return { set, response: response as unknown as Response };
}
const sid = 'a-session_of-16c';

test('a session has 16 to 64 characters and its signature 43; the guessable value "10" is no session', () => {
  const read = (partavo: string) => sessionOf(requestWith({ partavo }));
  const mac = sign(keys, `session:${sid}`);
  expect([read(sid), read(`${sid}.${mac}`), read('x'.repeat(64))]).toEqual([sid, sid, 'x'.repeat(64)]);
  const wrong = [
    '',
    '10',
    'x'.repeat(15),
    'x'.repeat(65),
    `${sid}.`,
    `${sid}.${mac}x`,
    `${sid}.${mac.slice(1)}`,
    `${sid} `,
  ];
  expect(wrong.map(read)).toEqual(wrong.map(() => null));
  expect(sessionOf(requestWith({}))).toBeNull();
  expect(sessionOf({ cookies: { partavo: { 0: sid } } } as unknown as Request)).toBeNull();
});

test('only a session signed with one of the keys may create a cart', () => {
  const signed = (mac: string, partavo = `${sid}.${mac}`) => signedSessionOf(keys, requestWith({ partavo }));
  const text = `session:${sid}`;
  expect([signed(sign(keys, text)), signed(sign([keys[1] as string], text))]).toEqual([sid, sid]);
  expect([
    signed('x'.repeat(43)),
    signed(sign(['z'.repeat(32)], text)),
    signed(sign(keys, sid)),
    signed('', sid),
  ]).toEqual(Array(4).fill(null));
  expect(sessionToBegin(keys, requestWith({ partavo: `${sid}.${sign(keys, text)}` }))).toEqual({
    session: sid,
    isSigned: true,
  });
  expect(sessionToBegin(keys, requestWith({ partavo: sid }))).toEqual({ session: sid });
  expect(sessionToBegin(keys, requestWith({}))).toEqual({});
  expect(signedSessionOf(keys, requestWith({}))).toBeNull();
});

test('a signature depends on its text, its length and one of the keys', () => {
  const mac = sign(keys, 'text');
  expect([mac.length, sign(keys, 'text', 32)]).toEqual([43, mac.slice(0, 32)]);
  expect([isSigned(keys, 'text', mac), isSigned(keys, 'text', mac.slice(0, 32), 32)]).toEqual([true, true]);
  for (const wrong of [mac.slice(0, 42), `${mac}x`, '', mac.slice(0, 32)])
    expect(isSigned(keys, 'text', wrong)).toBe(false);
  expect(isSigned(keys, 'text', mac, 32)).toBe(false);
  expect(isSigned(keys, 'texts', mac)).toBe(false);
});

test('the session lives for thirty days in a cookie that scripts cannot read, over TLS for this host only', () => {
  const month = 30 * 24 * 3_600_000;
  const plain = jar();
  const value = keepSession(keys, requestWith({}), plain.response, sid);
  expect(plain.set).toEqual([
    ['partavo', value, { path: '/', sameSite: 'lax', secure: false, maxAge: month, httpOnly: true }],
  ]);
  expect(signedSessionOf(keys, requestWith({ partavo: value }))).toBe(sid);
  const secure = jar();
  keepSession(keys, requestWith({ partavo: 'of before' }, true), secure.response, sid);
  expect(secure.set).toMatchObject([
    ['__Host-partavo', value, { secure: true, httpOnly: true }],
    ['partavo', null, { path: '/' }],
  ]);
  const fresh = jar();
  keepSession(keys, requestWith({}, true), fresh.response, sid);
  expect(fresh.set).toHaveLength(1);
  const both = { '__Host-partavo': sid, partavo: 'x'.repeat(20) };
  expect([sessionOf(requestWith(both, true)), sessionOf(requestWith(both))]).toEqual([sid, 'x'.repeat(20)]);
  expect(sessionOf(requestWith({ partavo: sid }, true))).toBe(sid);
  expect([hostCookie({ secure: false }, 'a'), hostCookie({ secure: true }, 'a')]).toEqual(['a', '__Host-a']);
  expect(readHostCookie(requestWith({ a: '1' }, true), 'a')).toBeUndefined();
  const sessions = [newSession(), newSession()];
  expect([sessions[0]?.length, new Set(sessions).size]).toEqual([22, 2]);
});

test('scripts read the number of pieces in the cart, and an empty cart has no cookie', () => {
  const { set, response } = jar();
  for (const count of [1, 0]) setCountCookie(requestWith({}), response, count);
  expect(set).toMatchObject([
    ['cartCount', '1', { path: '/', sameSite: 'lax' }],
    ['cartCount', null, { path: '/' }],
  ]);
  expect(set[0]?.[2]).not.toHaveProperty('httpOnly');
  expect([sendsNoCookie(requestWith({})), sendsNoCookie(requestWith({ a: '1' }))]).toEqual([true, false]);
});

test('a path to return to has at most 2048 characters', () => {
  const path = (length: number) => `/${'x'.repeat(length - 1)}`;
  expect([ownPath(path(2048)), ownPath(path(2049)), ownPath(''), ownPath(null)]).toEqual([
    path(2048),
    null,
    null,
    null,
  ]);
});
