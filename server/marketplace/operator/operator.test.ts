import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { activate, ids, writeCatalogue } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { query } from '../../../test/fixtures/marketplace/store/query.js';
import { startTestService, type TestService } from '../../../test/fixtures/marketplace/workers/service.js';
import { IdRegistry } from '../store/ids.js';
import { migrations } from '../store/migrations/index.js';
import { catalogueFiles, removeOldGenerations } from '../store/old-generations.js';
import { openStateStore } from '../store/state-store.js';
import { startService } from '../workers/state-service.js';
import { runOperatorCommand } from './cli.js';

let service: TestService;
let folder: string;
let isStopped = false;
const stop = async () => {
  if (!isStopped) await service.service.stop();
  isStopped = true;
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
  service = await startTestService('state');
  isStopped = false;
  giveIds(service.dataDir, 'A', 'B');
});
afterEach(async () => {
  await stop();
  for (const each of [folder, service.dataDir]) rmSync(each, { recursive: true, force: true });
});

function giveIds(dataDir: string, ...brands: string[]): void {
  const registry = new IdRegistry(join(dataDir, 'ids.db'));
  for (const brand of brands) registry.idOf('brand', brand);
  registry.commit();
  registry.close();
}

/** A command of the operator, its exit code and what it says. */
async function operate(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const code = await runOperatorCommand(args, { DATA_DIR: service.dataDir }, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
}
async function report() {
  const { code, said } = await operate('report', '--json');
  expect(code).toBe(0);
  return JSON.parse(said);
}
const state = () => join(service.dataDir, 'state.db');

test('a backup under writes has every change that was acknowledged before it, and is sound', async () => {
  const visitors = Array.from({ length: 6 }, () => new CartVisitor(service));
  const acknowledged: string[] = [];
  let isOver = false;
  const writing = visitors.map(async (visitor, index) => {
    for (let n = 0; !isOver; n++) {
      const { status, body } = await visitor.add(ids.offerOf(1001 + ((n + index) % 20), 'A'));
      if (status === 200) acknowledged.push(String(body.cartData.countArticles));
    }
  });
  const files: string[] = [];
  for (let round = 0; round < 4; round++) {
    const before = acknowledged.length;
    while (acknowledged.length < before + 25) await new Promise((resolve) => setImmediate(resolve));
    const [{ rows } = { rows: 0 }] = query(state(), 'select count(*) as rows from cart_audit');
    const file = join(folder, `backup-${round}.db`);
    const { code, said } = await operate('backup', file);
    expect([code, said]).toEqual([0, expect.stringContaining('is whole')]);
    expect(Number(query(file, 'select count(*) as rows from cart_audit')[0]?.rows)).toBeGreaterThanOrEqual(
      Number(rows),
    );
    files.push(file);
  }
  isOver = true;
  await Promise.all(writing);
  for (const file of files) {
    expect(query(file, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(query(`${file}.ids`, 'select natural_key, id from id order by id')).toHaveLength(2);
    const beside = [file, `${file}.ids`, `${file}.offers`];
    expect(beside.map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    // The trail of a copy tells exactly the carts of the copy: it is one moment, not a mixture.
    const [{ told: reported } = { told: 0 }] = query(
      file,
      'select sum(quantity_after - quantity_before) as told from cart_audit',
    );
    const [{ pieces } = { pieces: 0 }] = query(file, 'select sum(quantity) as pieces from cart_line');
    expect(reported).toBe(pieces);
  }
  expect(readdirSync(folder)).toHaveLength(12);
}, 60_000);

test('a backup is never written over, and needs something to copy', async () => {
  const file = join(folder, 'backup.db');
  writeFileSync(`${file}.ids`, 'of yesterday');
  expect(await operate('backup', file)).toEqual({ code: 1, said: expect.stringContaining('never written over') });
  expect(existsSync(file)).toBe(false);
  expect(await operate('backup', file, '--data-dir', folder)).toEqual({
    code: 1,
    said: `There is no state.db in ${folder}.`,
  });
  for (const command of ['backup', 'restore'])
    expect(await operate(command)).toEqual({ code: 2, said: expect.stringContaining('FILE is missing') });
  expect(await operate('backup', join(folder, 'none/backup.db'))).toEqual({
    code: 1,
    said: `The folder ${join(folder, 'none')} does not exist.`,
  });
});

test('a restored state has the carts of the backup and the catalogue of the folder', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(ids.offerOf(1001, 'A'), 3);
  const file = join(folder, 'backup.db');
  await operate('backup', file);
  await visitor.add(ids.offerOf(1002, 'A'), 1);
  service.activate({ generation: 'g2' });

  const refused = await operate('restore', file);
  expect(refused).toEqual({ code: 1, said: expect.stringContaining('running') });
  expect((await visitor.cart()).countArticles).toBe(4);

  await stop();
  giveIds(service.dataDir, 'A', 'B', 'C');
  const done = await operate('restore', file);
  expect(done).toEqual({
    code: 0,
    said: expect.stringMatching(/state\.db\.before-.*\n.*ids that were there stay.*\n.*g2/s),
  });
  expect(query(state(), 'select offer_id, quantity from cart_line')).toEqual([
    { offer_id: ids.offerOf(1001, 'A'), quantity: 3 },
  ]);
  expect(query(state(), 'select generation from catalogue_pointer')).toEqual([{ generation: 'g2' }]);
  expect(query(join(service.dataDir, 'ids.db'), 'select natural_key from id order by id')).toHaveLength(3);
  const kept = readdirSync(service.dataDir).filter((name) => name.startsWith('state.db'));
  expect(kept.sort()).toEqual(['state.db', expect.stringMatching(/^state\.db\.before-[\dTZ-]+$/)]);
  expect(query(join(service.dataDir, kept[1] as string), 'select sum(quantity) as pieces from cart_line')).toEqual([
    { pieces: 4 },
  ]);
});

test('a restore into an empty folder brings the ids along, and one into a damaged one works', async () => {
  const file = join(folder, 'backup.db');
  await operate('backup', file);
  await stop();
  const empty = join(folder, 'empty');
  expect(await operate('restore', file, '--data-dir', empty)).toEqual({
    code: 0,
    said: expect.stringMatching(/ids are those of the backup.*no catalogue/s),
  });
  expect(query(join(empty, 'ids.db'), 'select natural_key from id')).toHaveLength(2);

  writeFileSync(state(), 'torn'.repeat(3000));
  expect(await operate('report')).toEqual({ code: 1, said: expect.stringContaining('damaged') });
  expect((await operate('restore', file)).code).toBe(0);
  expect(query(state(), 'select generation from catalogue_pointer')).toEqual([{ generation: 'g1' }]);
});

describe('shops and offers', () => {
  const offers = () => join(service.dataDir, 'offers.db');
  const meta = (name: string) => query(offers(), `select value from meta where key = '${name}'`)[0]?.value;
  const prices = () => query(offers(), 'select id, price, stock from offer order by id');

  test('come back with a backup under another epoch, and an id that was given since is never given again', async () => {
    const file = join(folder, 'backup.db');
    await operate('backup', file);
    const [saved, epoch] = [prices(), meta('epoch')];
    service.writeOffers({ dearer: 700, without: [ids.offerOf(1001, 'A')] });
    let given = 0;
    service.changeOffers((writer) =>
      writer.commit((commit) => {
        const [offer] = writer.statements.offersOf(ids.pad);
        if (offer) commit.put({ ...offer, key: 'since' }, null, []);
        given = writer.statements.findKey(3, 'since')?.id ?? 0;
      }),
    );
    expect([given > 0, prices()]).not.toEqual([true, saved]);
    await stop();
    expect(await operate('restore', file)).toEqual({
      code: 0,
      said: expect.stringContaining('Shops and offers are those of the backup.'),
    });
    expect([prices(), meta('epoch') === epoch]).toEqual([saved, false]);
    expect(query(offers(), "select id, product_id from offer_key where key = 'since'")).toEqual([
      { id: given, product_id: 0 },
    ]);
    expect(Number(meta('next_offer_id'))).toBeGreaterThan(given);
    const kept = readdirSync(service.dataDir).filter((name) => name.startsWith('offers.db.before-'));
    expect(kept).toHaveLength(1);
    service.changeOffers(({ database }) => database.exec(`update offer_key set id = ${given + 1} where key = 'since'`));
    await operate('backup', join(folder, 'later.db'));
    service.changeOffers(({ database }) => database.exec(`update offer_key set id = ${given} where key = 'since'`));
    expect(await operate('restore', join(folder, 'later.db'))).toEqual({
      code: 1,
      said: expect.stringContaining('other ids than the backup'),
    });
  });

  test('stay where an old backup has none; those that are damaged or of another version are refused', async () => {
    const file = join(folder, 'backup.db');
    await operate('backup', file);
    const before = prices();
    await stop();
    writeFileSync(`${file}.offers`, 'x'.repeat(5000));
    expect((await operate('restore', file)).said).toContain('.offers cannot be restored: it is no SQLite file');
    rmSync(`${file}.offers`);
    new DatabaseSync(`${file}.offers`).exec('create table a (b); pragma user_version = 99');
    expect((await operate('restore', file)).said).toContain('version 99');
    rmSync(`${file}.offers`);
    expect(await operate('restore', file)).toEqual({ code: 0, said: expect.stringContaining('no shops and offers') });
    expect(prices()).toEqual(before);
  });

  test('of a file that is damaged are told in a sentence, and come back from a backup', async () => {
    const file = join(folder, 'backup.db');
    await operate('backup', file);
    await stop();
    const before = prices();
    for (const end of ['-wal', '-shm']) rmSync(offers() + end, { force: true });
    writeFileSync(offers(), 'torn'.repeat(3000));
    await expect(startService({ dataDir: service.dataDir })).rejects.toThrow(
      `${offers()} is damaged. Restore a backup: npm run restore -- FILE.`,
    );
    expect((await operate('restore', file)).code).toBe(0);
    expect(prices()).toEqual(before);
  });
});

test('what is no sound backup, too new, or of other ids is refused and changes nothing', async () => {
  const file = join(folder, 'backup.db');
  await operate('backup', file);
  await stop();
  const before = query(state(), 'select * from catalogue_pointer');

  const torn = join(folder, 'torn.db');
  writeFileSync(torn, 'x'.repeat(5000));
  const other = join(folder, 'other.db');
  new DatabaseSync(other).exec('create table a (b)');
  mkdirSync(join(folder, 'new'));
  const tomorrow = { ...migrations, '9999-of-tomorrow': { up: async () => {} } };
  await (await openStateStore(join(folder, 'new'), tomorrow)).destroy();
  for (const [each, sentence] of [
    [join(folder, 'none.db'), 'it is not there'],
    [torn, 'damaged'],
    [other, 'no backup of a shop'],
    [join(folder, 'new/state.db'), 'newer version'],
  ] as const) {
    expect(await operate('restore', each)).toEqual({ code: 1, said: expect.stringContaining(sentence) });
  }
  rmSync(join(service.dataDir, 'ids.db'));
  giveIds(service.dataDir, 'B', 'A');
  expect((await operate('restore', file)).said).toContain('other ids than the backup');
  rmSync(join(service.dataDir, 'ids.db'));
  rmSync(`${file}.ids`);
  expect((await operate('restore', file)).said).toContain('new addresses');
  expect(query(state(), 'select * from catalogue_pointer')).toEqual(before);
  expect(readdirSync(service.dataDir).filter((name) => name.includes('before') || name.includes('.part'))).toEqual([]);
});

test('the report tells catalogue, imports, what is not sold, counts and retention, and nothing personal', async () => {
  const visitor = new CartVisitor(service);
  await visitor.add(ids.offerOf(1001, 'A'), 2);
  const catalogue = new DatabaseSync(join(service.dataDir, 'catalogue-g1.db'));
  catalogue.exec('insert into product_flags (product_id, flags) values (1003, 4)');
  catalogue.close();
  service.writeOffers({ soldOut: [ids.offerOf(1002, 'A')] });
  service.changeOffers((writer) => {
    writer.database.exec("update shop set vat_id = '' where id = 3; delete from shop_rate where shop_id = 3");
    writer.shops.read();
    writer.commit((commit) => commit.touch(1003));
  });
  const [{ offers: shopC } = { offers: 0 }] = query(
    join(service.dataDir, 'offers.db'),
    'select count(*) as offers from offer where shop_id = 3',
  );
  mkdirSync(join(service.dataDir, 'imports'));
  const place = join(service.dataDir, 'imports', '2026-01-02T03-04-05-000Z-offers');
  writeFileSync(
    `${place}.jsonl`,
    `${JSON.stringify({ file: 'feed.csv', line: 7, field: 'price', value: 'viel', reason: 'is no price', outcome: 'rejected' })}\n`,
  );
  writeFileSync(
    `${place}.summary.json`,
    JSON.stringify({
      kind: 'offers',
      files: ['feed.csv'],
      outcome: 'active',
      refusal: null,
      generation: 'g1',
      startedAt: '2026-01-02T03:04:05.000Z',
      seconds: 1.5,
      rows: 100,
      rejected: 1,
      leftOut: 0,
      changes: {},
      reasons: { 'price is no price': 1 },
      unsold: { offers: 99, reasons: { 'tyre without its label': 99 } },
      notes: [],
    }),
  );
  const summary = JSON.parse(readFileSync(`${place}.summary.json`, 'utf8'));
  const later = { ...summary, outcome: 'unchanged', generation: null, rejected: 0, reasons: {} };
  writeFileSync(place.replace('2026', '2027').concat('.summary.json'), JSON.stringify({ ...later, unsold: undefined }));
  const reported = await report();
  expect(reported.catalogue).toMatchObject({
    generation: 'g1',
    isDemonstration: true,
    counts: { shop: 3 },
    unsold: [
      { reason: 'outOfStock', offers: 1 },
      { reason: 'shipsNowhere', offers: shopC },
    ],
    withheld: [{ reason: 'euResponsible', offers: 2 }],
    withheldOffers: [
      { shop: 'Alpha', brand: 'Brand 1', articleNumber: 'DISC-3', reason: 'euResponsible' },
      { shop: 'Beta', brand: 'Brand 1', reason: 'euResponsible' },
    ],
  });
  expect(reported.catalogue.incompleteShops).toContainEqual(
    expect.objectContaining({ id: 3, offers: shopC, missing: ['vat_id'] }),
  );
  expect(reported.imports).toMatchObject([
    { outcome: 'unchanged' },
    { rejected: 1, firstRows: [{ line: 7, value: 'viel' }] },
  ]);
  expect(reported.state.counts).toMatchObject({ session: 1, cart_line: 1, cart_audit: 1 });
  expect(reported.state.bytes).toBeGreaterThan(4096);
  expect(reported.retention.map(({ overdue }: { overdue: number }) => overdue)).toEqual([0, 0, 0, 0, 0, 0]);
  const { said } = await operate('report');
  for (const partial of [
    'Catalogue g1',
    'feed.csv:7',
    'nothing in stock',
    'somebody responsible inside',
    'no vat_id',
    'offers: nothing changed',
    '99 × tyre without its label',
    '30 days',
    'cart_line',
  ])
    expect(said).toContain(partial);
});

test('declarations of withdrawal are listed, marked as handled, and personal only in their own list', async () => {
  const declare = (name: string) =>
    service.call('/api/Widerruf', {
      body: { key: randomUUID(), name, orderId: 'ULU-17', email: `${name}@canary.example` },
    });
  const [first, second] = [(await declare('Anna')).body.number, (await declare('Berta')).body.number];
  const reported = await report();
  expect(reported.withdrawals).toMatchObject({ received: 2, open: [{ number: first }, { number: second }] });
  expect(`${JSON.stringify(reported)}${(await operate('report')).said}`).not.toMatch(/canary|Anna|ULU-17/);
  expect((await operate('withdrawals')).said).toMatch(/Anna.*Anna@canary\.example.*\n.*Berta/s);
  expect(await operate('withdrawals', '--handled', first.toLowerCase())).toEqual({
    code: 0,
    said: expect.stringContaining('dealt with'),
  });
  expect((await report()).withdrawals).toMatchObject({ received: 2, open: [{ number: second }] });
  expect((await operate('withdrawals')).said).not.toContain('Anna');
  expect((await operate('withdrawals', '--all')).said).toMatch(/handled \d{4}-/);
  expect(await operate('withdrawals', '--handled', 'W-0000')).toEqual({
    code: 1,
    said: 'There is no declaration W-0000.',
  });
});

test('old catalogues go, the served one and what is newer stay, and ids are kept for ever', async () => {
  const made = (generation: string, at: number) =>
    utimesSync(join(service.dataDir, writeCatalogue(service.dataDir, { generation })), at, at);
  for (const [index, generation] of ['a', 'b', 'c', 'd', 'e'].entries()) made(generation, 1000 + index);
  utimesSync(join(service.dataDir, 'catalogue-g1.db'), 900, 900);
  expect(await removeOldGenerations(service.dataDir)).toEqual([]);
  activate(service.dataDir, 'd', 'catalogue-d.db');
  expect((await removeOldGenerations(service.dataDir)).sort()).toEqual(['catalogue-a.db', 'catalogue-g1.db']);
  expect(catalogueFiles(service.dataDir)).toEqual(['e', 'd', 'c', 'b'].map((each) => `catalogue-${each}.db`));
  expect(query(join(service.dataDir, 'ids.db'), 'select * from id')).toHaveLength(2);
});

test('an unknown command tells what there is', async () => {
  expect(await operate('destroy')).toEqual({ code: 2, said: expect.stringContaining('npm run backup -- FILE') });
  for (const wrong of [
    ['report', '--jason'],
    ['report', 'file'],
    ['backup', 'a', 'b'],
    ['upgrade', '--json'],
  ])
    expect(await operate(...wrong)).toEqual({ code: 2, said: expect.stringContaining('Usage') });
  for (const asked of [['--help'], ['-h'], ['restore', '--help']])
    expect(await operate(...asked)).toEqual({ code: 0, said: expect.stringMatching(/^Usage/) });
});
