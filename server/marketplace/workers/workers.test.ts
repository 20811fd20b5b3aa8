import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../scripts/build-server.ts';
import { activate, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { settleOffers } from '../data-folder/offer-turn.js';
import { openStateStore } from '../state/state-store.js';
import { prepareWorkers, startWorkers } from './start-workers.js';

let dir: string;
let dataDir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'marketplace-workers-'));
  dataDir = join(dir, 'data');
  const entries = { 'marketplace-worker': 'worker', 'marketplace-standalone': 'standalone' };
  const programs = { 'marketplace-catalogue': 'catalogue-service', 'marketplace-state': 'state-service' };
  for (const [made, format] of [[entries, 'esm'] as const, [programs, 'cjs'] as const]) {
    const files = Object.entries(made).map(([name, file]) => [name, `server/marketplace/workers/${file}.ts`]);
    await bundle(Object.fromEntries(files), format, dir);
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(dir, 'node_modules'));
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  mkdirSync(dataDir);
  activate(dataDir, 'g1', writeCatalogue(dataDir, { generation: 'g1' }));
});
afterAll(() => rmSync(dir, { recursive: true }));

const add = (base: string | URL, sid: string | null, offerId: number, more: Record<string, string> = {}) =>
  fetch(new URL(`/api/Warenkorb/Hinzufuegen/${offerId}`, base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(sid && { 'x-session': sid }), ...more },
    body: '{"quantity":1}',
  });

const prepare = () => prepareWorkers(join(dir, 'marketplace-worker.js'));

test('both threads of the build start, answer and stop', async () => {
  const workers = await startWorkers({ dataDir, settings: {}, threads: prepare() });
  expect(workers).toMatchObject({ generation: 'g1', isDemonstration: true });
  expect((await fetch(new URL('/api/navigation', workers.catalogue))).status).toBe(200);
  expect((await add(await workers.startState(), null, ids.offerOf(1001, 'A'))).status).toBe(200);
  await workers.stop();
  await expect(fetch(new URL('/readyz', workers.catalogue))).rejects.toThrow();
});

test('a folder with nothing to mend is served before the state thread starts', async () => {
  const own = join(dir, 'settled');
  mkdirSync(own);
  activate(own, 'g1', writeCatalogue(own, { generation: 'g1' }));
  await (await openStateStore(own)).destroy();
  settleOffers(own, testClock);
  const threads = prepare();
  const workers = await startWorkers({ dataDir: own, settings: {}, threads });
  expect((await fetch(new URL('/api/navigation', workers.catalogue))).status).toBe(200);
  expect(threads.state.eventLoop().active).toBe(0);
  const [one, two] = await Promise.all([workers.startState(), workers.startState()]);
  expect([one, (await add(one, null, ids.offerOf(1001, 'A'))).status]).toEqual([two, 200]);
  expect(threads.state.eventLoop().active).toBeGreaterThan(0);
  await workers.stop();
});

test('a thread that cannot start gives its reason', async () => {
  await expect(
    startWorkers({ dataDir: join(dir, 'package.json', 'data'), settings: {}, threads: prepare() }),
  ).rejects.toThrow();
});

test('a thread that ends without an error is a failure, too', async () => {
  const file = join(dir, 'ends.mjs');
  writeFileSync(
    file,
    "import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => process.exit(7));",
  );
  await expect(startWorkers({ dataDir, settings: {}, threads: prepareWorkers(file) })).rejects.toThrow(
    'marketplace thread catalogue ended with code 7',
  );
});

/** Starts the marketplace as a program of its own. @returns the program and its address */
async function startProgram(more: NodeJS.ProcessEnv = {}) {
  const program = spawn(process.execPath, [join(dir, 'marketplace-standalone.js')], {
    env: { ...process.env, MARKETPLACE_PORT: '0', DATA_DIR: dataDir, HOST: '127.0.0.1', ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const events: string[] = [];
  for await (const line of createInterface({ input: program.stderr })) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    events.push(event);
    if (event === 'marketplace_listening') return { base: `http://127.0.0.1:${port}`, program, events };
  }
  throw new Error('the program ended before it listened');
}

test('the program does not treat a caller that goes away as an error', async () => {
  const { base, program } = await startProgram();
  const output: string[] = [];
  const ended = once(
    program.stderr.on('data', (chunk: Buffer) => output.push(String(chunk))),
    'close',
  );
  const port = Number(new URL(base).port);
  for (let round = 0; round < 20; round += 1) {
    const gone = connect(port, '127.0.0.1');
    gone.on('error', () => {});
    await new Promise<void>((done) =>
      gone.write('GET /api/navigation HTTP/1.1\r\nHost: a\r\n\r\n', () => setImmediate(done)),
    );
    gone.destroy();
    // The next request is answered.
    expect((await fetch(`${base}/api/navigation`)).status).toBe(200);
  }
  program.kill('SIGTERM');
  await ended;
  expect(output.join('')).not.toContain('forward_failed');
});

test('the program serves both threads at one address and ends quietly', async () => {
  const { base, program } = await startProgram();
  const response = await add(base, null, ids.offerOf(1001, 'A'));
  expect(response.status).toBe(200);
  const sid = response.headers.get('x-session') as string;
  const cart = await fetch(`${base}/api/Warenkorb?country=FR`, { headers: { 'x-session': sid } });
  expect(await cart.json()).toMatchObject({ cartData: { countArticles: 1, shippingSum: 12.9 } });
  // The web tier's session, the key of the write and the name of the request reach their thread.
  const given = 'given-by-the-web-tier1';
  const headers = { 'x-session-signed': '1', 'idempotency-key': randomUUID() };
  const added = [
    await add(base, given, ids.offerOf(ids.pad, 'C'), headers),
    await add(base, given, ids.offerOf(ids.pad, 'C'), headers),
  ];
  expect(added.map((each) => each.headers.get('x-session'))).toEqual([given, null]);
  const count = await fetch(`${base}/api/Warenkorb/count`, { headers: { 'x-session': given } });
  expect(await count.json()).toEqual({ countArticles: 1 });
  expect((await add(base, 'unknown', ids.offerOf(ids.pad, 'C'), { 'x-session-may-begin': '0' })).status).toBe(429);
  const wrong = await fetch(`${base}/api/navigation?type=1`, { headers: { 'x-request-id': 'r-1' } });
  expect([wrong.status, await wrong.json()]).toEqual([400, expect.objectContaining({ requestId: 'r-1' })]);
  expect(await (await fetch(`${base}/api/x/y/--1523`)).json()).toMatchObject({ resultCount: 25 });
  expect((await fetch(`${base}/api/Bilder/disc.svg`)).headers.get('content-type')).toBe('image/svg+xml');
  expect((await fetch(`${base}/api/openapi.json`)).status).toBe(200);
  const refused = await fetch(`${base}/api/navigation`, { method: 'POST', body: 'x' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  program.kill('SIGTERM');
  expect(await once(program, 'exit')).toEqual([0, null]);
});

test.each([
  ['127.0.0.1', '', false],
  ['0.0.0.0', '', true],
  ['0.0.0.0', 'a word for shop and marketplace', false],
])('the program on %s with the secret "%s" warns of an open port: %s', async (HOST, MARKETPLACE_TRUST, warns) => {
  const { base, program, events } = await startProgram({ HOST, MARKETPLACE_TRUST });
  expect(events.includes('marketplace_open')).toBe(warns);
  const offers = async (trust: string) =>
    (await fetch(`${base}/api/Angebote?sparePartId=1001`, { headers: { trust } })).status;
  expect([await offers('a guess'), await offers(MARKETPLACE_TRUST)]).toEqual([MARKETPLACE_TRUST ? 403 : 200, 200]);
  expect((await fetch(`${base}/api/vehicle/manufacturers`)).status).toBe(200);
  program.kill('SIGKILL');
  await once(program, 'exit');
});

test.each([
  ['MARKETPLACE_PORT', 'achtzig'],
  ['MARKETPLACE_TRUST', 'too short'],
  ['PLATES_URL', 'http://register.example.fr/{plate}'],
  ['HOST', 'not a host'],
])('the program refuses a wrong %s with a sentence', (name, value) => {
  const { status, stderr } = spawnSync(process.execPath, [join(dir, 'marketplace-standalone.js')], {
    env: { PATH: process.env.PATH, MARKETPLACE_PORT: '0', DATA_DIR: dataDir, [name]: value },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^${name}: must .*\\.\\n$`))]);
});

test('every acknowledged add survives kill -9', async () => {
  let sid: string | null = null;
  let acknowledged = 0;
  let sent = 0;
  for (let round = 0; round < 5; round++) {
    const { base, program } = await startProgram();
    const ended = once(program, 'exit');
    let here = 0;
    const adds = Array.from({ length: 12 }, async (_, i) => {
      if (sid === null && i > 0) return;
      sent++;
      const response = await add(base, sid, ids.offerOf(1001 + i, 'A')).catch(() => null);
      if (response?.status !== 200) return;
      acknowledged++;
      here++;
      sid ??= response.headers.get('x-session');
      if (here >= 3 || round === 0) program.kill('SIGKILL');
    });
    await Promise.all(adds);
    program.kill('SIGKILL');
    await ended;
  }
  const { base, program } = await startProgram();
  const cart = await fetch(`${base}/api/Warenkorb/count`, { headers: { 'x-session': sid ?? '' } });
  const { countArticles } = (await cart.json()) as { countArticles: number };
  expect(countArticles).toBeGreaterThanOrEqual(acknowledged);
  expect(countArticles).toBeLessThanOrEqual(sent);
  expect(acknowledged).toBeGreaterThan(5);
  program.kill('SIGKILL');
  await once(program, 'exit');
});

test('the former catalogue replaces a damaged or missing one at the start, until there is a new one', async () => {
  const own = join(dir, 'damaged');
  mkdirSync(own);
  activate(own, 'g1', writeCatalogue(own, { generation: 'g1' }));
  const served = writeCatalogue(own, { generation: 'g2' });
  activate(own, 'g2', served);
  // A killed import leaves a generation that was never activated and serves nobody.
  writeCatalogue(own, { generation: 'g3' });
  for (const harm of [
    () => writeFileSync(join(own, served), 'not a database at all'.repeat(500)),
    () => rmSync(join(own, served)),
  ]) {
    harm();
    const workers = await startWorkers({ dataDir: own, settings: {}, threads: prepare() });
    expect(workers.generation).toBe('g1');
    expect((await fetch(new URL('/api/navigation', workers.catalogue))).headers.get('x-catalogue-generation')).toBe(
      'g1',
    );
    expect((await add(await workers.startState(), null, ids.offerOf(1001, 'A'))).status).toBe(200);
    await workers.stop();
  }
});
