import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { isSettled, judgedBy } from '../data-folder/settled.js';
import { openStateStore } from '../state/state-store.js';
import { fetchCatalogue } from './fetch-catalogue.js';
import { followStore } from './follow-store.js';
import { headKey, pieceBytes } from './manifest.js';
import type { ObjectStore } from './object-store.js';
import { openStore } from './open-store.js';
import { getFile, putFile } from './stored-pieces.js';
import { publishServed, whileImporting } from './while-importing.js';

const { dataDir, importFile } = importFolder();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('a folder that cannot be read is an error, not an empty store', async () => {
  const store = await openStore({ kind: 'folder', path: folder }, testClock);
  expect(await Promise.all([store.get(headKey), store.has(headKey), store.list('pieces/')])).toEqual([null, false, []]);
  mkdirSync(join(folder, headKey));
  await expect(store.get(headKey)).rejects.toThrow(`The catalogue store folder:${folder} cannot be used: EISDIR.`);
  writeFileSync(join(folder, 'pieces'), '');
  for (const work of [() => store.has('pieces/a'), () => store.list('pieces/')])
    await expect(work()).rejects.toThrow('cannot be used: ENOTDIR.');
  expect(await store.put('a', Buffer.from('b'))).toBe(true);
});

test('a follower tells since when it cannot use its store', async () => {
  const clock = new ManualClock();
  const path = join(folder, 'unmounted');
  const needs = { dataDir: folder, clock, program: new URL('file:///nothing.js'), served: () => null };
  const follower = await followStore({ kind: 'folder', path }, needs);
  expect(follower.trouble()).toEqual({ since: expect.anything() });
  mkdirSync(path);
  await clock.untilWaiting();
  await clock.advance(3600_000);
  await until('the store works again', () => follower.trouble() === null);
  await follower.stop();
});

test('a fetch judges offers that the catalogue before has left unjudged', async () => {
  const settings = { kind: 'folder', path: folder } as const;
  const place = { dataDir: dataDir(), clock: testClock };
  await (await openStateStore(dataDir())).destroy();
  await whileImporting(settings, place, (publish) => publish && publishServed(dataDir(), publish));
  const reader = join(folder, 'reader');
  cpSync(dataDir(), reader, { recursive: true });
  const offers = new DatabaseSync(join(reader, 'offers.db'));
  offers.exec(`insert or replace into meta (key, value) values ('${judgedBy}', 'catalogue-g0.db');
    update offer set withheld = 8; update offer_key set withheld = 8`);
  const withheld = () => offers.prepare('select count(*) as n from offer where withheld & 8 <> 0').get()?.n;
  expect(Number(withheld())).toBeGreaterThan(0);
  const { generation } = await importFile('reviews', 'key;rating;date;language\na;5;2026-10-01;de\n', {
    store: settings,
  });
  expect(await fetchCatalogue(await openStore(settings, testClock), reader, testClock)).toMatchObject({ generation });
  expect([withheld(), isSettled(reader, [])]).toEqual([0, true]);
  offers.close();
});

test('a known piece that changes while a file is fetched is refused', async () => {
  const store = await openStore({ kind: 'folder', path: folder }, testClock);
  const [former, wanted, target] = ['former', 'wanted', 'target'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const known = Buffer.alloc(100, 'known');
  writeFileSync(former, Buffer.concat([Buffer.alloc(pieceBytes, 'old'), known]));
  writeFileSync(wanted, Buffer.concat([Buffer.alloc(pieceBytes, 'new'), known]));
  const moved = { pieces: 0, bytes: 0 };
  const described = await putFile(store, wanted, new Set(), moved);
  const changing = {
    get: (key: string) => {
      writeFileSync(former, Buffer.alloc(pieceBytes + known.length, 'x'));
      return store.get(key);
    },
  };
  await expect(getFile(changing as unknown as ObjectStore, described, target, former, moved)).rejects.toThrow(
    'The manifest in the catalogue store does not fit its pieces.',
  );
});
