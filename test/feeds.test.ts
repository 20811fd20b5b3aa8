import { spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedHost, startFeedHost } from './fixtures/marketplace/feeds/feed-host.js';
import { freshDataDir, root } from './support/catalogue.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

const key = randomBytes(32);
let host: FeedHost;
let shop: Shop;
const dataDir = freshDataDir();
const env: Record<string, string> = {
  METRICS_PORT: '0',
  FEEDS_LOOPBACK: '1',
  OPS_SECRET: `whsec_${key.toString('base64')}`,
};
beforeAll(async () => {
  host = await startFeedHost();
  host.answers['/hook'] = (response) => response.end();
  env.FEED_URL = `${host.origin}/alpha.csv?key=CANARY`;
  env.OPS_URL = `${host.origin}/hook`;
  writeFileSync(
    join(dataDir, 'shop.json'),
    JSON.stringify({
      feeds: [{ name: 'alpha', shopId: 1, mode: 'update', address: 'env:FEED_URL', every: 60 }],
      webhooks: [{ name: 'ops', address: 'env:OPS_URL', secrets: ['env:OPS_SECRET'] }],
    }),
  );
});
afterAll(async () => {
  await shop?.stop();
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const feed = () => {
  const database = new DatabaseSync(join(dataDir, 'state.db'), { readOnly: true, timeout: 5000 });
  try {
    return database.prepare("select * from feed where name = 'alpha'").get();
  } finally {
    database.close();
  }
};
const metricsOf = () => String(shop.log.find(({ event }) => event === 'started')?.metrics);
/** Makes the feed due now. */
function makeDue(): void {
  const database = new DatabaseSync(join(dataDir, 'state.db'), { timeout: 5000 });
  database.prepare('update feed set next_at = ?').run(new Date().toISOString());
  database.close();
}
/** Runs a command of the operator, while this process answers as the feed's host. */
async function operate(...words: string[]): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, [join(root, 'dist/operate.js'), 'feeds', ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, IMPORT_PRIORITY: 'normal', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  const [status] = await once(child, 'close');
  return { status, output };
}

test('a running shop gets feeds by itself, goes on after a kill, and tells of what is wrong', async () => {
  host.answers['/alpha.csv'] = (response) => response.writeHead(503).end();
  shop = await startShop(env, dataDir);
  const { spareParts } = await (await fetch(`${shop.origin}/api/-/-/--1523`)).json();
  const [{ id, manufacturer, articleNumber }] = spareParts;
  const prices = async (): Promise<number[]> => {
    const { offers } = await (await fetch(`${shop.origin}/api/Angebote?sparePartId=${id}`)).json();
    return offers.map(({ price }: { price: number }) => price);
  };
  const csv = (price: string, wrong = '') =>
    `key;brand;number;price;stock\nfed;${manufacturer.name};${articleNumber};${price};9\n${wrong}`;
  const serve = (content: string, etag: string) => {
    host.answers['/alpha.csv'] = (response, { headers }) => {
      if (headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag }).end(content);
    };
  };
  await until('the first attempt has failed', () => feed()?.status === 'failed');

  serve(csv('1,23'), '"1"');
  makeDue();
  await until('the feed is imported', () => feed()?.status === 'completed');
  await until('its price is sold', async () => (await prices()).includes(1.23));
  makeDue();
  await until('it is known', () => shop.errors().includes('"isUnchanged":true'));

  // The shop is killed during a download, and again during an import.
  host.answers['/alpha.csv'] = (response) => void response.writeHead(200).write('key;brand');
  const before = host.asked.length;
  makeDue();
  await until('it is being downloaded', () => host.asked.length > before);
  const kill = async () => {
    const ended = once(shop.process, 'exit');
    shop.process.kill('SIGKILL');
    await ended;
  };
  await kill();
  expect(feed()).toMatchObject({ is_running: 1, rows: 1 });
  serve(csv('2,34'), '"2"');
  const reports = () => readdirSync(join(dataDir, 'imports')).length;
  const known = reports();
  shop = await startShop(env, dataDir);
  await until('it is being imported', () => reports() > known);
  await kill();
  shop = await startShop(env, dataDir);
  await until('it is run again', () => feed()?.etag === '"2"' && feed()?.is_running === 0);
  await until('its price is sold', async () => (await prices()).includes(2.34));
  expect((await prices()).filter((price) => price === 2.34 || price === 1.23)).toEqual([2.34]);
  expect(readdirSync(join(dataDir, 'feeds')).filter((name) => !name.endsWith('.lock'))).toEqual([]);

  // With too many wrong rows nothing changes, and the receiver gets a signed message.
  serve(csv('3,45', 'odd;;;;\n'), '"3"');
  makeDue();
  await until('it is refused', () => feed()?.status === 'refused');
  await until('the receiver gets the message', () => host.asked.some(({ url }) => url === '/hook'));
  const { headers = {}, body = '' } = host.asked.find(({ url }) => url === '/hook') ?? {};
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  expect(JSON.parse(body)).toMatchObject({ type: 'import.refused', data: { feed: 'alpha', shop: '1', rejected: 1 } });
  expect(await prices()).toContain(2.34);

  const metrics = await (await fetch(metricsOf())).text();
  const labels = 'feed="alpha",shop="1",kind="offers"';
  expect(metrics).toContain(`partavo_feed_failures{${labels}} 1`);
  expect(metrics).toContain(`partavo_feed_rejected_rows{${labels}} 1`);
  expect(metrics).toContain(`partavo_feed_status{${labels},status="refused"} 1`);
  expect(metrics).toMatch(new RegExp(`partavo_feed_age_seconds\\{${labels}\\} \\d+\n`));
  expect(shop.errors()).toContain('"event":"feed_run"');
  expect(shop.errors() + metrics + body).not.toMatch(/CANARY|whsec_/);
});

test('the operator lists feeds, runs one now, and checks the file', async () => {
  const listed = await operate('list');
  expect([listed.status, listed.output]).toEqual([0, expect.stringMatching(/alpha +1 +offers update +refused .*\n/)]);
  const { feeds } = JSON.parse((await operate('list', '1', '--json')).output);
  expect(feeds[0].runs.map(({ status }: { status: string }) => status)).toEqual(
    expect.arrayContaining(['refused', 'completed', 'failed']),
  );
  const refused = await operate('run', 'alpha');
  expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('Nothing was imported: ')]);
  host.answers['/alpha.csv'] = (response) => response.writeHead(500).end();
  expect(await operate('run', 'alpha')).toEqual({
    status: 1,
    output: expect.stringContaining('Its server answered 500.'),
  });
  expect(await operate('run', 'beta')).toEqual({
    status: 1,
    output: expect.stringContaining('There is no feed "beta"'),
  });
  expect(await operate('again', '2')).toEqual({ status: 0, output: expect.stringContaining('0 feeds are due') });
  const runs = () => shop.errors().split('"feed_run"').length;
  const known = runs();
  expect(await operate('again')).toEqual({ status: 0, output: expect.stringContaining('1 feeds are due') });
  await until('the shop has tried it again', () => runs() > known);
  expect(await operate('outbox')).toEqual({
    status: 0,
    output: expect.stringMatching(/delivered +ops +import\.refused/),
  });
  expect(await operate('check')).toEqual({ status: 0, output: expect.stringContaining('1 feeds, 1 webhooks') });
  expect(await operate()).toEqual({
    status: 2,
    output: expect.stringContaining('feeds can list, run, again, check, outbox'),
  });
  const file = join(dataDir, 'shop.json');
  writeFileSync(file, '{"feeds":[{"name":"alpha","shop":"1","address":"http://x.example/a.csv","every":0}]}');
  const sentence = `${file}, feeds 1 "alpha" every: must be whole minutes from 1 to 44640, found 0.\n`;
  expect(await operate('check')).toEqual({ status: 1, output: sentence });
  await until('the shop says so too', () => shop.errors().includes('shop_file_refused'));
  expect(await (await fetch(metricsOf())).text()).toContain('partavo_feed_age_seconds{feed="alpha"');
  const start = spawnSync(process.execPath, [join(root, 'dist/server.js')], {
    env: { PORT: '0', DATA_DIR: dataDir },
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect([start.status, start.stderr]).toEqual([1, sentence]);
});
