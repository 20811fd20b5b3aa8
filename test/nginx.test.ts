import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { root } from './support/catalogue.js';
import { type Shop, startShop } from './support/shop.js';

/** The configuration that docs/operating.md gives to operators, in a real nginx before a real shop. */
const isThere = spawnSync('nginx', ['-v']).status === 0;
if (!isThere) console.warn('nginx is not installed: docs/nginx.conf is not tested here (apt-get install nginx-light).');
const withNginx = isThere ? test : test.skip;

let shop: Shop;
let nginx: ChildProcess;
let folder: string;
let origin: string;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

beforeAll(async () => {
  if (!isThere) return;
  shop = await startShop({ CDN_KEYS_COUNTRY: '1', TRUST_PROXY: '1' });
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const given = readFileSync(join(root, 'docs/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', new URL(shop.origin).host)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/shop', join(folder, 'cache'))
    .replace('/var/log/nginx/shop.log', join(folder, 'shop.log'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')}; events {}\nhttp {\n${temporary}\n${given}\n}\n`,
  );
  nginx = spawn('nginx', ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], { stdio: 'inherit' });
  for (let i = 0; i < 100; i += 1) {
    if (
      await fetch(`${origin}/livez`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
}, 120_000);
afterAll(async () => {
  nginx?.kill('SIGTERM');
  await shop?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const page = '/Bremsscheiben/Alle-Fahrzeuge/--1523';
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(origin + path, {
    headers: { 'accept-encoding': 'identity', ...headers },
    redirect: 'manual',
  });
  const body = await response.text();
  return { answer: response, body, outcome: /cdn;desc=(\w+)/.exec(response.headers.get('server-timing') ?? '')?.[1] };
};

withNginx('keeps pages of everybody, apart by country and encoding, and asks browsers to ask again', async () => {
  const first = await ask(page);
  expect([first.answer.status, first.outcome]).toEqual([200, 'MISS']);
  const second = await ask(page, { cookie: 'partavo=abc; cartCount=3' });
  expect([second.outcome, second.body === first.body]).toEqual(['HIT', true]);
  const { headers } = second.answer;
  expect(headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
  expect([headers.get('cdn-cache-control'), headers.get('x-accel-expires')]).toEqual([null, null]);
  expect(headers.get('server-timing')).toMatch(/^rid;desc="[0-9a-f]{4}-[0-9a-f]{4}"/);
  expect(headers.get('x-request-id')).not.toBe(first.answer.headers.get('x-request-id'));

  const austria = await ask(page, { cookie: 'country=AT' });
  expect([austria.outcome, austria.body.includes('data-country="AT"')]).toEqual(['MISS', true]);
  expect((await ask(page, { cookie: 'country=AT; a=b' })).outcome).toBe('HIT');
  expect((await ask(page, { cookie: 'country=xx' })).outcome).toBe('HIT');
  for (const [accept, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0', 'gzip'],
  ] as const) {
    const { answer: response } = await ask(page, { 'accept-encoding': accept });
    expect([accept, response.headers.get('content-encoding')]).toEqual([accept, encoding]);
  }
  const etag = first.answer.headers.get('etag') as string;
  expect((await ask(page, { 'if-none-match': etag })).answer.status).toBe(304);
});

withNginx('keeps nothing that is somebody’s own', async () => {
  for (const path of ['/Warenkorb', '/Einloggen', '/gibt-es-nicht', '/api/Warenkorb/count', '/', '/?a=1']) {
    await ask(path);
    expect([path, (await ask(path)).outcome]).not.toEqual([path, 'HIT']);
  }
  const french = await ask('/', { 'accept-language': 'fr' });
  expect([french.answer.status, new URL(french.answer.headers.get('location') ?? '', origin).pathname]).toEqual([
    302,
    '/fr-FR/',
  ]);
});

withNginx('shows the last page while the shop is away', async () => {
  const { body } = await ask(page);
  await shop.stop();
  const again = await ask(page);
  expect([again.answer.status, again.body === body]).toEqual([200, true]);
});
