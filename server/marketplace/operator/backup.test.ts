import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { CartVisitor } from '../../../test/fixtures/marketplace/carts/visitor.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';

const { dataDir, folder, operate, service, state, stop } = operatorFolder();

test('a backup during writes has every change that was acknowledged before it, and is sound', async () => {
  const visitors = Array.from({ length: 6 }, () => new CartVisitor(service()));
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
    const file = join(folder(), `backup-${round}.db`);
    const { code, output } = await operate('backup', file);
    expect([code, output]).toEqual([0, expect.stringContaining('is whole')]);
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
    // The audit trail of the copy matches the carts of the copy, so it shows a single moment.
    const [{ reported } = { reported: 0 }] = query(
      file,
      'select sum(quantity_after - quantity_before) as reported from cart_audit',
    );
    const [{ pieces } = { pieces: 0 }] = query(file, 'select sum(quantity) as pieces from cart_line');
    expect(reported).toBe(pieces);
  }
  expect(readdirSync(folder())).toHaveLength(12);
});

test('a copy that is not sound gets no name', async () => {
  const database = new DatabaseSync(state());
  database.exec('pragma foreign_keys = off');
  database.exec(
    "insert into cart_line (id, session_id, offer_id, model_id, quantity, seen_price, snapshot, created_at) values ('l', 'nobody', 7, '', 1, 1, '{}', '2026-01-01')",
  );
  database.close();
  const { code, output } = await operate('backup', join(folder(), 'backup.db'));
  expect([code, output]).toEqual([1, expect.stringContaining('is not sound: rows refer to rows that are missing')]);
  expect(readdirSync(folder())).toEqual([]);
});

test('a backup has what the folder has', async () => {
  await stop();
  for (const name of ['ids.db', 'offers.db'])
    for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir(), name + end), { force: true });
  const { code, output } = await operate('backup', join(folder(), 'backup.db'));
  expect([code, output]).toEqual([0, expect.stringMatching(/^\S*backup\.db \(.*\) is whole\.$/)]);
  expect([readdirSync(folder()), existsSync(join(dataDir(), 'ids.db'))]).toEqual([['backup.db'], false]);
});

test('a backup overwrites nothing, and needs something to copy', async () => {
  const file = join(folder(), 'backup.db');
  writeFileSync(`${file}.ids`, 'of yesterday');
  expect(await operate('backup', file)).toEqual({ code: 1, output: expect.stringContaining('never written over') });
  expect(existsSync(file)).toBe(false);
  expect(await operate('backup', file, '--data-dir', folder())).toEqual({
    code: 1,
    output: `There is no state.db in ${folder()}.`,
  });
  for (const command of ['backup', 'restore'])
    expect(await operate(command)).toEqual({ code: 2, output: expect.stringContaining('FILE is missing') });
  expect(await operate('backup', join(folder(), 'none/backup.db'))).toEqual({
    code: 1,
    output: `The folder ${join(folder(), 'none')} does not exist.`,
  });
});
