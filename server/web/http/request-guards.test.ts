import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, startWeb, type Web } from '../../../test/doubles/web.js';
import { refuseLargeBodies, signedCartForm } from './connections.js';
import { originCheck } from './origin.js';
import { hasOneHost, isHost } from './security.js';

describe("a write must come from the shop's own pages", () => {
  const own = new Set(['https://www.shop.example']);
  /** @returns the code of the refusal; null if the request passes */
  const refusal = (headers: Record<string, string>, method = 'POST', secure = false): string | null => {
    const request = { method, secure, host: 'shop.example', get: (name: string) => headers[name] };
    let code: string | null = 'no answer';
    try {
      originCheck(own)(request as unknown as Request, {} as Response, () => {
        code = null;
      });
    } catch (error) {
      code = (error as { code: string }).code;
    }
    return code;
  };

  test.each([
    ['same-origin', null],
    ['none', null],
    ['same-site', 'origin'],
    ['cross-site', 'origin'],
    ['anything', 'origin'],
    ['', 'origin'],
  ])('Sec-Fetch-Site: %s', (site, expected) => {
    expect(refusal({ 'sec-fetch-site': site })).toBe(expected);
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(refusal({ 'sec-fetch-site': site }, method)).toBe(expected);
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(refusal({ 'sec-fetch-site': site }, method)).toBeNull();
  });

  test.each([
    ['http://shop.example', false, null],
    ['https://shop.example', false, null],
    ['http://shop.example', true, 'origin'],
    ['https://shop.example', true, null],
    ['https://www.shop.example', true, null],
    ['http://www.shop.example', false, 'origin'],
    ['https://shop.example:8443', true, 'origin'],
    ['https://evil.example', true, 'origin'],
    ['https://shop.example.evil.example', true, 'origin'],
    ['nonsense', false, 'origin'],
    ['', false, 'origin'],
    ['null', false, 'origin'],
  ])('Origin: %s, over TLS: %s', (origin, secure, expected) => {
    expect(refusal({ origin }, 'POST', secure)).toBe(expected);
    // Sec-Fetch-Site does not outweigh a foreign origin.
    const expectedBeside = origin === 'null' ? null : expected;
    expect(refusal({ origin, 'sec-fetch-site': 'same-origin' }, 'POST', secure)).toBe(expectedBeside);
    expect(refusal({ origin, 'sec-fetch-site': 'cross-site' }, 'POST', secure)).toBe('origin');
  });

  test('a client that sends neither header is no browser', () => expect(refusal({})).toBeNull());
});

test.each([
  [[], '1.1', false],
  [[], '1.0', true],
  [['Host', 'a'], '1.1', true],
  [['Host', 'a', 'host', 'a'], '1.1', false],
  [['Host', 'a', 'host', 'a'], '1.0', false],
  [['HOST', 'a', 'Accept', 'host', 'Host', 'b'], '1.1', false],
  [['Accept', 'Host', 'X-Host', 'b', 'Host', 'c'], '1.1', true],
])('headers %j of HTTP/%s name one host: %s', (rawHeaders, httpVersion, expected) => {
  expect(hasOneHost({ rawHeaders, httpVersion })).toBe(expected);
});

test.each([
  ['www.shop.example', true],
  ['WWW.Shop.Example.:8080', true],
  ['localhost:3000', true],
  ['web_1', true],
  ['127.0.0.1:65535', true],
  ['[::1]:3000', true],
  ['xn--bcher-kva.example', true],
  ['', false],
  ['a b<script>', false],
  ['x@evil.example', false],
  ['evil.example/path', false],
  ['evil.example?', false],
  ['a, b', false],
  ['a:b', false],
  ['a:65536', false],
  ['256.1.1.1', false],
  ['[::1', false],
  ['[fe80::1%eth0]', false],
  ['.example', false],
  ['-', false],
  [`${'a'.repeat(254)}`, false],
])('"%s" is a host: %s', (text, expected) => {
  expect(isHost(text)).toBe(expected);
});

test.each([
  ['/', 64 * 1024, true],
  ['/', 64 * 1024 + 1, false],
  [signedCartForm.path, signedCartForm.bytes, true],
  [`${signedCartForm.path}?a=1`, signedCartForm.bytes, true],
  [signedCartForm.path, signedCartForm.bytes + 1, false],
  [`${signedCartForm.path}/x`, signedCartForm.bytes, false],
  ['/', undefined, true],
])('a body for %s of %p bytes is read: %s', (url, length, isRead) => {
  const headers = length === undefined ? {} : { 'content-length': String(length) };
  let passed = 0;
  const pass = () =>
    refuseLargeBodies()({ url, headers } as unknown as Request, {} as Response, () => {
      passed += 1;
    });
  if (isRead) pass();
  else expect(pass).toThrow(expect.objectContaining({ code: 'too_large' }));
  expect(passed).toBe(isRead ? 1 : 0);
});

describe('over HTTP', () => {
  let web: Web;
  beforeAll(async () => {
    web = await startWeb();
    await web.renew();
  });
  afterAll(() => web.stop());

  test.each(['/', '/Warenkorb', '/Bremsscheiben/Alle-Fahrzeuge/--1523', '/api/navigation', '/api/Warenkorb'])(
    'TRACE of %s is 405 and returns nothing of the request',
    async (path) => {
      const { status, allow, text } = await new Promise<{ status?: number; allow?: string; text: string }>(
        (resolve, reject) => {
          const headers = { 'x-canary': 'CANARY', cookie: 'partavo=CANARY' };
          httpRequest({ host: '127.0.0.1', port: web.port, path, method: 'TRACE', headers }, (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (chunk) => {
              text += chunk;
            });
            response.on('end', () => resolve({ status: response.statusCode, allow: response.headers.allow, text }));
          })
            .on('error', reject)
            .end();
        },
      );
      expect([status, allow?.includes('GET')]).toEqual([405, true]);
      expect(text).not.toContain('CANARY');
    },
  );

  test.each([
    ['/api/Warenkorb/Hinzufuegen/5001', '{"quantity":{"$gt":0}}'],
    ['/api/Warenkorb/Hinzufuegen/5001', '{"quantity":[1]}'],
    ['/api/Warenkorb/Hinzufuegen/5001', '[{"quantity":1}]'],
    ['/api/Warenkorb/Hinzufuegen/5001', '{"quantity":100}'],
    ['/api/Warenkorb/Aendern/line-1', '{"__proto__":{"quantity":2}}'],
    ['/api/Warenkorb/Plan', '{"replacements":"all"}'],
    ['/api/Warenkorb/Plan', '{"replacements":[{"from":1,"to":{}}]}'],
    ['/api/vitals', '{"locale":"de-DE","ttfb":100,"route":"home","more":1}'],
    ['/api/vitals', '[]'],
    ['/api/browser-errors', '{"build":1}'],
  ])('a schema checks JSON: %s refuses %s, without a call of the marketplace', async (path, body) => {
    web.double.calls.length = 0;
    const response = await web.post(path, body, json);
    expect([response.status, web.double.calls.filter(({ method }) => method === 'POST')]).toEqual([400, []]);
  });

  test.each(['a b<script>', 'evil.example/path'])('a request to the host "%s" is refused', async (host) => {
    const { status, body } = await web.request('/api/session', { headers: { host } });
    expect([status, body.code]).toEqual([400, 'invalid']);
  });

  test("a challenge without the shop's signature is refused", async () => {
    const path = '/api/vehicle/manufacturers';
    const { csr, ts } = (await web.request('/api/session')).body;
    const answering = async (challenge: string, moment: unknown): Promise<number> => {
      const c = createHash('sha256').update(`${challenge}${moment}GET${path}`).digest('hex');
      const headers = { 'x-csr': challenge, 'x-ts': String(moment), 'x-c': c };
      return (await web.request(path, { headers })).status;
    };
    expect(await answering(csr, ts)).toBe(200);
    for (const forged of ['', 'x'.repeat(csr.length), csr.slice(1), `${csr}x`, csr.toLowerCase()])
      expect([forged, await answering(forged, ts)]).toEqual([forged, 403]);
    // Signed for another moment.
    for (const moment of [ts - 1800, ts + 1800, ''])
      expect([moment, await answering(csr, moment)]).toEqual([moment, 403]);
  });
});
