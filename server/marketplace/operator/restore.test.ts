import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { giveIds, operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { removeShop } from '../import/removals.js';
import { followedLog, setFollowed } from '../offer-store/followed-log.js';
import { knownShops } from '../offer-store/stored-shops.js';
import { migrations } from '../state/migrations.js';
import { openStateStore } from '../state/state-store.js';
import { startService } from '../workers/state-service.js';
import { keep } from './sqlite-files.js';

const { dataDir, folder, operate, service, state, stop } = operatorFolder();

test('a restored state has the carts of the backup and the catalogue of the folder', async () => {
  const visitor = new CartVisitor(service());
  await visitor.add(ids.offerOf(1001, 'A'), 3);
  const file = join(folder(), 'backup.db');
  await operate('backup', file);
  await visitor.add(ids.offerOf(1002, 'A'), 1);
  service().activate({ generation: 'g2' });

  const refused = await operate('restore', file);
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('running') });
  expect((await visitor.cart()).countArticles).toBe(4);

  await stop();
  giveIds(dataDir(), 'A', 'B', 'C');
  chmodSync(file, 0o644);
  const done = await operate('restore', file);
  expect(done).toEqual({
    code: 0,
    output: expect.stringMatching(/state\.db\.before-.*\n.*ids that were there stay.*\n.*g2/s),
  });
  expect(statSync(state()).mode & 0o777).toBe(0o600);
  expect(query(state(), 'select offer_id, quantity from cart_line')).toEqual([
    { offer_id: ids.offerOf(1001, 'A'), quantity: 3 },
  ]);
  expect(query(state(), 'select generation from catalogue_pointer')).toEqual([{ generation: 'g2' }]);
  expect(query(join(dataDir(), 'ids.db'), 'select natural_key from id order by id')).toHaveLength(3);
  const kept = readdirSync(dataDir()).filter((name) => name.startsWith('state.db'));
  expect(kept.sort()).toEqual(['state.db', expect.stringMatching(/^state\.db\.before-[\dTZ-]+$/)]);
  expect(query(join(dataDir(), kept[1] as string), 'select sum(quantity) as pieces from cart_line')).toEqual([
    { pieces: 4 },
  ]);
});

test('without the file of the served catalogue the state leads to that of the backup, else to the newest', async () => {
  const file = join(folder(), 'backup.db');
  await operate('backup', file);
  service().activate({ generation: 'g2' });
  await stop();
  rmSync(join(dataDir(), 'catalogue-g2.db'));
  expect((await operate('restore', file)).output).toContain('The catalogue is g1.');
  const other = join(folder(), 'other');
  mkdirSync(other);
  for (const generation of ['g3', 'g4', 'g5']) writeFileSync(join(other, `catalogue-${generation}.db`), '');
  expect((await operate('restore', file, '--data-dir', other)).output).toContain('The catalogue is g5.');
});

test('a token that was revoked after the backup stays revoked, and all sessions end', async () => {
  const file = join(folder(), 'backup.db');
  const write = (sql: string): void => {
    const database = new DatabaseSync(state(), { timeout: 5000 });
    database.exec(sql);
    database.close();
  };
  write(`insert into merchant_token (id, shop_id, digest, scope, created_at) values
      ('lost', 1, 'x', 'offers', '2026-01-01'), ('used', 1, 'y', 'offers', '2026-01-01');
    insert into merchant_session values ('s', 'used', '2026-01-01', '2026-01-01');
    insert into operator_session (id, token, created_at, changed_at) values ('o', 't', '2026-01-01', '2026-01-01')`);
  await operate('backup', file);
  write("update merchant_token set revoked_at = '2026-02-02' where id = 'lost'");
  await stop();
  expect((await operate('restore', file)).code).toBe(0);
  expect(query(state(), 'select id, revoked_at from merchant_token order by id')).toEqual([
    { id: 'lost', revoked_at: '2026-02-02' },
    { id: 'used', revoked_at: null },
  ]);
  expect(query(state(), 'select id from merchant_session union select id from operator_session')).toEqual([]);
});

test('a restore into an empty folder brings the ids, and one into a damaged folder works', async () => {
  const file = join(folder(), 'backup.db');
  await operate('backup', file);
  await stop();
  const empty = join(folder(), 'empty');
  expect(await operate('restore', file, '--data-dir', empty)).toEqual({
    code: 0,
    output: expect.stringMatching(/ids are those of the backup.*no catalogue/s),
  });
  expect(query(join(empty, 'ids.db'), 'select natural_key from id')).toHaveLength(2);

  writeFileSync(state(), 'torn'.repeat(3000));
  expect(await operate('report')).toEqual({ code: 1, output: expect.stringContaining('damaged') });
  expect((await operate('restore', file)).code).toBe(0);
  expect(query(state(), 'select generation from catalogue_pointer')).toEqual([{ generation: 'g1' }]);
});

test('a file that is replaced keeps its log under its new name', () => {
  for (const name of ['a.db', 'a.db-wal']) writeFileSync(join(folder(), name), '');
  keep(join(folder(), 'a.db'), new Date(0));
  const kept = 'a.db.before-1970-01-01T00-00-00-000Z';
  expect(readdirSync(folder()).sort()).toEqual(['a.db', kept, `${kept}-wal`]);
});

test.each(['state.db', 'offers.db', 'ids.db'])('a backup replaces a %s without a byte', async (name) => {
  const file = join(folder(), 'backup.db');
  await operate('backup', file);
  await stop();
  const content = query(join(dataDir(), name), 'select count(*) as tables from sqlite_master');
  for (const end of ['-wal', '-shm']) rmSync(join(dataDir(), name + end), { force: true });
  writeFileSync(join(dataDir(), name), '');
  expect(await operate('restore', file)).toEqual({ code: 0, output: expect.any(String) });
  expect(query(join(dataDir(), name), 'select count(*) as tables from sqlite_master')).toEqual(content);
});

describe('shops and offers', () => {
  const offers = () => join(dataDir(), 'offers.db');
  const meta = (name: string) => query(offers(), `select value from meta where key = '${name}'`)[0]?.value;
  const prices = () => query(offers(), 'select id, price, stock from offer order by id');

  test('a restore gives offers a new epoch, and no id that was given since is given again', async () => {
    const file = join(folder(), 'backup.db');
    await operate('backup', file);
    const [saved, epoch] = [prices(), meta('epoch')];
    service().writeOffers({ dearer: 700, without: [ids.offerOf(1001, 'A')] });
    let given = 0;
    service().changeOffers((writer) =>
      writer.commit((commit) => {
        const [offer] = writer.statements.offersOf(ids.pad);
        if (offer) commit.put({ ...offer, key: 'since' }, null, []);
        given = writer.statements.findKey(3, 'since')?.id ?? 0;
      }),
    );
    expect([given > 0, prices()]).not.toEqual([true, saved]);
    service().changeOffers((writer) => {
      writer.commit(() => writer.database.exec("update shop set id = 77, name = 'Since', slug = 'since' where id = 3"));
      removeShop(writer, 77);
    });
    await stop();
    expect(await operate('restore', file)).toEqual({
      code: 0,
      output: expect.stringContaining('Shops and offers are those of the backup.'),
    });
    expect([prices(), meta('epoch') === epoch]).toEqual([saved, false]);
    expect(query(offers(), "select id, product_id from offer_key where key = 'since'")).toEqual([
      { id: given, product_id: 0 },
    ]);
    expect(meta('next_offer_id')).toBe(String(given + 1));
    service().changeOffers(({ database }) => expect(knownShops(database).get('Since')).toBe(77));
    const kept = readdirSync(dataDir()).filter((name) => name.startsWith('offers.db.before-'));
    expect(kept).toHaveLength(1);
    const [next, second] = [meta('next_offer_id'), meta('epoch')];
    await operate('backup', join(folder(), 'second.db'));
    service().changeOffers(({ statements }) => statements.setMeta('next_offer_id', '1'));
    expect((await operate('restore', join(folder(), 'second.db'))).code).toBe(0);
    expect([meta('next_offer_id'), meta('epoch') === second]).toEqual([next, false]);
    service().changeOffers(({ database }) =>
      database.exec(`update offer_key set id = ${given + 1} where key = 'since'`),
    );
    await operate('backup', join(folder(), 'later.db'));
    service().changeOffers(({ database }) => database.exec(`update offer_key set id = ${given} where key = 'since'`));
    expect(await operate('restore', join(folder(), 'later.db'))).toEqual({
      code: 1,
      output: expect.stringContaining('other ids than the backup'),
    });
  });

  test('offers stay if an old backup has none, and damaged or other versions are refused', async () => {
    const file = join(folder(), 'backup.db');
    await operate('backup', file);
    const before = prices();
    await stop();
    writeFileSync(`${file}.offers`, 'x'.repeat(5000));
    expect((await operate('restore', file)).output).toContain('.offers cannot be restored: it is no SQLite file');
    rmSync(`${file}.offers`);
    new DatabaseSync(`${file}.offers`).exec('create table a (b); pragma user_version = 99');
    expect((await operate('restore', file)).output).toContain('version 99');
    rmSync(`${file}.offers`);
    expect(await operate('restore', file)).toEqual({ code: 0, output: expect.stringContaining('no shops and offers') });
    expect(prices()).toEqual(before);
  });

  test('offers of a backup that followed PostgreSQL are the folder’s own', async () => {
    const file = join(folder(), 'backup.db');
    await operate('backup', file);
    await stop();
    using saved = new DatabaseSync(`${file}.offers`);
    setFollowed(saved, { name: 'a log', number: 7, chain: 'x' });
    expect((await operate('restore', file)).code).toBe(0);
    using own = new DatabaseSync(offers(), { readOnly: true });
    expect([followedLog(saved)?.number, followedLog(own)]).toEqual([7, null]);
  });

  test('a damaged file of offers is reported and replaced from a backup', async () => {
    const file = join(folder(), 'backup.db');
    await operate('backup', file);
    await stop();
    const before = prices();
    for (const end of ['-wal', '-shm']) rmSync(offers() + end, { force: true });
    writeFileSync(offers(), 'torn'.repeat(3000));
    await expect(startService({ dataDir: dataDir(), clock: testClock })).rejects.toThrow(
      `${offers()} is damaged. Restore a backup: npm run restore -- FILE.`,
    );
    expect((await operate('restore', file)).code).toBe(0);
    expect(prices()).toEqual(before);
  });
});

test('an unsound, newer or foreign backup is refused and changes nothing', async () => {
  const file = join(folder(), 'backup.db');
  await operate('backup', file);
  await stop();
  const before = query(state(), 'select * from catalogue_pointer');

  const torn = join(folder(), 'torn.db');
  writeFileSync(torn, 'x'.repeat(5000));
  const other = join(folder(), 'other.db');
  new DatabaseSync(other).exec('create table a (b)');
  mkdirSync(join(folder(), 'new'));
  const tomorrow = { ...migrations, '9999-of-tomorrow': { up: async () => {} } };
  await (await openStateStore(join(folder(), 'new'), tomorrow)).destroy();
  for (const [each, sentence] of [
    [join(folder(), 'none.db'), 'it is not there'],
    [torn, 'damaged'],
    [other, 'no backup of a shop'],
    [join(folder(), 'new/state.db'), 'newer version'],
  ] as const) {
    expect(await operate('restore', each)).toEqual({ code: 1, output: expect.stringContaining(sentence) });
  }
  rmSync(join(dataDir(), 'ids.db'));
  giveIds(dataDir(), 'B', 'A');
  expect((await operate('restore', file)).output).toContain('other ids than the backup');
  rmSync(join(dataDir(), 'ids.db'));
  giveIds(dataDir(), 'A');
  expect((await operate('restore', file)).output).toContain('1 products, offers or vehicles other ids');
  rmSync(join(dataDir(), 'ids.db'));
  rmSync(`${file}.ids`);
  expect((await operate('restore', file)).output).toContain('new addresses');
  expect(query(state(), 'select * from catalogue_pointer')).toEqual(before);
  expect(readdirSync(dataDir()).filter((name) => name.includes('before') || name.includes('.part'))).toEqual([]);
});
