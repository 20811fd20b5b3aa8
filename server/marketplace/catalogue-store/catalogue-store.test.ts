import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3Double, startS3Double } from '../../../test/doubles/s3.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import { dateOf } from '../../clock/clock.js';
import type { StoreSettings } from '../../env-marketplace.js';
import { IdRegistry, productNaturalKey } from '../catalogue-file/ids.js';
import { servedFile, servedGeneration } from '../catalogue-file/served-file.js';
import { runImport } from '../import/import.js';
import { fetchCatalogue } from './fetch-catalogue.js';
import { followStore } from './follow-store.js';
import { headKey, pieceBytes } from './manifest.js';
import type { ObjectStore } from './object-store.js';
import { openStore } from './open-store.js';
import { sweep } from './publish.js';
import { S3Store, signRequest } from './s3-store.js';
import { getFile, putFile } from './stored-pieces.js';
import { publishServed, whileImporting } from './while-importing.js';

const { dataDir, importFile } = importFolder();
const reviews = (name: string): string => `key;rating;date;language\n${name};5;2026-10-01;de\n`;
let s3: S3Double;
let folder: string;
const readers: string[] = [];
const newReader = (): string => {
  const reader = mkdtempSync(join(tmpdir(), 'reader-'));
  readers.push(reader);
  return reader;
};

beforeAll(async () => {
  s3 = await startS3Double();
});
afterAll(() => s3.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  s3.objects.clear();
  Object.assign(s3, { fault: null, ahead: 0 });
});
afterEach(() => {
  for (const each of [folder, ...readers.splice(0)]) rmSync(each, { recursive: true, force: true });
});

const places: readonly (readonly [name: string, settings: () => StoreSettings])[] = [
  ['a folder', () => ({ kind: 'folder', path: folder })],
  ['a bucket', () => s3.settings],
];

describe.each(places)('through %s', (name, settings) => {
  const isFolder = name === 'a folder';
  const open = (): Promise<ObjectStore> => openStore(settings(), testClock);
  const importReviews = (name: string) => importFile('reviews', reviews(name), { store: settings() });
  const publishHere = () =>
    whileImporting(
      settings(),
      { dataDir: dataDir(), clock: testClock },
      (publish) => publish && publishServed(dataDir(), publish),
    );
  const pieces = async () => (await (await open()).list('pieces/')).map(({ key }) => key).sort();
  /** Ages all objects by so many hours. */
  const age = async (hours: number) => {
    const back = hours * 3600_000;
    for (const entry of s3.objects.values()) entry.at -= back;
    if (isFolder)
      for (const { key } of await (await open()).list(''))
        utimesSync(join(folder, key), dateOf(testClock), new Date(testClock.now() - back));
  };

  test('a generation arrives complete with its ids, and the next one moves only what differs', async () => {
    await publishHere();
    const reader = newReader();
    const store = await open();
    expect(await fetchCatalogue(store, reader, testClock)).toMatchObject({ generation: 'g1' });
    expect(readFileSync(String(servedFile(reader)))).toEqual(readFileSync(String(servedFile(dataDir()))));
    const [ours, theirs] = [new IdRegistry(join(dataDir(), 'ids.db')), new IdRegistry(join(reader, 'ids.db'))];
    expect(theirs.printCatalogueIds()).toBe(ours.printCatalogueIds());
    expect(theirs.printCatalogueIds()).toContain('PAD1');
    // Ids of shops belong to the offers.
    expect(theirs.printCatalogueIds()).not.toContain('shop');
    ours.close();
    theirs.close();

    const summary = await importReviews('a');
    expect(summary.outcome).toBe('active');
    const before = (await pieces()).length;
    expect((await fetchCatalogue(store, reader, testClock)).generation).toBe(summary.generation);
    expect(readFileSync(String(servedFile(reader)))).toEqual(readFileSync(String(servedFile(dataDir()))));
    // The second fetch has nothing to do.
    expect((await fetchCatalogue(store, reader, testClock)).moved).toBeNull();
    expect((await pieces()).length).toBe(before);
  });

  test('a folder whose served file is missing, or with a generation that was never activated, gets the next one', async () => {
    await publishHere();
    const reader = newReader();
    const store = await open();
    writeFileSync(join(reader, 'catalogue-g1.db'), 'of a fetch that was killed');
    expect(await fetchCatalogue(store, reader, testClock)).toMatchObject({ generation: 'g1' });
    expect(readFileSync(String(servedFile(reader)))).toEqual(readFileSync(String(servedFile(dataDir()))));
    const { generation } = await importReviews('a');
    rmSync(String(servedFile(reader)));
    expect(await fetchCatalogue(store, reader, testClock)).toMatchObject({ generation });
    expect(readFileSync(String(servedFile(reader)))).toEqual(readFileSync(String(servedFile(dataDir()))));
  });

  test('of a partly known file only the rest moves, in both directions', async () => {
    const store = await open();
    const [one, two, copy] = ['one', 'two', 'copy'].map((each) => join(dataDir(), each)) as [string, string, string];
    const content = randomBytes(3 * pieceBytes + 5);
    writeFileSync(one, content);
    const first = { pieces: 0, bytes: 0 };
    const { pieces: known } = await putFile(store, one, new Set(), first);
    expect([first.pieces, known.length]).toEqual([4, 4]);
    content[pieceBytes + 7] = (content[pieceBytes + 7] ?? 0) ^ 1;
    writeFileSync(two, content);
    const [put, got] = [
      { pieces: 0, bytes: 0 },
      { pieces: 0, bytes: 0 },
    ];
    const described = await putFile(store, two, new Set(known), put);
    await getFile(store, described, copy, one, got);
    expect([put.pieces, got.pieces]).toEqual([1, 1]);
    expect(readFileSync(copy)).toEqual(content);
  });

  test('imports publish before they serve, one at a time, and start from the published generation', async () => {
    await publishHere();
    const other = newReader();
    cpSync(dataDir(), other, { recursive: true });
    const elsewhere = join(other, 'reviews.csv');
    writeFileSync(elsewhere, reviews('elsewhere'));
    const [here, there] = await Promise.all([
      importReviews('here'),
      runImport({ clock: testClock, dataDir: other, kind: 'reviews', files: [elsewhere], store: settings() }),
    ]);
    expect([here.outcome, there.summary.outcome]).toEqual(['active', 'active']);
    // The second import starts from the first one's generation.
    const store = await open();
    const reader = newReader();
    await fetchCatalogue(store, reader, testClock);
    const catalogue = new DatabaseSync(String(servedFile(reader)), { readOnly: true });
    const keys = catalogue.prepare("select count(*) as n from review where key in ('here', 'elsewhere')").get();
    catalogue.close();
    expect(keys?.n).toBe(2);
    const lock = await store.lock(0);
    const refused = await importFile('reviews', reviews('c'), { store: settings(), timeoutMs: 10 });
    expect([refused.outcome, refused.refusal]).toEqual([
      'refused',
      'Another import is publishing; please start this one when it has ended.',
    ]);
    await lock.release();
    expect((await importFile('reviews', reviews('c'), { store: settings(), timeoutMs: 10 })).outcome).toBe('active');
  });

  test('without the store nothing is imported, and the folder serves its catalogue', async () => {
    await publishHere();
    const served = servedGeneration(dataDir());
    if (isFolder) rmSync(folder, { recursive: true });
    else s3.fault = 'silence';
    const summary = await importReviews('a');
    expect(summary).toMatchObject({ outcome: 'refused', generation: null });
    expect(summary.refusal).toMatch(/^The catalogue store (folder:\S+|s3:\/\/catalogues\/shop) cannot be used: .+\.$/);
    expect(servedGeneration(dataDir())).toBe(served);
    if (isFolder) mkdirSync(folder);
  });

  test('a damaged or missing piece is refused, and the served catalogue stays', async () => {
    await publishHere();
    const store = await open();
    const [piece = ''] = await pieces();
    const kept = await store.get(piece);
    for (const body of [Buffer.from('rubbish'), kept?.body.subarray(0, 20) ?? Buffer.alloc(0)]) {
      await store.put(piece, body);
      await expect(fetchCatalogue(store, newReader(), testClock)).rejects.toThrow(
        `${piece} in the catalogue store is damaged.`,
      );
    }
    await store.remove(piece);
    const reader = newReader();
    await expect(fetchCatalogue(store, reader, testClock)).rejects.toThrow(
      `${piece} is missing in the catalogue store.`,
    );
    expect(servedGeneration(reader)).toBeNull();
    await store.put(piece, kept?.body ?? Buffer.alloc(0));
    expect(await fetchCatalogue(store, reader, testClock)).toMatchObject({ generation: 'g1' });
    await store.put(headKey, Buffer.from('{}'));
    await expect(fetchCatalogue(store, reader, testClock)).rejects.toThrow('is damaged');
  });

  test('a folder with other ids is refused, so that no link leads to another thing', async () => {
    await publishHere();
    const reader = newReader();
    const ids = new IdRegistry(join(reader, 'ids.db'));
    ids.idOf('product', productNaturalKey('Brand 1', 'PAD1'));
    ids.commit();
    ids.close();
    await expect(fetchCatalogue(await open(), reader, testClock)).rejects.toThrow(
      /has given other ids than the catalogue store: product \d+ is/,
    );
    expect(servedGeneration(reader)).toBeNull();
  });

  test('objects that no generation names are deleted after an hour', async () => {
    await publishHere();
    const store = await open();
    for (const name of ['a', 'b', 'c']) expect((await importReviews(name)).outcome).toBe('active');
    const before = await pieces();
    expect(await sweep(store)).toBe(0);
    await age(2);
    expect(await sweep(store)).toBeGreaterThan(0);
    expect((await store.list('manifests/')).length).toBe(3);
    const left = await pieces();
    expect(left.length).toBeLessThan(before.length);
    expect(await fetchCatalogue(store, newReader(), testClock)).toMatchObject({
      generation: servedGeneration(dataDir()),
    });
  });
});

describe('a bucket', () => {
  test('the bucket refuses unknown keys, and the error names the reason', async () => {
    const wrong = await openStore({ ...s3.settings, secret: 'another secret' }, testClock);
    await expect(wrong.get(headKey)).rejects.toThrow(
      'The catalogue store s3://catalogues/shop cannot be used: it answers 403 SignatureDoesNotMatch.',
    );
    const other = await openStore({ ...s3.settings, bucket: 'elsewhere' }, testClock);
    await expect(other.get(headKey)).rejects.toThrow('there is no such bucket');
    s3.fault = 503;
    const before = s3.methods.length;
    await expect((await openStore(s3.settings, testClock)).get(headKey)).rejects.toThrow('it answers 503 Fault.');
    expect(s3.methods.length - before).toBe(3);
  });

  test('the lock of a dead importer passes to the next one, and the dead one cannot publish', async () => {
    const times = { pauseMs: 5, renewMs: 3_600_000, leaseMs: 60_000 };
    const [one, two] = [new S3Store(s3.settings, testClock, times), new S3Store(s3.settings, testClock, times)];
    const dead = await one.lock(0);
    await expect(two.lock(20)).rejects.toThrow('Another import is publishing');
    // The age of a lock depends on the store's clock only.
    s3.ahead = 120_000;
    const next = await two.lock(0);
    await expect(dead.check()).rejects.toThrow('Another import has taken over meanwhile');
    await dead.release();
    await next.check();
    await next.release();
    expect(s3.objects.has('shop/importing.json')).toBe(false);
  });

  test('a bucket that is unreachable when an import ends does not fail the import', async () => {
    const lock = await new S3Store(s3.settings, testClock).lock(0);
    s3.fault = 503;
    await expect(lock.release()).resolves.toBeUndefined();
  });

  test('a silent bucket does not keep a shop from ending', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const needs = {
      dataDir: folder,
      clock: new ManualClock(),
      program: new URL('file:///nothing.js'),
      served: () => 'g1',
    };
    const follower = await followStore({ ...s3.settings, endpoint }, needs);
    const [socket] = (await once(silent, 'connection')) as [Socket];
    // With this clock no call ever times out.
    await follower.stop();
    socket.destroy();
    silent.close();
  });

  test('requests are signed as in the documentation of AWS', async () => {
    // "Signature Calculations for the Authorization Header", examples GET Object and List Objects.
    const identity = {
      region: 'us-east-1',
      keyId: 'AKIAIOSFODNN7EXAMPLE',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    };
    const at = new Date('2013-05-24T00:00:00Z');
    const signatureOf = async (path: string, headers: Record<string, string>): Promise<string> => {
      const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`);
      const signed = await signRequest(identity, 'GET', url, headers, undefined, at);
      return String(signed.get('authorization')).replace(/.*Signature=/, '');
    };
    expect(await signatureOf('/test.txt', { range: 'bytes=0-9' })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
    expect(await signatureOf('/?max-keys=2&prefix=J', {})).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });
});
