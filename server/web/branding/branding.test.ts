import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';
import { createBranding } from './branding.js';

const drawing = (colour: string) => ({
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/></svg>`,
  ),
  width: 32,
  height: 32,
});
const settings = {
  logo: drawing('#123456'),
  icon: drawing('#654321'),
  colours: { light: {}, dark: {} },
  guaranteeNotice: {},
  durabilityLabel: null,
};
let web: Web;
beforeAll(async () => {
  web = await startWeb();
  const { texts, keys } = web.services;
  web.services.branding = createBranding(settings, (language) => texts.inLanguage(language), keys);
  await web.renew();
});
afterAll(() => web.stop());

test('logo, icons and notices of a shop are sent with a tag, and not again to who has them', async () => {
  const { logo, guaranteeNotice } = web.services.branding;
  const notice = guaranteeNotice('fr').src;
  expect(logo).toMatchObject({ src: expect.stringMatching(/^\/logo-[\da-f]{8}\.svg$/), width: 32, height: 32 });
  expect(notice).toMatch(/^\/guarantee-fr-[\da-f]{8}\.svg$/);
  for (const [path, type, cache] of [
    [logo?.src ?? '', 'image/svg+xml', 'public, max-age=31536000, immutable'],
    [notice, 'image/svg+xml', 'public, max-age=31536000, immutable'],
    ['/icon.svg', 'image/svg+xml', 'public, max-age=86400'],
    ['/favicon.ico', 'image/x-icon', 'public, max-age=86400'],
  ] as const) {
    const { status, headers } = await web.request(path);
    expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([path, 200, type, cache]);
    expect(headers.etag).toMatch(/^"[\da-f]{8}"$/);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    const ask = (tag: string) => web.request(path, { headers: { 'if-none-match': tag } });
    expect([(await ask(String(headers.etag))).status, (await ask('"other"')).status]).toEqual([304, 200]);
  }
  expect((await web.request('/logo-00000000.svg')).status).toBe(404);
});
