import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

const folder = mkdtempSync(join(tmpdir(), 'own-pictures-'));
const file = join(folder, 'brands', 'kelvo.svg');
let web: Web;
beforeAll(async () => {
  mkdirSync(join(folder, 'brands'));
  writeFileSync(file, '<svg>one</svg>');
  writeFileSync(join(folder, 'brands', 'large.svg'), 'x'.repeat(3_000_000));
  writeFileSync(join(folder, 'brands', 'ä 1.pdf'), '%PDF-1.7');
  web = await startWeb({ PICTURES_DIR: folder, DOCUMENTS_DIR: folder });
  await web.renew();
});
afterAll(async () => {
  await web.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a replaced picture of the operator is served at once, and a removed one is not found', async () => {
  const address = '/pictures/brands/kelvo.svg';
  const first = await web.request(address);
  expect(String(first.body)).toBe('<svg>one</svg>');
  const asked = { headers: { 'if-none-match': String(first.headers.etag) } };
  expect((await web.request(address, asked)).status).toBe(304);
  writeFileSync(file, '<svg>the second</svg>');
  const second = await web.request(address, asked);
  expect([second.status, String(second.body)]).toEqual([200, '<svg>the second</svg>']);
  // The file has the same size, but a later time.
  const written = statSync(file).mtimeMs;
  writeFileSync(file, '<svg>the_second</svg>');
  utimesSync(file, new Date(written), new Date(written + 5000));
  const third = await web.request(address, { headers: { 'if-none-match': String(second.headers.etag) } });
  expect([third.status, String(third.body)]).toEqual([200, '<svg>the_second</svg>']);
  rmSync(file);
  expect((await web.request(address)).status).toBe(404);
});

test('a large picture is sent completely, and HEAD gets its length', async () => {
  const [got, head] = [
    await web.request('/pictures/brands/large.svg'),
    await web.request('/pictures/brands/large.svg', { method: 'HEAD' }),
  ];
  expect([got.status, got.body.length, got.headers['content-length']]).toEqual([200, 3_000_000, '3000000']);
  expect([head.status, head.headers['content-length']]).toEqual([200, '3000000']);
});

test('files named by their hash are cached for ever, others for a day, and each encoding separately', async () => {
  const [hashed, picture] = [await web.request('/build/a-HASH.js'), await web.request('/pictures/brands/large.svg')];
  expect([hashed, picture].map(({ headers }) => headers['cache-control'])).toEqual([
    'public, max-age=31536000, immutable',
    'public, max-age=86400',
  ]);
  for (const { headers } of [hashed, picture]) expect(headers.vary).toBe('Accept-Encoding');
  expect([hashed, picture].map(({ headers }) => headers['content-type'])).toEqual([
    'text/javascript; charset=utf-8',
    'image/svg+xml',
  ]);
  for (const path of ['/build/manifest.json', '/build/a-HASH.js.br', '/pictures/brands', '/build/..%2fa-HASH.js'])
    expect([path, (await web.request(path)).status]).toEqual([path, 404]);
});

test('a document of the operator has its own path, and no other file has its name', async () => {
  const { status, headers, body } = await web.request('/documents/brands/%C3%A4%201.pdf');
  expect([status, headers['content-type'], String(body)]).toEqual([200, 'application/pdf', '%PDF-1.7']);
  expect((await web.request('/documents/brands/%C3%A4%202.pdf')).status).toBe(404);
});
