import { createHash, createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWeb, type Web } from '../../../../test/doubles/web.js';
import { checkedFetch } from '../../../../views/checked-fetch.js';

const secret = 's'.repeat(32);
const halfHour = 1800;
/** Headers of a client with the challenge of `ts`. */
function headersAt(ts: number, method: string, path: string): Record<string, string> {
  const csr = createHmac('sha256', secret).update(`challenge:${ts}`).digest('base64url');
  const c = createHash('sha256').update(`${csr}${ts}${method}${path}`).digest('hex');
  return { 'x-csr': csr, 'x-ts': String(ts), 'x-c': c };
}
const path = '/api/vehicle/manufacturers';

describe('check headers', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
  });
  beforeEach(() => web.renew());
  const bucket = (): number => Math.floor(web.clock.now() / 1000 / halfHour) * halfHour;
  afterAll(() => web.stop());

  it('several calls require the three check headers, and no other call does', async () => {
    const wanting = ['/api/Warenkorb/count', path];
    for (const call of wanting) {
      const response = await web.request(call);
      expect([call, response.status, response.body.code]).toEqual([call, 403, 'challenge']);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect((await web.request(call, { headers: await web.checked(call) })).status).toBe(200);
    }
    for (const call of ['/api/session', '/api/Warenkorb', '/api/navigation', `${path}/10/series`])
      expect([call, (await web.request(call)).status]).toEqual([call, 200]);
  });

  it('the challenges of the current and the previous half hour are accepted, older and later ones are not', async () => {
    const status = async (ts: number): Promise<number> =>
      (await web.request(path, { headers: headersAt(ts, 'GET', path) })).status;
    const now = bucket();
    expect(await status(now)).toBe(200);
    expect(await status(now - halfHour)).toBe(200);
    expect(await status(now - 2 * halfHour)).toBe(403);
    expect(await status(now + halfHour)).toBe(403);
    expect(await status(now + 1)).toBe(403);
  });

  it('headers are valid for one method and one path, and never for a forged challenge', async () => {
    const right = headersAt(bucket(), 'GET', path);
    const refused = [
      headersAt(bucket(), 'GET', '/api/Warenkorb/count'),
      headersAt(bucket(), 'POST', path),
      { ...right, 'x-csr': '0'.repeat(64) },
      { ...right, 'x-csr': '' },
      { ...right, 'x-c': `${right['x-c']}0` },
      { ...right, 'x-c': String(right['x-c']).toUpperCase() },
    ];
    for (const headers of refused) expect((await web.request(path, { headers })).status).toBe(403);
    expect((await web.request(`${path}?limit=3`, { headers: right })).status).toBe(200);
    const { 'x-csr': csr = '', 'x-ts': ts = '', 'x-c': c = '' } = right;
    expect((await web.request(path, { headers: { csr, ts, c } })).status).toBe(200);
  });

  describe('checked calls of the browser', () => {
    const real = globalThis.fetch;
    const asked: string[] = [];
    /** Responses of `/api/session` that replace the shop's. */
    let sessions: (() => Response)[] = [];
    beforeEach(() => {
      asked.length = 0;
      sessions = [];
      globalThis.fetch = async (address, init) => {
        asked.push(String(address));
        const other = address === '/api/session' ? sessions.shift() : undefined;
        return other ? other() : real(`http://127.0.0.1:${web.port}${address}`, init);
      };
    });
    afterEach(() => {
      globalThis.fetch = real;
    });

    it('the browser fetches the session once, and repeats a call once after renewing an expired challenge', async () => {
      sessions = [() => new Response(null, { status: 503 })];
      await expect(checkedFetch(path)).rejects.toThrow('503');
      asked.length = 0;
      sessions = [() => Response.json({ csr: 'old', ts: 0 })];
      expect((await checkedFetch(`${path}?limit=3`)).status).toBe(200);
      expect(asked).toEqual(['/api/session', `${path}?limit=3`, '/api/session', `${path}?limit=3`]);
      expect((await checkedFetch('/api/Warenkorb/count')).status).toBe(200);
      expect(asked.slice(4)).toEqual(['/api/Warenkorb/count']);
    });

    it('the browser does not repeat a call after another refusal', async () => {
      expect((await checkedFetch(path, { method: 'POST' })).status).toBe(405);
      asked.length = 0;
      expect((await checkedFetch(`${path}?limit=0`)).status).toBe(400);
      expect(asked).toEqual([`${path}?limit=0`]);
    });
  });
});
