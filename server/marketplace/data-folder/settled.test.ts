import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { servedFile } from '../catalogue-file/served-file.js';
import { openStateStore } from '../state/state-store.js';
import { settleOffers } from './offer-turn.js';
import { clearedBy, isSettled, judgedBy } from './settled.js';
import { beginRestore, endRestore } from './unfinished-restore.js';

const { dataDir } = importFolder();
beforeEach(async () => {
  await (await openStateStore(dataDir())).destroy();
  settleOffers(dataDir(), testClock);
});

function change(file: string, statement: string): void {
  using database = new DatabaseSync(join(dataDir(), file));
  database.exec(statement);
}
const setMeta = (key: string, value: string): void =>
  change('offers.db', `insert or replace into meta (key, value) values ('${key}', '${value}')`);
const servedName = (): string => basename(String(servedFile(dataDir())));

test('a folder is settled when its offers match its catalogue', () => {
  expect(isSettled(dataDir(), ['BY', 'RU'])).toBe(true);
  setMeta(judgedBy, 'catalogue-g0.db');
  expect(isSettled(dataDir(), [])).toBe(false);
  settleOffers(dataDir(), testClock);
  expect(isSettled(dataDir(), [])).toBe(true);
  setMeta(clearedBy, servedName());
  expect(isSettled(dataDir(), [])).toBe(false);
});

test('a tariff to a country under embargo has to be removed first', () => {
  using offers = new DatabaseSync(join(dataDir(), 'offers.db'), { readOnly: true });
  const country = String(offers.prepare('select country from shop_rate limit 1').get()?.country);
  expect([isSettled(dataDir(), ['XK']), isSettled(dataDir(), ['XK', country])]).toEqual([true, false]);
});

test('an unfinished restore has to be repeated first', () => {
  beginRestore(dataDir(), 'backup.db');
  expect(isSettled(dataDir(), [])).toBe(false);
  endRestore(dataDir());
  expect(isSettled(dataDir(), [])).toBe(true);
});

test.each<[string, () => void]>([
  ['no state', () => rmSync(join(dataDir(), 'state.db'))],
  [
    'a state without its last tables',
    () => change('state.db', 'delete from kysely_migration where name = (select max(name) from kysely_migration)'),
  ],
  ['a state of a newer version', () => change('state.db', "insert into kysely_migration values ('9999', '')")],
  ['a damaged state', () => writeFileSync(join(dataDir(), 'state.db'), 'no database'.repeat(500))],
  ['no catalogue', () => rmSync(String(servedFile(dataDir())))],
  ['a catalogue of another version', () => change(servedName(), 'pragma user_version = 1')],
  ['no offers', () => rmSync(join(dataDir(), 'offers.db'))],
  ['empty offers', () => truncateSync(join(dataDir(), 'offers.db'))],
])('a folder with %s is not settled', (_, harm) => {
  harm();
  expect(isSettled(dataDir(), [])).toBe(false);
});
