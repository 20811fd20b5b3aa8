import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { faults } from '../scripts/check-locales.ts';
import { root } from './support/catalogue.js';
import { startShop } from './support/shop.js';

/** The rules of the house that no single room can check. */
test('no room imports through a wall', async () => {
  const { violations } = await import(join(root, 'scripts/check-boundaries.mjs'));
  expect(violations()).toEqual([]);
});

test('every language has every text', async () => {
  expect(faults()).toEqual([]);
});

test('what the documents name exists', () => {
  for (const document of ['README.md', 'ARCHITECTURE.md', 'DECISIONS.md']) {
    const text = readFileSync(join(root, document), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      expect(existsSync(join(root, target))).toBe(true);
    for (const [, path = ''] of text.matchAll(/`((?:server|views|client|locales|scripts|test|static)\/[\w./-]*)`/g)) {
      expect({ document, path, exists: existsSync(join(root, path)) || path.startsWith('static/build') }).toMatchObject(
        { exists: true },
      );
    }
  }
});

test('the image has the Node of the tests, and the commands that it is said to have', () => {
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');
  const { version } = JSON.parse(text('scripts/node-runtime/package.json'));
  expect([...text('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm)].map(([, image]) => image)).toEqual([
    `node:${version}-bookworm-slim`,
  ]);
  const commands = [...text('README.md').matchAll(/`node (dist\/\w+\.js)/g)].map(([, file = '']) => file);
  expect(new Set(commands)).toEqual(
    new Set(['import', 'demo', 'operate', 'marketplace'].map((name) => `dist/${name}.js`)),
  );
  for (const file of commands) expect(existsSync(join(root, file))).toBe(true);
  const empty = mkdtempSync(join(tmpdir(), 'partavo-empty-'));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/server.js')], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: empty },
    encoding: 'utf8',
  });
  rmSync(empty, { recursive: true });
  expect([status, stderr]).toEqual([1, expect.stringContaining('node dist/demo.js')]);
});

test('every decision that the code cites is in the list', () => {
  const listed = new Set([...readFileSync(join(root, 'DECISIONS.md'), 'utf8').matchAll(/\bD\d+\b/g)].map(([id]) => id));
  const cited = new Set<string>();
  for (const room of ['server', 'client', 'views', 'scripts']) {
    for (const entry of readdirSync(join(root, room), { recursive: true, withFileTypes: true })) {
      if (!/\.(tsx?|mjs)$/.test(entry.name) || entry.name.includes('.test')) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [line] of text.matchAll(/^\s*(?:\/\/|\*|\/\*).*$/gm)) {
        for (const [id] of line.matchAll(/\bD[1-9]\d?\b/g)) cited.add(id);
      }
    }
  }
  expect([...cited].filter((id) => !listed.has(id))).toEqual([]);
});

test('a second start is quick, and the server ends by itself on SIGTERM', async () => {
  // The best of some: the rest of the suite runs beside this test, and a start is what is measured.
  const times: number[] = [];
  while (times.length < 8 && Math.min(...times) >= 3000) {
    const shop = await startShop();
    times.push(shop.startedIn);
    const start = performance.now();
    await shop.stop();
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(shop.process.exitCode).toBe(0);
  }
  expect(Math.min(...times)).toBeLessThan(3000);
}, 60_000);

test('a wrong knob is a sentence, not a stack', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/server.js')], {
    env: { PATH: process.env.PATH, PORT: 'achtzig' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/PORT/);
  expect(stderr).not.toMatch(/\n\s+at /);
});
