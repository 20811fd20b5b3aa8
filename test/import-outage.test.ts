import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, anyOffer } from './support/add.js';
import { freshDataDir } from './support/catalogue.js';
import { catalogueDatabase } from './support/catalogue-database.js';
import { offersOfOneShop, type SoldOffer } from './support/feeds.js';
import { callPortal, newToken, type ShopWithPortal, startShopWithPortal } from './support/merchants.js';
import { endProgram } from './support/program.js';
import { until } from './support/until.js';

/** Outages during a merchant's import, in the built shop with all its threads. */
let shop: ShopWithPortal;
let own: SoldOffer;
let shopId: number;
let token: string;
beforeAll(async () => {
  shop = await startShopWithPortal();
  ({ own, shopId } = offerOf(shop.dataDir));
  token = newToken(shop.dataDir, own.shop);
});
afterAll(() => shop.stop());

function offerOf(dataDir: string): { own: SoldOffer; shopId: number } {
  const [offer] = offersOfOneShop(dataDir);
  const database = catalogueDatabase(dataDir);
  const row = database.prepare('select shop_id from offers.offer where id = ?').get(Number(offer?.id));
  database.close();
  return { own: offer as SoldOffer, shopId: Number(row?.shop_id) };
}
const ready = async (at = shop): Promise<string> => (await fetch(`${at.origin}/readyz`)).text();
const postponed = (at = shop): { id: string; attempts: number; reason: string }[] =>
  at
    .errors()
    .split('\n')
    .filter((line) => line.includes('"event":"merchant_import_postponed"') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
/** Returns the attempts of a job from its log lines. */
const attemptsOf = (id: string, at = shop): number[] =>
  postponed(at).flatMap((line) => (line.id === id ? [line.attempts] : []));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Blocks imports of a shop by a folder in place of its lock file. @returns its path */
function blockShop(folder: string, id = shopId): string {
  const name = createHash('sha256').update(String(id)).digest('hex').slice(0, 24);
  const lock = join(folder, 'feeds', `${name}.lock`);
  rmSync(lock, { force: true });
  mkdirSync(lock, { recursive: true });
  return lock;
}
/** Sends a file of one price, in cents. @returns the id of its job */
async function send(price: number, at = shop, by = token): Promise<string> {
  const body = `key,price\n${own.key},${price / 100}`;
  const sent = await callPortal(at, '/feeds?mode=partial', { token: by, method: 'POST', body });
  expect(sent.status).toBe(202);
  return sent.body.id;
}
/** Returns the pieces in a visitor's cart. */
const countOf = async (cookie: string): Promise<number> =>
  (await (await fetch(`${shop.origin}/api/Warenkorb`, { headers: { cookie } })).json()).cartData.countArticles;
const report = async (id: string, at = shop, by = token) => (await callPortal(at, `/feeds/${id}`, { token: by })).body;
const completed = (id: string, at = shop, by = token): Promise<void> =>
  until('it is imported', async () => (await report(id, at, by)).status === 'completed');

test('an import without a lock does not affect carts, readyz reports it, and it continues once the lock is free', async () => {
  const offer = await anyOffer(shop.origin);
  const lock = blockShop(shop.dataDir);
  const id = await send(own.price + 10);
  await until('it was tried twice', () => attemptsOf(id).length > 1);
  const adds = await Promise.all(Array.from({ length: 5 }, () => add(shop.origin, offer)));
  expect(adds.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await until('readyz tells', async () => (await ready()).includes('jobs: '));
  expect((await report(id)).status).toBe('queued');
  expect(attemptsOf(id)).toEqual(upTo(attemptsOf(id).length));
  expect(String(postponed()[0]?.reason)).toContain(lock);
  rmdirSync(lock);
  await completed(id);
  await until('readyz is well', async () => (await ready()) === 'ok');
  // The shop still answers its pending requests.
  expect((await add(shop.origin, offer)).status).toBe(200);
});

test('without a file left to open an import is tried again, one line each time, while carts are written', async () => {
  const offer = await anyOffer(shop.origin);
  const lock = blockShop(shop.dataDir);
  const id = await send(own.price + 20);
  await until('it was tried once', () => attemptsOf(id).length > 0);
  const { cookie } = await add(shop.origin, offer);
  await ready();
  const { pid } = shop.process;
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1];
  const setLimit = (files: number | string) => execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${files}:`]);
  setLimit(3);
  rmdirSync(lock);
  const before = attemptsOf(id).length;
  try {
    // No idle connection may close meanwhile, because none can be opened again.
    const tried = async (): Promise<boolean> => {
      expect(await countOf(cookie)).toBe(1);
      return attemptsOf(id).length > before + 1;
    };
    await until('it was tried twice more', tried, 500);
    expect((await add(shop.origin, offer, cookie)).status).toBe(200);
    expect(await ready()).toContain('jobs: ');
  } finally {
    setLimit(limit ?? 1024);
  }
  await completed(id);
  expect(attemptsOf(id)).toEqual(upTo(attemptsOf(id).length));
  await until('readyz is well', async () => (await ready()) === 'ok');
});

test('an import that is killed with its shop is imported after the next start, once', async () => {
  const price = own.price + 30;
  const offers = new DatabaseSync(join(shop.dataDir, 'offers.db'));
  const commitsOf = () =>
    offers.prepare('select count(*) as commits from change where number > ?').get(last)?.commits as number;
  const last = Number(offers.prepare('select max(number) as last from change').get()?.last);
  // The import waits while another connection writes.
  offers.exec('begin immediate');
  const id = await send(price);
  await until('it is under way', async () => (await report(id)).status === 'processing');
  await endProgram(shop.process, 'SIGKILL');
  offers.exec('rollback');
  const { dataDir } = shop;
  shop = await startShopWithPortal({}, dataDir);
  await completed(id);
  const { imports } = (await callPortal(shop, '/feeds', { token })).body;
  expect(imports.filter((each: { id: string }) => each.id === id)).toHaveLength(1);
  const row = offers.prepare('select price from offer where id = ?').get(own.id);
  expect([row?.price, commitsOf()]).toEqual([price, 1]);
  offers.close();
  expect(readdirSync(join(dataDir, 'feeds')).filter((name) => name.endsWith('.upload'))).toEqual([]);
});

const mebibyte = 1024 * 1024;

test('a full disk postpones an import, one line each time; carts are changed, and room heals it', async () => {
  const source = freshDataDir();
  const dataDir = mkdtempSync(join(tmpdir(), 'full-'));
  const own = offerOf(source);
  const key = newToken(source, own.own.shop);
  const bytes = readdirSync(source).reduce((sum, name) => sum + statSync(join(source, name)).size, 0);
  // Mounts a disk that only the shop's processes see.
  const inOwnDisk = 'mount -t tmpfs -o size="$1" tmpfs "$2" && cp -r "$3"/* "$2" && shift 3 && exec "$@"';
  const size = `${Math.ceil(bytes / mebibyte) + 60}m`;
  const within = ['unshare', '--map-root-user', '--mount', 'sh', '-c', inOwnDisk, 'sh', size, dataDir, source];
  const full = await startShopWithPortal({}, dataDir, { within });
  try {
    const disk = `/proc/${full.process.pid}/root${dataDir}`;
    const offer = await anyOffer(full.origin);
    const { cookie } = await add(full.origin, offer);
    const headers = { accept: 'application/json', 'content-type': 'application/json', origin: full.origin, cookie };
    const { cartData } = await (await fetch(`${full.origin}/api/Warenkorb`, { headers })).json();
    const change = async (quantity: number): Promise<number> => {
      const path = `${full.origin}/api/Warenkorb/Aendern/${cartData.cartArticles[0].id}`;
      return (await fetch(path, { method: 'POST', headers, body: JSON.stringify({ quantity }) })).status;
    };
    const lock = blockShop(disk, own.shopId);
    const id = await send(own.own.price + 10, full, key);
    await until('it was tried once', () => attemptsOf(id, full).length > 0);
    const fill = (name: string, leftBytes: number): void => {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, name), Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
    };
    fill('ballast', mebibyte);
    expect(await change(3)).toBe(200);
    // The state cannot be written either, so that the look for jobs fails, too.
    fill('more-ballast', 0);
    rmdirSync(lock);
    const failures = (): number =>
      full.errors().match(/"event":"merchant_imports?_(?:postponed|failed)"/g)?.length ?? 0;
    const before = failures();
    const began = performance.now();
    await until('it was tried twice more', () => failures() > before + 1);
    // Pauses grow from one second, so more lines would mean several for an attempt.
    expect(failures() - before).toBeLessThan(3 + (performance.now() - began) / 1000);
    for (const path of ['/', '/Warenkorb'])
      expect([path, (await fetch(full.origin + path, { headers: { cookie } })).status]).toEqual([path, 200]);
    await until('readyz tells', async () => (await ready(full)).includes('jobs: '));
    expect((await report(id, full, key)).endedAt).toBeNull();
    for (const name of ['ballast', 'more-ballast']) rmSync(join(disk, name));
    await completed(id, full, key);
    await until('readyz is well', async () => (await ready(full)) === 'ok');
    expect(await change(4)).toBe(200);
  } finally {
    await full.stop();
    rmSync(source, { recursive: true, force: true });
  }
});
