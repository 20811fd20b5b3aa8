import { execFile } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDataDir, root } from './support/catalogue.js';
import { hurried } from './support/hurried.js';
import { type Shop, startShop } from './support/shop.js';
import { until } from './support/until.js';

/** A shop, an importer with its own folder, and a second shop with an empty one, all with the same catalogue store. */
const store = mkdtempSync(join(tmpdir(), 'catalogue-store-'));
const env = { CATALOGUE_STORE: `folder:${store}` };
const importer = mkdtempSync(join(tmpdir(), 'importer-'));
let shop: Shop;
let second: Shop | undefined;

/** Runs the import command as in another container. @returns its output */
const runImport = async (dataDir: string, ...args: string[]): Promise<string> => {
  const options = { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir, IMPORT_PRIORITY: 'normal', ...env } };
  return (await promisify(execFile)(process.execPath, ['dist/import.js', ...args], options)).stdout;
};

beforeAll(async () => {
  const dataDir = freshDataDir();
  expect(await runImport(dataDir, 'publish')).toMatch(/^Catalogue \w+ is published\./);
  shop = await startShop({ ...env, METRICS_PORT: '0', NODE_OPTIONS: hurried, MARKETPLACE_SECONDS: '8' }, dataDir);
});
afterAll(async () => {
  await shop?.stop();
  await second?.stop();
  for (const folder of [store, importer]) rmSync(folder, { recursive: true, force: true });
});

const metrics = async (of: Shop): Promise<string> => {
  const address = of.log.find(({ metrics }) => metrics)?.metrics;
  return (await fetch(String(address))).text();
};
const ready = async (): Promise<string> => (await fetch(`${shop.origin}/readyz`)).text();
const untilLogged = (event: string): Promise<void> =>
  until(`${event} is logged`, () => shop.errors().includes(`"event":"${event}"`));

test('what another container imports is served within seconds, and a new shop begins with it', async () => {
  const before = shop.log.filter(({ event }) => event === 'generation_changed').length;
  const feed = join(importer, 'reviews.csv');
  writeFileSync(feed, 'key;rating;date;language\nelsewhere;5;2026-10-01;de\n');
  const [, generation] = /Catalogue (\w+) is active/.exec(await runImport(importer, 'reviews', feed)) ?? [];
  const changed = () => shop.log.filter(({ event }) => event === 'generation_changed');
  await until('the shop has changed over', () => changed().length > before);
  expect(changed().at(-1)?.generation).toBe(generation);
  // The program that fetches it ends after the catalogue is served.
  await untilLogged('catalogue_fetched');
  const empty = mkdtempSync(join(tmpdir(), 'second-'));
  second = await startShop({ ...env, METRICS_PORT: '0' }, empty);
  await until('the new shop serves its home', async () => (await fetch(`${second?.origin}/`)).status === 200);
  expect(await metrics(second)).toContain(`partavo_catalogue_info{generation="${generation}"}`);
});

test('without the store the shop continues and reports it', async () => {
  expect(await ready()).toBe('ok');
  renameSync(store, `${store}-away`);
  await until('the shop has noticed', async () => (await ready()) !== 'ok');
  expect(await ready()).toMatch(/^ok\ncatalogue store: cannot be used since 20\S+, the catalogue of before is served$/);
  expect(await metrics(shop)).toContain('partavo_catalogue_store_up 0');
  await untilLogged('catalogue_store_failed');
  expect((await fetch(`${shop.origin}/`)).status).toBe(200);
  renameSync(`${store}-away`, store);
  await until('it is well again', async () => (await ready()) === 'ok');
  await untilLogged('catalogue_store_works');
});
