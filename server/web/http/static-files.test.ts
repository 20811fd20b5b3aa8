import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWeb, type Web } from '../../../test/doubles/web.js';

const folder = mkdtempSync(join(tmpdir(), 'own-pictures-'));
const file = join(folder, 'brands', 'kelvo.svg');
let web: Web;
beforeAll(async () => {
  mkdirSync(join(folder, 'brands'));
  writeFileSync(file, '<svg>one</svg>');
  writeFileSync(join(folder, 'brands', 'large.svg'), 'x'.repeat(3_000_000));
  web = await startWeb({ PICTURES_DIR: folder });
  await web.renew();
});
afterAll(async () => {
  await web.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a picture that the operator replaces is sent anew at once, and one that is removed is gone', async () => {
  const address = '/pictures/brands/kelvo.svg';
  const first = await web.request(address);
  expect(String(first.body)).toBe('<svg>one</svg>');
  const asked = { headers: { 'if-none-match': String(first.headers.etag) } };
  expect((await web.request(address, asked)).status).toBe(304);
  writeFileSync(file, '<svg>the second</svg>');
  const second = await web.request(address, asked);
  expect([second.status, String(second.body)]).toEqual([200, '<svg>the second</svg>']);
  rmSync(file);
  expect((await web.request(address)).status).toBe(404);
});

test('a large picture is sent whole, and to HEAD its length alone', async () => {
  const [got, head] = [
    await web.request('/pictures/brands/large.svg'),
    await web.request('/pictures/brands/large.svg', { method: 'HEAD' }),
  ];
  expect([got.status, got.body.length, got.headers['content-length']]).toEqual([200, 3_000_000, '3000000']);
  expect([head.status, head.headers['content-length']]).toEqual([200, '3000000']);
});
