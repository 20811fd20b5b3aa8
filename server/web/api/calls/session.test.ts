import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { json, startWeb, type Web } from '../../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(() => web.renew());
afterAll(() => web.stop());

const ask = (cookie = '') => web.request('/api/session', { headers: { cookie } });
const sidOf = ({ sid }: { sid: string }): string => sid;
const add = (cookie: string) => web.post('/api/Warenkorb/Hinzufuegen/5001', '{"quantity":2}', { ...json, cookie });
const count = async (cookie: string) =>
  (await web.request('/api/Warenkorb', { headers: { cookie } })).body.cartData.countArticles;

describe('GET /api/session', () => {
  test('issues a signed session that is not stored, and the same one again', async () => {
    const first = await ask();
    expect(sidOf(first.body)).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    expect(first.headers['set-cookie']?.[0]).toMatch(
      /^partavo=[^;]+; Max-Age=2592000; Path=\/;.*HttpOnly; SameSite=Lax$/,
    );
    expect(web.cookies(first)).toBe(`partavo=${sidOf(first.body)}`);
    const again = await ask(web.cookies(first));
    expect(sidOf(again.body)).toBe(sidOf(first.body));
    expect(sidOf((await ask()).body)).not.toBe(sidOf(first.body));
    expect(web.double.calls).toEqual([]);
  });

  test('replaces an unsigned, foreign or invalid session', async () => {
    const sid = 'abcdefghijklmnopqrstuv';
    for (const made of ['10', 'x', '%%%', sid, `${sid}.${'A'.repeat(43)}`, `${sid}.short`]) {
      const given = sidOf((await ask(`partavo=${made}`)).body);
      expect(given).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
      expect(given).not.toContain(sid);
    }
  });

  test('does not look up a guessable id', async () => {
    for (const guessable of ['10', 'abcdefghijklmno']) await ask(`partavo=${guessable}`);
    expect(web.double.calls).toEqual([]);
    await ask('partavo=abcdefghijklmnop');
    expect(web.double.calls.map(({ session }) => session)).toEqual(['abcdefghijklmnop']);
  });

  test('a first write creates the session only if it is signed', async () => {
    const cookie = web.cookies(await ask());
    const added = await add(cookie);
    expect(web.cookies(added)).toContain(cookie);
    expect(await count(cookie)).toBe(2);
    expect(web.double.calls.find(({ method }) => method === 'POST')).toMatchObject({
      session: cookie.slice('partavo='.length, -44),
      isSigned: true,
    });
    web.double.calls.length = 0;
    await add(`partavo=${'f'.repeat(22)}.${'A'.repeat(43)}`);
    expect(web.double.calls.find(({ method }) => method === 'POST')).toMatchObject({ isSigned: false });
  });

  test('a session of an earlier version keeps its cart and gets a signature', async () => {
    const signed = web.cookies(await ask());
    await add(signed);
    const unsigned = signed.slice(0, -44);
    expect(await count(unsigned)).toBe(2);
    expect(web.cookies(await ask(unsigned))).toBe(signed);
    expect(web.cookies(await add(unsigned))).toContain(signed);
    expect(await count(signed)).toBe(4);
    // A session signed with an earlier key does the same.
    expect(web.cookies(await ask(`${unsigned}.${'A'.repeat(43)}`))).toBe(signed);
  });
});
