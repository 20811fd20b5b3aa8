import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let image: string;
let volume: string;
beforeEach(() => {
  image = mkdtempSync(join(tmpdir(), 'image-'));
  volume = join(image, 'volume');
  for (const folder of ['demo-data', 'dist', 'volume']) mkdirSync(join(image, folder));
  copyFileSync(join(import.meta.dirname, 'container-start.mjs'), join(image, 'container-start.mjs'));
  writeFileSync(join(image, 'dist/server.js'), 'process.stdout.write("started");');
  for (const name of ['catalogue-a.db', 'ids.db', 'state.db']) writeFileSync(join(image, 'demo-data', name), 'whole');
});
afterEach(() => rmSync(image, { recursive: true }));

function start(env: Record<string, string> = {}): void {
  const { stdout, stderr } = spawnSync(process.execPath, ['container-start.mjs'], {
    cwd: image,
    env: { DATA_DIR: volume, ...env },
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['started', '']);
}
const read = (name: string): string => readFileSync(join(volume, name), 'utf8');

test('an empty volume, and one whose filling was interrupted, is filled', () => {
  start();
  expect(['catalogue-a.db', 'ids.db', 'state.db'].map(read)).toEqual(['whole', 'whole', 'whole']);
  rmSync(join(volume, 'state.db'));
  rmSync(join(volume, 'catalogue-a.db'));
  writeFileSync(join(volume, 'catalogue-a.db.part'), 'ha');
  start();
  expect(['catalogue-a.db', 'ids.db', 'state.db'].map(read)).toEqual(['whole', 'whole', 'whole']);
  expect(existsSync(join(volume, 'catalogue-a.db.part'))).toBe(false);
});

test('a filled volume stays as it is, and a marketplace elsewhere needs none', () => {
  writeFileSync(join(volume, 'state.db'), 'carts');
  start();
  expect([read('state.db'), existsSync(join(volume, 'catalogue-a.db'))]).toEqual(['carts', false]);
  rmSync(join(volume, 'state.db'));
  start({ MARKETPLACE_URL: 'http://127.0.0.1:1' });
  expect(existsSync(join(volume, 'state.db'))).toBe(false);
});
