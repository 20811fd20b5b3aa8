import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, anyOffer } from './support/add.js';
import { freshDataDir } from './support/catalogue.js';
import { causeOf } from './support/cause.js';
import { hurried } from './support/hurried.js';
import { isLong } from './support/sample.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/**
 * A machine runs out of open files, connections or disk space. The shop serves other clients, refuses some with a code,
 * and recovers once the resource is free.
 */

let shop: Shop;
let metrics: string;
beforeAll(async () => {
  shop = await startShop({ METRICS_PORT: '0', NODE_OPTIONS: hurried });
  metrics = String(shop.log.find(({ event }) => event === 'started')?.metrics);
});
afterAll(() => shop?.stop());

let searches = 0;
const search = () => fetch(`${shop.origin}/Volltextsuche?query=bremse${searches++}`);
async function statusOf(path: string): Promise<number> {
  const answer = await fetch(shop.origin + path);
  await answer.arrayBuffer();
  return answer.status;
}

test('without a file left to open, what is kept is served, all else says so under a code, and nothing ends', async () => {
  const { pid } = shop.process;
  expect([await statusOf('/'), await statusOf('/livez')]).toEqual([200, 200]);
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1];
  const setLimit = (files: number | string) => execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${files}:`]);
  // Connected clients are served, but the marketplace lacks connections for this many searches and adds. No add was made
  // yet, so even one at a time needs a new connection.
  const clients = Array.from({ length: 24 }, (_, at) => at);
  await Promise.all(clients.map(() => statusOf('/')));
  setLimit(3);
  const searched = async (): Promise<[number, string]> => {
    const page = await search();
    await page.text();
    return [page.status, String(page.headers.get('x-request-id'))];
  };
  const added = async (): Promise<[number, string]> => {
    const { status, requestId } = await add(shop.origin, '1');
    return [status, requestId];
  };
  const all = await Promise.all(clients.map((at) => (at % 2 ? searched() : added()).catch(() => null)));
  const answers = all.filter((answer) => answer !== null);
  // A new client gets no connection.
  const kept = await statusOf('/').catch(() => 200);
  setLimit(limit ?? 1024);
  expect(kept).toBe(200);
  expect(answers.filter(([status]) => status !== 200 && status !== 503)).toEqual([]);
  const refused = answers.filter(([status]) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  const causes = await Promise.all(refused.map(([, id]) => causeOf(id.slice(0, 9), shop)));
  expect(causes.join()).toMatch(/EMFILE/);
  await until('all is well again', async () => (await search()).status === 200);
});

test('clients that do not read are closed, in bounded memory and to nobody’s harm', async () => {
  const count = isLong ? 80 : 8;
  const residentMiB = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.process.pid}/status`, 'utf8'))?.[1]) / 1024;
  const closed = async (): Promise<number> => {
    const text = await (await fetch(metrics)).text();
    return Number(/partavo_connections_closed_total\{reason="slow"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  expect([await statusOf('/'), await closed()]).toEqual([200, 0]);
  const offer = await anyOffer(shop.origin);
  const before = residentMiB();
  // More than the buffers of both ends hold.
  const asked = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(150);
  const sockets: Socket[] = [];
  const open = (): void => {
    const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(asked);
    sockets.push(socket);
  };
  for (let number = 0; number < count; number += 1) open();
  try {
    let most = 0;
    await until('as many are closed', async () => {
      // An overloaded shop refuses some requests early.
      open();
      expect([await statusOf('/'), (await add(shop.origin, offer)).status, await statusOf('/livez')]).toEqual([
        200, 200, 200,
      ]);
      most = Math.max(most, residentMiB() - before);
      return (await closed()) >= count;
    });
    expect(most).toBeLessThan(isLong ? 600 : 400);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  expect((await search()).status).toBe(200);
});

const mebibyte = 1024 * 1024;

test('a full disk refuses what is new with its cause; pages, changes and deletions go on; room heals it', async () => {
  const source = freshDataDir();
  const dataDir = mkdtempSync(join(tmpdir(), 'full-'));
  const bytes = readdirSync(source).reduce((sum, name) => sum + readFileSync(join(source, name)).length, 0);
  // Mounts a disk that only the shop's processes see.
  const inOwnDisk = 'mount -t tmpfs -o size="$1" tmpfs "$2" && cp "$3"/* "$2" && shift 3 && exec "$@"';
  const size = `${Math.ceil(bytes / mebibyte) + 40}m`;
  const within = ['unshare', '--map-root-user', '--mount', 'sh', '-c', inOwnDisk, 'sh', size, dataDir, source];
  const full = await startShop({}, dataDir, { within });
  try {
    const disk = `/proc/${full.process.pid}/root${dataDir}`;
    const free = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize;
    const offer = await anyOffer(full.origin);
    const { cookie, status } = await add(full.origin, offer);
    expect(status).toBe(200);
    const headers = { accept: 'application/json', 'content-type': 'application/json', origin: full.origin, cookie };
    const { cartData } = await (await fetch(`${full.origin}/api/Warenkorb`, { headers })).json();
    const [{ id }] = cartData.cartArticles;
    const change = async (verb: string, body: object): Promise<number> =>
      (
        await fetch(`${full.origin}/api/Warenkorb/${verb}/${id}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
      ).status;
    mkdirSync(join(disk, 'other'));
    const ballast = (name: string, left: number) =>
      writeFileSync(join(disk, 'other', name), Buffer.alloc(Math.max(0, free() - left)));
    ballast('much', 8 * mebibyte);
    await until('adds are refused', async () => (await add(full.origin, offer, cookie)).status === 503);
    const refused = await add(full.origin, offer);
    expect(refused.status).toBe(503);
    expect(await causeOf(refused.requestId.slice(0, 9), full)).toMatch(/answered 503: the disk of \S+ is full/);
    expect(await change('Aendern', { quantity: 3 })).toBe(200);
    expect(await change('Loeschen', {})).toBe(200);
    // The disk is full.
    ballast('all', 0);
    for (const path of ['/', '/Volltextsuche?query=bremse', '/Warenkorb', '/livez', '/readyz'])
      expect([path, (await fetch(full.origin + path, { headers: { cookie } })).status]).toEqual([path, 200]);
    expect((await add(full.origin, offer, cookie)).status).toBe(503);
    rmSync(join(disk, 'other'), { recursive: true });
    await until('adds are taken', async () => (await add(full.origin, offer, cookie)).status === 200);
  } finally {
    await full.stop();
    rmSync(source, { recursive: true, force: true });
  }
});
