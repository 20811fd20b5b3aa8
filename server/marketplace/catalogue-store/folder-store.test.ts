import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activate } from '../../../test/fixtures/marketplace/catalogue/small-catalogue.js';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { until } from '../../../test/support/until.js';
import { servedGeneration } from '../catalogue-file/served-file.js';
import { isSettled, judgedBy } from '../data-folder/settled.js';
import { withheldBits } from '../offer-store/withheld.js';
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
/** Publishes the catalogue of the data folder. */
async function publishHere() {
  const settings = { kind: 'folder', path: folder } as const;
  const place = { dataDir: dataDir(), clock: testClock };
  await whileImporting(settings, place, (publish) => publish && publishServed(dataDir(), publish));
  return settings;
}

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
  await (await openStateStore(dataDir())).destroy();
  const settings = await publishHere();
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

test('offers that the next catalogue forbids are withheld before readers switch, even if they never do', async () => {
  const settings = await publishHere();
  const reader = join(folder, 'reader');
  cpSync(dataDir(), reader, { recursive: true });
  const forbidden = `brand;number;category;brand_country\nBrand 1;PAD1;${ids.pads};CN\n`;
  const { generation } = await importFile('products', forbidden, { store: settings });
  const withheld = () => query(join(reader, 'offers.db'), `select withheld from offer where product_id = ${ids.pad}`);
  const state = new DatabaseSync(join(reader, 'state.db'));
  state.exec("create trigger full before insert on catalogue_pointer begin select raise(abort, 'disk full'); end");
  writeFileSync(join(reader, '.fetched-g0.tmp'), 'of a fetch that was killed');
  const store = await openStore(settings, testClock);
  await expect(fetchCatalogue(store, reader, testClock)).rejects.toThrow('disk full');
  expect([servedGeneration(reader), withheld()]).toEqual(['g1', [{ withheld: withheldBits.euResponsible }]]);
  expect(readdirSync(reader).filter((name) => name.startsWith('.fetched'))).toEqual([]);
  state.exec('drop trigger full');
  state.close();
  expect(await fetchCatalogue(store, reader, testClock)).toMatchObject({ generation });
  expect(withheld()).toEqual([{ withheld: withheldBits.euResponsible }]);
});

test('a fetch gives way to an import that is faster', async () => {
  const settings = await publishHere();
  const reader = join(folder, 'reader');
  mkdirSync(reader);
  await (await openStateStore(reader)).destroy();
  const store = await openStore(settings, testClock);
  const { get } = store;
  store.get = (async (...words: Parameters<typeof get>) => {
    if (words[0].startsWith('pieces/')) activate(reader, 'zzzz', 'catalogue-zzzz.db');
    return get.apply(store, words);
  }) as typeof get;
  expect(await fetchCatalogue(store, reader, testClock)).toEqual({ generation: 'zzzz', moved: null });
  expect(servedGeneration(reader)).toBe('zzzz');
  expect(readdirSync(reader).filter((name) => name.startsWith('.fetched'))).toEqual([]);
});

test('a follower runs its program for each newer generation once, and again only after a failure', async () => {
  const clock = new ManualClock();
  const store = await openStore({ kind: 'folder', path: folder }, testClock);
  const publishHead = (generation: string) =>
    store.put(headKey, Buffer.from(JSON.stringify({ generation, manifest: 'manifests/m.json' })));
  const [program, log] = [join(folder, 'program.mjs'), join(folder, 'runs')];
  const runs = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  const write = (code: number) =>
    writeFileSync(
      program,
      `import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(' ') + '\\n');
      console.log('told ' + ${code}); process.exitCode = ${code};`,
    );
  write(1);
  await publishHead('g2');
  let served: string | null = null;
  const needs = { dataDir: folder, clock, program: pathToFileURL(program), served: () => served };
  // A folder without a catalogue waits for the first fetch.
  const follower = await followStore({ kind: 'folder', path: folder }, needs);
  const run = `fetch --data-dir ${folder}`;
  expect([runs(), follower.trouble() !== null]).toEqual([[run], true]);
  write(0);
  await clock.untilWaiting();
  await clock.advance(2000);
  await until('the second run has ended', () => follower.trouble() === null);
  for (const next of ['g1', 'g0']) {
    await clock.untilWaiting();
    await clock.advance(2000);
    await clock.untilWaiting();
    // Readers switch a moment after the fetch.
    served = 'g2';
    await publishHead(next);
  }
  await clock.untilWaiting();
  expect(runs()).toEqual([run, run]);
  await follower.stop();
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
