import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startS3Double } from '../../../test/doubles/s3.js';
import { TickingClock, testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import { FolderStore } from './folder-store.js';
import { headKey, isNewer, parseHead, pieceKey } from './manifest.js';
import { openStore } from './open-store.js';
import { publish, readHead, readManifest, sweep } from './publish.js';
import { getFile } from './stored-pieces.js';

let folder: string;
let store: FolderStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  store = new FolderStore(folder, testClock);
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = { check: async () => {}, release: async () => {} };
/** Publishes a small file whose content is the name of its generation. */
const publishAs = (generation: string, by = lock) => {
  const file = join(folder, 'catalogue.db');
  writeFileSync(file, generation);
  return publish(store, by, { generation, file, ids: 'same' }, dateOf(testClock));
};
const served = async () => (await readHead(store))?.head.generation;
const keys = async (prefix: string) => (await store.list(prefix)).map(({ key }) => key).sort();
const age = (minutes: number, keysOf: readonly string[]): void => {
  for (const key of keysOf) utimesSync(join(folder, key), dateOf(testClock), testClock.now() / 1000 - minutes * 60);
};

test('names of generations are numbers: a longer one is newer', () => {
  expect([isNewer('10', 'z'), isNewer('z', '10'), isNewer('b', 'a'), isNewer('a', 'a'), isNewer('a', null)]).toEqual([
    ...[true, false, true, false, true],
  ]);
});

test('a generation is published once, moves only what differs, and never replaces a newer one', async () => {
  expect((await publishAs('y')).pieces).toBe(2);
  expect(await publishAs('y')).toEqual({ pieces: 0, bytes: 0 });
  // The ids are the same.
  expect((await publishAs('10')).pieces).toBe(1);
  await expect(publishAs('z')).rejects.toThrow('The catalogue store serves 10 already, which is not older.');
  expect(await served()).toBe('10');
});

test('a publisher whose lock has passed on, or that comes second, changes nothing for readers', async () => {
  await publishAs('a');
  const lost = { ...lock, check: () => Promise.reject(new Error('taken over')) };
  await expect(publishAs('b', lost)).rejects.toThrow('taken over');
  expect(await served()).toBe('a');
  const former = parseHead((await store.get(headKey))?.body ?? Buffer.alloc(0));
  const faster = {
    ...lock,
    check: async () => void (await store.put(headKey, Buffer.from(JSON.stringify({ ...former, generation: 'c' })))),
  };
  await expect(publishAs('b', faster)).rejects.toThrow('Another import has published meanwhile');
  expect(await served()).toBe('c');
});

test('a head that arrived without its answer is published', async () => {
  const { put } = store;
  store.put = async (...words) => (await put.apply(store, words)) && words[0] !== headKey;
  expect((await publishAs('a')).pieces).toBe(2);
  expect(await served()).toBe('a');
});

test('the served generation and what is younger than an hour are kept', async () => {
  for (const generation of ['a', 'b', 'c', 'd', 'e']) await publishAs(generation);
  const manifests = await keys('manifests/');
  const [first = ''] = manifests;
  await store.put(headKey, Buffer.from(JSON.stringify({ generation: 'a', manifest: first })));
  const [named, unnamed] = [
    await keys('pieces/'),
    ['61', '59'].map((each) => `pieces/00/${each.padStart(64, '0')}.zst`),
  ];
  for (const key of unnamed) await store.put(key, Buffer.from('x'));
  age(59, [...manifests, ...named, unnamed[1] ?? '']);
  age(61, [unnamed[0] ?? '']);
  expect([await sweep(store), await keys('pieces/')]).toEqual([1, [...named, unnamed[1]].sort()]);
  age(61, [...manifests, ...named]);
  // Three of five stay, and the served one; the piece of `b` goes with its manifest.
  expect([await sweep(store), (await keys('manifests/')).length]).toEqual([2, 4]);
  expect(await keys('manifests/')).not.toContain(manifests[1]);
  age(61, await keys(''));
  await publishAs('f');
  expect((await keys('manifests/')).map((key) => key.split('-')[1])).toEqual(['d', 'e', 'f']);
});

test('a piece with other content is damaged, even if it can be unpacked', async () => {
  await publishAs('a');
  const { catalogue } = await readManifest(store, (await readHead(store))?.head.manifest ?? '');
  await store.put(pieceKey(String(catalogue.pieces[0])), zstdCompressSync(Buffer.from('b')));
  const fetched = getFile(store, catalogue, join(folder, 'fetched'), null, { pieces: 0, bytes: 0 });
  await expect(fetched).rejects.toThrow('in the catalogue store is damaged.');
});

test('a bucket that is busy is asked again, and one where another write was faster is not', async () => {
  const s3 = await startS3Double();
  const clock = new TickingClock(testClock.now());
  clock.sleep = async () => {};
  const bucket = await openStore(s3.settings, clock);
  const asked = async (fault: number) => {
    s3.fault = fault;
    const before = s3.methods.length;
    const answer = await bucket.put('head', Buffer.from('x'), null).catch(({ message }: Error) => message);
    return [answer, s3.methods.length - before];
  };
  try {
    expect([await asked(409), await asked(412)]).toEqual([
      [false, 1],
      [false, 1],
    ]);
    expect(await asked(429)).toEqual([expect.stringContaining('it answers 429 Fault'), 3]);
    expect(await asked(400)).toEqual([expect.stringContaining('it answers 400 Fault'), 1]);
  } finally {
    s3.stop();
  }
});
