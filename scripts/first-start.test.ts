import { readFileSync, rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { buildDemo } from './build-server.ts';
import { at } from './lib-run.ts';

const folder = 'dist/test-first-start';
afterAll(() => rmSync(at(folder), { recursive: true, force: true }));

test('the bundle of the demonstration needs packages of the build tools alone', async () => {
  await buildDemo(folder);
  const { sources } = JSON.parse(readFileSync(at(folder, 'demo.js.map'), 'utf8')) as { sources: string[] };
  const packages = sources.filter((path) => path.includes('node_modules/'));
  expect(packages.length).toBeGreaterThan(0);
  expect(packages.filter((path) => !path.startsWith('../../scripts/node_modules/'))).toEqual([]);
});

test('shop and build tools have the same version of common packages', () => {
  const versionsIn = (path: string): Record<string, string> =>
    (JSON.parse(readFileSync(at(path), 'utf8')) as { dependencies: Record<string, string> }).dependencies;
  const ofShop = versionsIn('package.json');
  const shared = Object.entries(versionsIn('scripts/package.json')).filter(([name]) => name in ofShop);
  expect(shared.map(([name]) => name)).toContain('zod');
  expect(Object.fromEntries(shared)).toEqual(Object.fromEntries(shared.map(([name]) => [name, ofShop[name]])));
});
