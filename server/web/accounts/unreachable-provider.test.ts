import { expect, test } from 'vitest';
import { startWeb } from '../../../test/doubles/web.js';

test('a login at a provider that cannot be reached says so with 503', async () => {
  const web = await startWeb({
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'x',
    PUBLIC_ORIGIN: 'https://www.shop.example',
  });
  try {
    await web.renew();
    const seen = await web.request('/de-AT/Einloggen?redirectUrl=%2Fde-AT%2F');
    expect(seen.status).toBe(503);
    expect(/<main.*<\/main>/s.exec(seen.text)?.[0]).toContain('Der Anmeldedienst ist gerade nicht erreichbar.');
  } finally {
    await web.stop();
  }
});
