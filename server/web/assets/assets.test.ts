import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadAssets } from './assets.js';

const folder = mkdtempSync(join(tmpdir(), 'assets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const manifest = {
  build: 'b1',
  islands: { cart: ['/build/shared.js', '/build/cart.js'], search: ['/build/shared.js', '/build/search.js'] },
  styles: { chunks: [], views: { home: [] }, lower: {} },
  loaders: ['plain', 'selling'],
  scripts: { buying: '/build/buying.js' },
  deferred: ['/build/deferred.js'],
  flags: '/build/flags.svg',
  drawings: { 'front-axle': '/build/axle.svg', 'registration-paper': '/build/paper.svg' },
};
const load = (change: Partial<typeof manifest> = {}) => {
  const file = join(folder, 'manifest.json');
  writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
  return loadAssets(file);
};

test('a page loads the script for buying later only if it sells, and each island its own files', () => {
  const { deferred, islandSource, loader } = load();
  const usual = ['/build/deferred.js', '/texts.json', '/build/shared.js'];
  expect(deferred('home', '/texts.json')).toEqual(usual);
  for (const view of ['article', 'compare'])
    expect([deferred(view, '/texts.json'), loader(view).text]).toEqual([[...usual, '/build/buying.js'], 'selling']);
  expect([islandSource('cart'), loader('home').text]).toEqual([['/build/cart.js'], 'plain']);
  expect(load({ scripts: {} as typeof manifest.scripts }).deferred('article', '/texts.json')).toEqual(usual);
});

test('a file that was not built is an error', () => {
  const { css, islandSource, script, files } = load();
  expect(() => css('other')).toThrow('other');
  expect(() => islandSource('other')).toThrow('other');
  expect(() => script('other')).toThrow('other');
  expect([...files].sort()).toEqual(['buying.js', 'cart.js', 'deferred.js', 'search.js', 'shared.js']);
});
