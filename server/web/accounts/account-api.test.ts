import { expect, test } from 'vitest';
import { startWeb } from '../../../test/doubles/web.js';

test("a visitor's vehicles are kept by no cache, and are nowhere without a login", async () => {
  const web = await startWeb();
  try {
    await web.renew();
    const path = '/api/user/vehicles';
    const ask = async (query = '') => {
      const { status, body, headers } = await web.request(path + query, { headers: await web.checked(path) });
      return [status, body.code, headers['cache-control']];
    };
    expect(await ask()).toEqual([401, 'login', 'private, no-store']);
    const italian = await ask('?locale=it-IT');
    expect(italian.slice(1)).toEqual(['edition', 'private, no-store']);
  } finally {
    await web.stop();
  }
});
