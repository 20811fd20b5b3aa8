import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDom } from '../../test/support/dom.js';

test('a call proves its method and path, and renews an expired challenge once', async () => {
  const codes = ['other', 'challenge'];
  const dom = await openDom('<html></html>', {
    answer: ({ address }) => {
      if (address === '/api/session') return { body: JSON.stringify({ csr: 'c', ts: 7 }) };
      const code = codes.shift();
      return code ? { status: 403, body: JSON.stringify({ code }) } : { body: '{}' };
    },
  });
  const { checkedFetch } = await import('../../views/checked-fetch.js');
  expect((await checkedFetch('/api/x?y=1', { method: 'POST' })).status).toBe(403);
  expect((await checkedFetch('/api/z')).status).toBe(200);
  const sent = dom.asked.map(({ method, address, header }) => [method, address, header('x-c')]);
  const proof = (text: string): string => createHash('sha256').update(`c7${text}`).digest('hex');
  expect(sent).toEqual([
    ['GET', '/api/session', null],
    ['POST', '/api/x?y=1', proof('POST/api/x')],
    ['GET', '/api/z', proof('GET/api/z')],
    ['GET', '/api/session', null],
    ['GET', '/api/z', proof('GET/api/z')],
  ]);
});

test('a challenge that could not be had is asked for again by the next call', async () => {
  let isReached = false;
  const dom = await openDom('<html></html>', {
    answer: ({ address }) => {
      if (address !== '/api/session') return { body: '{}' };
      return { status: isReached ? 200 : 503, body: JSON.stringify({ csr: 'c', ts: 7 }) };
    },
  });
  const { checkedFetch } = await import('../../views/checked-fetch.js');
  await expect(checkedFetch('/api/x')).rejects.toThrow('no session: status 503');
  isReached = true;
  expect((await checkedFetch('/api/x')).status).toBe(200);
  expect((await checkedFetch('/api/x')).status).toBe(200);
  expect(dom.asked.map(({ address }) => address)).toEqual([...['/api/session', '/api/session', '/api/x', '/api/x']]);
});
