import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogueVersion } from '../server/marketplace/catalogue-file/catalogue-schema.js';
import { openStateStore } from '../server/marketplace/state/state-store.js';
import { add, anyOffer } from './support/add.js';
import { freshDataDir, root } from './support/catalogue.js';
import { causeOf } from './support/cause.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/**
 * Lost, damaged or inaccessible files of the data folder. A start explains which file and what helps, pages stay
 * available, and the shop acknowledges no change that is lost.
 */
const stateFiles = ['state.db', 'state.db-wal', 'state.db-shm'];
/** Drops the right of root to ignore file permissions. */
const asAnybody = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--'] : [];

function run(program: string, dataDir: string, parameters: readonly string[] = []) {
  const [command = '', ...rest] = [...asAnybody, process.execPath, join(root, 'dist', program), ...parameters];
  const { status, stdout, stderr } = spawnSync(command, rest, {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, output: stdout + stderr };
}

const restore = 'Restore a backup: npm run restore -- FILE.';
const harms: readonly (readonly [name: string, harm: (dataDir: string) => void, says: readonly string[]])[] = [
  [
    'a folder that cannot be written',
    (dataDir) => chmodSync(dataDir, 0o555),
    ['state.db may not be written by this user'],
  ],
  [
    'a catalogue that cannot be read',
    (dataDir) => chmodSync(join(dataDir, catalogueOf(dataDir)), 0),
    ['catalogue-', 'cannot be opened by this user'],
  ],
  [
    'a state that cannot be read',
    (dataDir) => chmodSync(join(dataDir, 'state.db'), 0),
    ['state.db cannot be opened by this user'],
  ],
  ['a state that is lost', (dataDir) => rmSync(join(dataDir, 'state.db')), ['carts and accounts is lost', restore]],
  [
    'a state without a byte',
    (dataDir) => truncateSync(join(dataDir, 'state.db')),
    ['carts and accounts is lost', restore],
  ],
  [
    'offers that are lost',
    (dataDir) => rmSync(join(dataDir, 'offers.db')),
    ['offers.db with all shops and offers is missing', restore],
  ],
  [
    'a catalogue that is damaged, and the only one',
    (dataDir) => tear(join(dataDir, catalogueOf(dataDir)), 0.5),
    ['catalogue-', 'is damaged, and no other one of the folder can be served', 'import all feeds again'],
  ],
  [
    'a catalogue of the version before',
    (dataDir) => setVersion(dataDir, catalogueVersion - 1),
    [`tables of version ${catalogueVersion - 1}`, 'npm run upgrade'],
  ],
  [
    'a catalogue that is too old to be brought up to date',
    (dataDir) => {
      setVersion(dataDir, 7);
      rmSync(join(dataDir, 'offers.db'));
    },
    ['tables of version 7', 'contains its offers', 'Import all feeds again, the first with --anew'],
  ],
  ['offers without a byte', (dataDir) => truncateSync(join(dataDir, 'offers.db')), ['offers.db is empty', restore]],
];
/** Makes the catalogue one of an older program, which wrote no checksums. */
function setVersion(dataDir: string, version: number): void {
  const file = join(dataDir, catalogueOf(dataDir));
  const database = new DatabaseSync(file);
  database.exec(`pragma user_version = ${version}`);
  database.close();
  rmSync(`${file}.sums`, { force: true });
}
/** Overwrites `share` of a file's 4 KiB pages, beginning in its middle. */
function tear(file: string, share: number): void {
  const pages = Math.ceil(statSync(file).size / 4096);
  const bytes = Buffer.alloc(Math.ceil(pages * share) * 4096, 0xa5);
  const open = openSync(file, 'r+');
  writeSync(open, bytes, 0, bytes.length, Math.floor(pages / 2) * 4096);
  closeSync(open);
}
const catalogueOf = (dataDir: string): string =>
  readdirSync(dataDir).find((name) => /^catalogue-\w+\.db$/.test(name)) ?? '';

test.each(harms)('%s is named by a start that is refused, which changes nothing', (_name, harm, says) => {
  const dataDir = freshDataDir({ isWhole: true });
  try {
    harm(dataDir);
    const others = () =>
      readdirSync(dataDir)
        .filter((name) => !/^state\.db|-(?:wal|shm)$/.test(name) && name !== 'session-secret')
        .map((name) => [name, statSync(join(dataDir, name)).size]);
    const before = others();
    const { status, output } = run('server.js', dataDir);
    expect(status).toBe(1);
    const sentence = output.trimEnd().split('\n').at(-1);
    for (const words of says) expect(sentence).toContain(words);
    expect(output).not.toMatch(/\n +at /);
    expect(others()).toEqual(before);
  } finally {
    chmodSync(dataDir, 0o755);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

const feeds = {
  products: 'key;brand;number;title;category\na;Brandneu;1;Bremsscheibe;1523\n',
  shops: 'name;legal_name\nNeu;Neu GmbH\n',
  offers: 'shop;key;brand;number;price;stock\nNeu;a;Brandneu;1;10,00;1\n',
};
/** Expects that feeds are refused with a sentence. */
function expectRefused(dataDir: string, kinds: readonly (keyof typeof feeds)[], sentence: string): void {
  for (const kind of kinds) {
    const feed = join(dataDir, 'feed.csv');
    writeFileSync(feed, feeds[kind]);
    const { status, output } = run('import.js', dataDir, [kind, feed]);
    expect([kind, status, output]).toEqual([kind, 1, expect.stringContaining(sentence)]);
  }
}

test('without the registry of ids nothing is imported, since ids would be given again that others have', () => {
  const dataDir = freshDataDir();
  try {
    rmSync(join(dataDir, 'ids.db'));
    const feed = join(dataDir, 'feed.csv');
    expectRefused(dataDir, ['products', 'shops'], 'ids.db with the numbers of all addresses is missing');
    // A failed import with `--anew` assigns no ids.
    writeFileSync(feed, 'key;brand;number;title;category\n');
    run('import.js', dataDir, ['products', feed, '--anew', '--dry-run']);
    expect(run('import.js', dataDir, ['products', feed]).output).toContain('ids.db with the numbers of all addresses');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('without its offers nothing is imported into a catalogue, and their numbers are not given again', async () => {
  const dataDir = freshDataDir();
  try {
    const state = await openStateStore(dataDir);
    const at = '2026-01-01T00:00:00.000Z';
    await state.insertInto('session').values({ id: 's', audit_name: 's', created_at: at, changed_at: at }).execute();
    const line = { offer_id: 4711, model_id: '', quantity: 1, seen_price: 100, snapshot: '{}', created_at: at };
    await state
      .insertInto('cart_line')
      .values({ id: 'l', session_id: 's', ...line })
      .execute();
    await state.destroy();
    for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `offers.db${end}`), { force: true });
    const feed = join(dataDir, 'feed.csv');
    expectRefused(dataDir, ['products', 'shops', 'offers'], 'offers.db with all shops and offers is missing');
    expect(readdirSync(dataDir)).not.toContain('offers.db');
    writeFileSync(feed, 'id;title_de;title_fr;title_es;title_it;title_nl\n1523;A;B;C;D;E\n');
    const anew = run('import.js', dataDir, ['categories', feed, '--anew']);
    expect([anew.status, anew.output]).toEqual([0, expect.anything()]);
    const offers = new DatabaseSync(join(dataDir, 'offers.db'), { readOnly: true });
    expect(offers.prepare("select value from meta where key = 'next_offer_id'").get()).toEqual({ value: '4712' });
    offers.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test.each(['state.db', 'ids.db'])(
  'damage of %s is found soon after the start, while pages and carts go on',
  async (name) => {
    const dataDir = freshDataDir({ isWhole: true });
    const file = join(dataDir, name);
    if (name === 'state.db') {
      // Tables that a start does not read.
      const database = new DatabaseSync(file);
      database.exec(`
      create table filler as with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
        select i, hex(randomblob(20)) as text from n;
      pragma wal_checkpoint(truncate)`);
      database.close();
    }
    tear(file, 0.1);
    const damaged = await startShop({ METRICS_PORT: '0' }, dataDir);
    try {
      const metrics = String(damaged.log.find(({ event }) => event === 'started')?.metrics);
      const figure = `partavo_store_damaged{file="${name.slice(0, -3)}"} 1`;
      await until('the metrics tell of it', async () => (await (await fetch(metrics)).text()).includes(figure));
      // Lines of a thread pass through the main thread, which may answer before.
      await until('the line is there', () => /"event":"store_damaged".*\n/.test(damaged.errors()));
      expect(damaged.errors()).toContain(`"file":"${name}"`);
      expect((await fetch(`${damaged.origin}/`)).status).toBe(200);
      expect((await add(damaged.origin, await anyOffer(damaged.origin))).status).toBe(200);
    } finally {
      await damaged.stop();
    }
  },
);

let shop: Shop;
let offer: string;
beforeAll(async () => {
  shop = await startShop();
  offer = await anyOffer(shop.origin);
});
afterAll(() => shop?.stop());

let searches = 0;
const statuses = (paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await fetch(shop.origin + path, { redirect: 'manual' })).status));
const reads = () => statuses(['/', `/Volltextsuche?query=bremse${searches++}`, '/api/-/-/--1523', '/livez', '/readyz']);

test('a state that is moved away while the shop runs takes nothing more, and everything when it is back', async () => {
  const { cookie, status } = await add(shop.origin, offer);
  expect(status).toBe(200);
  const move = (from: string, to: string): void => {
    for (const name of stateFiles) renameSync(join(shop.dataDir, name + from), join(shop.dataDir, name + to));
  };
  move('', '.away');
  await until('adds are refused', async () => (await add(shop.origin, offer, cookie)).status === 503);
  const refused = await add(shop.origin, offer, cookie);
  expect(await causeOf(refused.requestId.slice(0, 9), shop)).toContain(
    'state.db was removed or replaced while the shop runs',
  );
  expect(await reads()).toEqual([200, 200, 200, 200, 200]);
  await until('the line is there', () => shop.errors().includes('"event":"file_gone"'));
  move('.away', '');
  await until('adds are taken', async () => (await add(shop.origin, offer, cookie)).status === 200);
});

test('a state that is damaged while the shop runs is the cause of a 503 with its sentence; pages go on', async () => {
  const { cookie } = await add(shop.origin, offer);
  const file = join(shop.dataDir, 'state.db');
  // Moves all data into the file, so that each connection reads them again.
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  const open = openSync(file, 'r+');
  for (let at = 1024; at < statSync(file).size; at += 1024) writeSync(open, Buffer.alloc(512, 0xa5), 0, 512, at);
  closeSync(open);
  const seen = await add(shop.origin, offer, cookie);
  expect(seen.status).toBe(503);
  expect(await causeOf(seen.requestId.slice(0, 9), shop)).toMatch(
    /marketplace answered 503: A database of the data folder is damaged\. Restore a backup/,
  );
  expect(await reads()).toEqual([200, 200, 200, 200, 200]);
});
