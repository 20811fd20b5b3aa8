import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterAll(() => web.stop());

test('the tag of an answer depends on its body, and a browser that has it gets no second copy', async () => {
  const [makes, make] = ['/api/vehicle/manufacturers', '/api/vehicle/manufacturers/10'];
  const ask = async (path: string, tag = '') => {
    const { status, headers } = await web.request(path, {
      headers: { ...(await web.checked(path)), 'if-none-match': tag },
    });
    return [status, String(headers.etag)] as const;
  };
  const [, tag] = await ask(makes);
  expect(await ask(makes)).toEqual([200, tag]);
  expect(await ask(make)).toEqual([200, expect.not.stringMatching(`^${tag}$`)]);
  expect([(await ask(makes, tag))[0], (await ask(make, tag))[0]]).toEqual([304, 200]);
});
