import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { until } from '../../../test/support/until.js';
import type { PictureWidth } from '../../../views/picture-widths.js';
import { ProblemError } from '../../contract/problem.js';
import { readEnv } from '../../env.js';
import { isAllowedHost } from '../../env-lists.js';
import { isPublicAddress } from '../../outbound/public-address.js';
import type { Upstream } from '../api/upstream.js';
import { createLog } from '../http/log.js';
import { requestLog } from '../http/request-log.js';
import { Metrics } from '../metrics/metrics.js';
import { pictureAddress } from './addresses.js';
import type { FetchRules } from './fetch-original.js';
import { pictureCall } from './picture-calls.js';
import { createPictures, type Pictures } from './pictures.js';

const clock = new ManualClock();
const keys = ['s'.repeat(32)] as const;
const drawing = '/api/Bilder/disc.svg?a=diameter:288&small=1';
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const lines: string[] = [];
/** The marketplace's own photograph, and one that it fails to send. */
const marketplace: Pick<Upstream, 'send'> = {
  async send({ operation, target }) {
    asked.push(`${operation} ${target}`);
    if (target !== '/api/Fotos/7/abcdefghijkl.jpg') throw new ProblemError('not_found');
    return { body: photograph, contentType: 'image/jpeg', generation: null, session: null };
  },
};
const asked: string[] = [];
/** Answers of the picture host by path. */
const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {};
const started: Server[] = [];
const shops: Pictures[] = [];
let host = '';
let photograph: Buffer;

async function listen(server: Server): Promise<string> {
  started.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Makes a shop that fetches photographs from the local host. `strict` keeps the rules for public addresses. */
function openShop(name: string, change: Partial<FetchRules> | 'strict' = {}, hosts = host, megabytes = '512') {
  const env = readEnv({ IMAGE_HOSTS: hosts, DATA_DIR: join(folder, name), IMAGE_CACHE_MB: megabytes });
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const local = { mayConnect: (ip: string) => ip === '127.0.0.1', isPlainAllowed: true };
  const rules = change === 'strict' ? { isPlainAllowed: true } : { ...local, ...change };
  const pictures = createPictures(env, keys, log, marketplace, clock, rules);
  shops.push(pictures);
  const app = express();
  app.use(requestLog({ log, metrics: new Metrics(clock), timeoutMs: 1500, tracing: null, clock }));
  app.get('/images/:width/:signature', pictureCall(pictures, keys));
  app.use(((error: { status?: number }, _request, response, _next) => {
    response.status(error.status ?? 500).end();
  }) as express.ErrorRequestHandler);
  const ask = (address: string, accept = 'image/avif,image/webp,*/*') => supertest(app).get(address).set({ accept });
  const addressOf = (path: string, width: PictureWidth = 320, at = host): string =>
    pictureAddress(keys, { url: `http://${at}${path}`, width: 4, height: 3, alt: '', drawing }, width) ?? '';
  return { pictures, ask, addressOf, folder: join(folder, name, 'pictures') };
}
type Shop = ReturnType<typeof openShop>;
let shop: Shop;

const image = (content: Buffer) => (response: ServerResponse) => {
  response.setHeader('Content-Type', 'image/jpeg');
  response.end(content);
};

beforeAll(async () => {
  // The memory of failures takes zero for no time at all.
  await clock.advance(1);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  photograph = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#808080', noise } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'PRIVATE-OWNER' } })
    .toBuffer();
  host = await listen(
    createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://x');
      asked.push(pathname);
      const reply = answers[pathname];
      if (reply) reply(response, request);
      else response.writeHead(404).end();
    }),
  );
  answers['/a.jpg'] = image(photograph);
  shop = openShop('shop');
});
afterAll(async () => {
  await Promise.all(shops.map((one) => one.stop()));
  for (const server of started) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

describe('a photograph', () => {
  it('comes in the best format that the browser names, in the requested width, cached for ever', async () => {
    for (const [accept, format] of [
      ['image/avif,image/webp,*/*', 'avif'],
      ['image/avif;q=0, image/webp', 'webp'],
      ['*/*', 'jpeg'],
    ] as const) {
      const response = await shop.ask(shop.addressOf('/a.jpg', 160), accept);
      expect([response.status, response.get('content-type')]).toEqual([200, `image/${format}`]);
      expect(response.get('vary')).toContain('Accept');
      expect(response.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const bytes = response.body;
      const { width, height, exif } = await sharp(bytes).metadata();
      expect([width, height, exif]).toEqual([160, 120, undefined]);
    }
    expect(asked.filter((path) => path === '/a.jpg')).toHaveLength(1);
  });

  it('is fetched and encoded once for simultaneous requests, and survives a restart', async () => {
    answers['/once.jpg'] = image(photograph);
    const address = shop.addressOf('/once.jpg');
    const all = await Promise.all(Array.from({ length: 8 }, () => shop.ask(address, 'image/webp')));
    expect(all.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const again = openShop('shop');
    expect((await again.ask(address, 'image/webp')).status).toBe(200);
    expect(asked.filter((path) => path === '/once.jpg')).toHaveLength(1);
  });

  it("has an address that only the shop can sign, in the shop's widths, never larger than the original", async () => {
    const [, signature = '', data = ''] = shop.addressOf('/a.jpg').match(/320\/([\w-]+)\?(.+)/) ?? [];
    const other = data.replace('/a.jpg', '/other.jpg');
    expect(other).not.toBe(data);
    for (const address of [
      `/images/320/${signature}?${other}`,
      `/images/321/${signature}?${data}`,
      `/images/320/x?${data}`,
    ]) {
      expect((await shop.ask(address)).status).toBe(404);
    }
    const url = `https://${host}/a.jpg`;
    expect(shop.pictures.addressOf({ url, width: 4, height: 3, alt: '' }, 320)).toMatch(/^\/images\/320\/[\w-]{22}\?/);
    for (const foreign of ['https://elsewhere.example/a.jpg', drawing, `ftp://${host}/a.jpg`]) {
      expect(shop.pictures.addressOf({ url: foreign, width: 4, height: 3, alt: '' }, 320)).toBeNull();
    }
    answers['/tiny.png'] = image(await sharp(photograph).resize(40).png().toBuffer());
    const { body: tiny } = await shop.ask(shop.addressOf('/tiny.png', 960), '*/*');
    expect((await sharp(tiny).metadata()).width).toBe(40);
  });

  it('stays within the budget of the disk, and an evicted one is made again', async () => {
    const small = openShop('small', {}, host, '1');
    for (let number = 0; number < 6; number += 1) {
      answers[`/n${number}.jpg`] = image(photograph);
      expect((await small.ask(small.addressOf(`/n${number}.jpg`, 160), '*/*')).status).toBe(200);
    }
    expect(photograph.length * 6).toBeGreaterThan(1024 * 1024);
    expect(small.pictures.bytes).toBeLessThanOrEqual(1024 * 1024);
    expect(readdirSync(small.folder).filter((name) => name.endsWith('original')).length).toBeLessThan(6);
    expect((await small.ask(small.addressOf('/n0.jpg', 160), '*/*')).status).toBe(200);
  });
});

it('of the marketplace is requested like its other answers, only by its own paths', async () => {
  const bare = openShop('bare', 'strict', '');
  const at = (url: string) => bare.pictures.addressOf({ url, width: 960, height: 720, alt: '', drawing }, 320);
  const own = await bare.ask(at('/api/Fotos/7/abcdefghijkl.jpg') ?? '');
  expect([own.status, own.get('content-type')]).toEqual([200, 'image/avif']);
  expect(asked.filter((call) => call === 'photograph /api/Fotos/7/abcdefghijkl.jpg')).toHaveLength(1);
  const gone = await bare.ask(at('/api/Fotos/8/abcdefghijkl.jpg') ?? '');
  expect([gone.status, gone.get('location')]).toEqual([302, drawing]);
  for (const other of [
    '/api/Fotos/../Warenkorb',
    '/api/Fotos/7/abcdefghijkl.jpg?x',
    '/api/Fotos/7.jpg',
    '//elsewhere/api/Fotos/7/abcdefghijkl.jpg',
  ])
    expect(at(other)).toBeNull();
});

describe('a host that fails or attacks', () => {
  /** The shop sends the drawing and logs the reason as a code. */
  async function expectDrawing(one: Shop, address: string, reason: string): Promise<void> {
    lines.length = 0;
    const response = await one.ask(address);
    expect([response.status, response.get('location')]).toEqual([302, drawing]);
    expect(response.get('cache-control')).toBe('public, max-age=60');
    const reported = lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'picture_failed');
    expect(reported?.reason).toBe(reason);
  }

  it('is replaced by the drawing, for every response', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const sent: Record<string, [string, (response: ServerResponse) => void]> = {
      '/bomb.png': ['content', image(bomb)],
      '/svg.jpg': ['type', image(Buffer.from(svg))],
      '/html.jpg': ['type', image(Buffer.from('<!doctype html>'))],
      '/half.jpg': ['content', image(photograph.subarray(0, photograph.length / 2))],
      '/said.jpg': ['size', (response) => response.writeHead(200, { 'content-length': '10000000' }).write('x')],
      // Without an announced length.
      '/sent.jpg': ['size', (response) => Readable.from([1, 2, 3].map(() => Buffer.alloc(3_000_000))).pipe(response)],
      '/gone.jpg': ['status', (response) => response.writeHead(410).end()],
      '/cut.jpg': ['network', (response) => response.socket?.destroy()],
    };
    for (const [path, [reason, reply]] of Object.entries(sent)) {
      answers[path] = reply;
      await expectDrawing(shop, shop.addressOf(path), reason);
    }
    // The next visitor does not wait for the failed host.
    await clock.advance(59_000);
    lines.length = 0;
    expect((await shop.ask(shop.addressOf('/gone.jpg', 640))).status).toBe(302);
    expect(asked.filter((path) => path === '/gone.jpg')).toHaveLength(1);
    expect(lines.join()).not.toContain('picture_failed');
    await clock.advance(1001);
    await expectDrawing(shop, shop.addressOf('/gone.jpg'), 'status');
    expect(asked.filter((path) => path === '/gone.jpg')).toHaveLength(2);
    const undrawn = pictureAddress(keys, { url: `http://${host}/gone.jpg`, width: 4, height: 3, alt: '' }, 320) ?? '';
    expect((await shop.ask(undrawn)).status).toBe(404);
  });

  it('is given up when it sends slowly or not at all', async () => {
    answers['/drip.jpg'] = (response) => void response.write('\xff');
    answers['/silent.jpg'] = () => {};
    for (const path of ['/drip.jpg', '/silent.jpg']) {
      const drawn = expectDrawing(shop, shop.addressOf(path), 'time');
      await until('the host is asked', () => asked.includes(path));
      await clock.advance(8000);
      await drawn;
    }
  });

  it('cannot redirect to other hosts', async () => {
    const targets: [string, string][] = [
      ['http://127.0.0.1/', 'host'],
      ['http://169.254.169.254/latest/meta-data/', 'host'],
      ['http://[::1]/', 'host'],
      ['file:///etc/passwd', 'address'],
      [`http://user:word@${host}/a.jpg`, 'address'],
      ['/redirect5', 'redirects'],
    ];
    for (const [number, [location, reason]] of targets.entries()) {
      answers[`/redirect${number}`] = (response) => response.writeHead(302, { location }).end();
      await expectDrawing(shop, shop.addressOf(`/redirect${number}`), reason);
      expect(lines.join()).not.toMatch(/127\.0\.0\.1|169\.254|meta-data|passwd|Bilder/);
    }
    answers['/moved.jpg'] = (response) => response.writeHead(301, { location: '/a.jpg' }).end();
    expect((await shop.ask(shop.addressOf('/moved.jpg'))).status).toBe(200);
    // An allowed name does not help if its address is private.
    const metadata = openShop('metadata', {}, `${host},169.254.169.254`);
    answers['/inside'] = (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    await expectDrawing(metadata, metadata.addressOf('/inside'), 'host');
  });

  it('is not requested if its name or number is an address behind the shop', async () => {
    const named = host.replace('127.0.0.1', 'localhost');
    const strict = openShop('strict', 'strict', `${host},${named}`);
    const before = asked.length;
    await expectDrawing(strict, strict.addressOf('/a.jpg'), 'host');
    await expectDrawing(strict, strict.addressOf('/a.jpg', 320, named), 'host');
    expect(asked).toHaveLength(before);
    // The same name is allowed if the rules allow its address.
    const open = openShop('open', {}, named);
    expect((await open.ask(open.addressOf('/a.jpg', 160, named), '*/*')).status).toBe(200);
  });
});

it('addresses are public or not', () => {
  const inside =
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fc00::1 fd12::1 fe80::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1:: localhost';
  expect(inside.split(' ').filter(isPublicAddress)).toEqual([]);
  const outside = '1.1.1.1 8.8.8.8 172.15.0.1 172.32.0.1 192.167.1.1 223.255.255.1 2606:4700::1111 2a00:1450::1';
  expect(outside.split(' ').filter((address) => !isPublicAddress(address))).toEqual([]);
});

it('hosts are allowed by their whole name, by a star as first label, and with their port', () => {
  const allowed = ['https://img.example.de', '*.cdn.example', 'pics.example:8443'];
  const yes = ['img.example.de', 'a.cdn.example', 'a.b.cdn.example', 'pics.example:8443'];
  const no = ['example.de', 'img.example.de:81', 'ximg.example.de', 'cdn.example', 'evilcdn.example', 'pics.example'];
  expect(yes.filter((name) => !isAllowedHost(allowed, name))).toEqual([]);
  expect(no.filter((name) => isAllowedHost(allowed, name))).toEqual([]);
});
