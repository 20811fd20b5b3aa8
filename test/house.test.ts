import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { faults } from '../scripts/check-locales.ts';
import { root } from './support/catalogue.js';
import { startShop } from './support/shop.js';

/** The rules of the house that no single folder can check. */
test('every language has every text', async () => {
  expect(faults()).toEqual([]);
});

test('the image has the Node of the tests, and the commands that it is said to have', () => {
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');
  const { version } = JSON.parse(text('scripts/node-runtime/package.json'));
  expect([...text('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm)].map(([, image]) => image)).toEqual([
    `node:${version}-bookworm-slim`,
  ]);
  const commands = [...text('docs/operating.md').matchAll(/`node (dist\/\w+\.js)/g)].map(([, file = '']) => file);
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
