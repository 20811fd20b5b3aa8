import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './support/catalogue.js';

let image: string;
let volume: string;
beforeEach(() => {
  image = mkdtempSync(join(tmpdir(), 'image-'));
  volume = join(image, 'volume');
  for (const folder of ['demo-data', 'dist', 'volume']) mkdirSync(join(image, folder));
  copyFileSync(join(root, 'scripts/container-start.mjs'), join(image, 'container-start.mjs'));
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

test('the next start completes a volume that was filled partially', () => {
  // Copying a folder as a file fails.
  mkdirSync(join(image, 'demo-data/taken.db'));
  const { status } = spawnSync(process.execPath, ['container-start.mjs'], { cwd: image, env: { DATA_DIR: volume } });
  expect([status, existsSync(join(volume, 'state.db'))]).toEqual([1, false]);
  rmSync(join(image, 'demo-data/taken.db'), { recursive: true });
  start();
  expect(read('state.db')).toBe('whole');
});

test('a filled volume does not change, and a shop with an external marketplace needs none', () => {
  writeFileSync(join(volume, 'state.db'), 'carts');
  start();
  expect([read('state.db'), existsSync(join(volume, 'catalogue-a.db'))]).toEqual(['carts', false]);
  rmSync(join(volume, 'state.db'));
  start({ MARKETPLACE_URL: 'http://127.0.0.1:1' });
  expect(existsSync(join(volume, 'state.db'))).toBe(false);
});

test('a volume that cannot be written is refused with a sentence', () => {
  const { status, stderr } = spawnSync(process.execPath, ['container-start.mjs'], {
    cwd: image,
    env: { DATA_DIR: join(image, 'container-start.mjs') },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The demonstration catalogue could not be .* chown \d+:\d+.*\n$/),
  ]);
});

/** Paths of the image, and of the files in this checkout that it copies. */
const built: Record<string, string> = {
  '/app/compiled': 'dist/compiled',
  '/app/demo-data': 'dist/test-data',
  '/app/dist': 'dist',
  '/app/static': 'static',
};
/** Folders of `dist` that tests or development have made, or that the image copies from elsewhere. */
const elsewhere = new Set(['bench-data', 'compiled', 'dev', 'test-data', 'test-results']);

/** Returns a path with all files below it; empty if it does not exist. */
function everything(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => path !== join(root, 'dist') || !elsewhere.has(name));
  return [path, ...names.flatMap((name) => everything(join(path, name)))];
}

test('whatever the image copies can be read by the user that it runs as', () => {
  const lastStage =
    readFileSync(join(root, 'Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const user = /^USER (\S+)$/m.exec(lastStage)?.[1];
  const copies = [...lastStage.matchAll(/^COPY ((?:--\S+ )*)(.+) \S+$/gm)].map(([, flags = '', sources = '']) => ({
    isOwn: new RegExp(`--chown=${user}(?::|\\s)`).test(flags),
    isBuilt: flags.includes('--from=build'),
    isPackages: flags.includes('--from=packages'),
    sources: sources.split(' '),
  }));
  const unread: string[] = [];
  let count = 0;
  for (const { isOwn, isBuilt, sources } of copies.filter(({ isPackages }) => !isPackages)) {
    for (const source of sources) {
      for (const path of everything(join(root, isBuilt ? (built[source] ?? source) : source))) {
        count += 1;
        const needed = (statSync(path).isDirectory() ? 0o5 : 0o4) << (isOwn ? 6 : 0);
        if ((statSync(path).mode & needed) !== needed) unread.push(path);
      }
    }
  }
  expect(user).toBe('node');
  expect(lastStage).toMatch(/^HEALTHCHECK .*\/livez/m);
  expect(lastStage).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m);
  expect(lastStage).toMatch(/^VOLUME \/data$/m);
  expect(copies.flatMap(({ sources }) => sources)).toEqual(expect.arrayContaining(Object.keys(built)));
  expect(count).toBeGreaterThan(100);
  expect(unread).toEqual([]);
});
