import { describe, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { events } from '../http/log-events.js';
import { namedOrigins, returnOrigins } from './login-origins.js';

test.each([
  ['localhost:3000', true],
  ['shop.localhost', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['192.168.1.5', true],
  ['[2001:db8::1]', true],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['nas', false],
  [undefined, false],
])('%s is an address, or the machine itself: %s', (host, expected) => {
  const origins = returnOrigins({ PUBLIC_ORIGIN: undefined, EDITION_HOSTS: new Map() }, { protocol: 'http', host });
  expect(origins).toEqual(expected ? [`http://${host}`] : []);
});

test('hosts of editions have the scheme of the shop', () => {
  const EDITION_HOSTS = new Map([['shop.at.example', 'de-AT' as const]]);
  const origins = (PUBLIC_ORIGIN?: string) => namedOrigins({ PUBLIC_ORIGIN, EDITION_HOSTS });
  expect(origins('http://shop.example')).toEqual(['http://shop.example', 'http://shop.at.example']);
  expect(origins('https://shop.example')).toEqual(['https://shop.example', 'https://shop.at.example']);
  expect(origins()).toEqual(['https://shop.at.example']);
});

/** Returns the origin to which a login on a host redirects; null if it does not begin. */
async function backFrom(web: Web, host: string): Promise<string | null> {
  const { headers } = await web.request('/Einloggen', { headers: { host } });
  const location = URL.parse(headers.location ?? '', 'http://provider');
  return location?.searchParams.get('redirect_uri') ?? null;
}

describe('a login comes back', () => {
  test('to addresses and the machine itself, where no origin is named', async () => {
    const web = await startWeb();
    try {
      await web.renew();
      for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '192.168.1.5'])
        expect(await backFrom(web, host)).toBe(`http://${host}/Einloggen/zurueck`);
      const refused = await web.request('/Einloggen', { headers: { host: 'evil.example' } });
      expect([refused.status, refused.headers.location]).toEqual([400, undefined]);
      expect(refused.text).not.toContain('evil.example');
      expect(web.lines.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ event: events.loginFailed, reason: 'host_not_named' }),
      );
      // The embedded provider does not trust the Host header either.
      const begun = await web.request('/Einloggen', { headers: { host: '127.0.0.1' } });
      const asked = begun.headers.location?.replace('127.0.0.1', 'evil.example') ?? '';
      const led = await web.request(asked, { headers: { host: 'evil.example' } });
      expect([led.status, led.headers.location]).toEqual([400, undefined]);
    } finally {
      await web.stop();
    }
  });

  test.each([
    ['www.shop.example', 'https://www.shop.example/Einloggen/zurueck'],
    ['evil.example', 'https://www.shop.example/Einloggen/zurueck'],
    ['127.0.0.1:3000', 'https://www.shop.example/Einloggen/zurueck'],
    ['shop.at.example', 'https://shop.at.example/Einloggen/zurueck'],
  ])('to what the operator has named: from %s to %s', async (host, expected) => {
    const web = await startWeb({
      PUBLIC_ORIGIN: 'https://www.shop.example',
      EDITION_HOSTS: 'shop.at.example=de-AT',
    });
    try {
      await web.renew();
      expect(await backFrom(web, host)).toBe(expected);
    } finally {
      await web.stop();
    }
  });

  test('to hosts of editions, where they are all that is named', async () => {
    const web = await startWeb({ EDITION_HOSTS: 'shop.at.example=de-AT' });
    try {
      await web.renew();
      expect(await backFrom(web, 'shop.at.example')).toBe('https://shop.at.example/Einloggen/zurueck');
      expect(await backFrom(web, 'evil.example')).toBe('https://shop.at.example/Einloggen/zurueck');
    } finally {
      await web.stop();
    }
  });
});
