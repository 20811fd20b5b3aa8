import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errors } from '../scripts/check-locales.ts';
import { root } from './support/catalogue.js';

/** Conventions that concern several folders. */
test('every language has every text', async () => {
  expect(errors()).toEqual([]);
});

test('the image has the Node version of the tests, and the documented commands', () => {
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');
  const { version } = JSON.parse(text('node-runtime/package.json'));
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

test('a wrong variable is a sentence, not a stack', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/server.js')], {
    env: { PATH: process.env.PATH, PORT: 'achtzig' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/PORT/);
  expect(stderr).not.toMatch(/\n\s+at /);
});

/** `retired-names.json` lists former names and phrases with their replacements. */
test('no retired name or phrase is used again', () => {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const { names, files, phrases }: Record<string, Record<string, string>> = JSON.parse(read('test/retired-names.json'));
  const word = new RegExp(`(?<![\\w.-])(?:${Object.keys(names ?? {}).join('|')})(?![\\w-])`, 'g');
  const phrase = new RegExp(
    `\\b(?:${Object.keys(phrases ?? {}).join('|')})\\b`.replaceAll(' ', '\\s+(?:\\* |// )?'),
    'g',
  );
  const found: string[] = [];
  for (const folder of ['server', 'client', 'views', 'scripts', 'test']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\bnode_modules\b/.test(entry.parentPath) || !/\.(tsx?|mjs|css|md)$/.test(entry.name))
        continue;
      if (files?.[entry.name]) found.push(`${entry.name}: the name is now ${files[entry.name]}`);
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const pattern of [word, phrase])
        for (const [use] of text.matchAll(pattern)) found.push(`${entry.name}: ${use}`);
    }
  }
  expect(found).toEqual([]);
});
