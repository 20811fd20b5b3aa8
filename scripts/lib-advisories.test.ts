import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAdvisories } from './lib-advisories.ts';
import type { Package } from './lib-packages.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'osv-'));
});
afterEach(() => rmSync(dir, { recursive: true }));
const one = (version: string): Package => ({
  name: 'a',
  version,
  license: 'MIT',
  integrity: '',
  isProduction: true,
  isDirect: false,
});
function write(name: string, affected: object, more: object = {}): void {
  writeFileSync(join(dir, `${name}.json`), JSON.stringify({ id: name, summary: 'bad', affected: [affected], ...more }));
}
const npm = { package: { ecosystem: 'npm', name: 'a' } };
const range = (...events: object[]) => ({ ...npm, ranges: [{ type: 'SEMVER', events }] });

test.each([
  ['1.9.9', range({ introduced: '0' }, { fixed: '2.0.0' }), true],
  ['2.0.0', range({ introduced: '0' }, { fixed: '2.0.0' }), false],
  ['2.0.0-rc.1', range({ introduced: '0' }, { fixed: '2.0.0' }), true],
  ['3.1.0', range({ introduced: '0' }, { fixed: '2.0.0' }, { introduced: '3.0.0' }, { fixed: '3.2.0' }), true],
  ['10.0.0', range({ introduced: '9.0.0' }, { last_affected: '10.0.0' }), true],
  ['10.0.1', range({ introduced: '9.0.0' }, { last_affected: '10.0.0' }), false],
  ['1.0.0', { ...npm, versions: ['1.0.0'] }, true],
  ['1.0.0', { package: { ecosystem: 'PyPI', name: 'a' }, versions: ['1.0.0'] }, false],
  ['1.0.0', { package: { ecosystem: 'npm', name: 'b' }, versions: ['1.0.0'] }, false],
])('version %s of a package, by %j: %s', (version, affected, isFound) => {
  write('X-1', affected);
  const { read, found } = findAdvisories(dir, [one(version)]);
  expect([read, found.map(({ id }) => id)]).toEqual([1, isFound ? ['X-1'] : []]);
});

test('a withdrawn advisory does not count, and the error names a malformed file', () => {
  write('X-1', { ...npm, versions: ['1.0.0'] }, { withdrawn: '2026-01-01T00:00:00Z' });
  expect(findAdvisories(dir, [one('1.0.0')]).found).toEqual([]);
  writeFileSync(join(dir, 'X-2.json'), '{');
  expect(() => findAdvisories(dir, [])).toThrow('X-2.json');
});
