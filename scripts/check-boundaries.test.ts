import { describe, expect, test } from 'vitest';
import { errors, importViolations, tablesOf, typeFaults, upwardFaults } from './check-boundaries.ts';
import type { Tier } from './import-rules.ts';
import { type Imports, importsIn } from './imports.ts';

/** Files and the files that each imports; `type:` before one means an import of its types. */
const graph = (files: Readonly<Record<string, readonly string[]>>): Imports =>
  new Map(
    Object.entries(files).map(([file, targets]) => [
      file,
      targets.map((target) => {
        const name = target.replace(/^type:/, '');
        const isFile = name.includes('/');
        return { file: isFile ? name : null, specifier: name, hasTypes: name !== target };
      }),
    ]),
  );

test('the walls stand, and ARCHITECTURE.md has their tables', () => {
  expect(errors()).toEqual([]);
});

test.each([
  ["import { a } from './a.js';", ['a.js', false]],
  ["import type { A } from './a.js';", ['a.js', true]],
  ["import { a, type A } from './a.js';", ['a.js', true]],
  ["import {\n  a,\n  type A,\n} from './a.js';", ['a.js', true]],
  ["import { type as a, typed } from './a.js';", ['a.js', false]],
  ["import './a.css';", ['a.css', false]],
  ["export { a } from './a.js';", ['a.js', false]],
  ["export * from './a.js';", ['a.js', false]],
  ["export type { A } from './a.js';", ['a.js', true]],
  ["const a = await import('./a.js');", ['a.js', false]],
  ["  () =>\n    import('./a.js'),", ['a.js', false]],
  ["type A = typeof import('./a.js');", ['a.js', false]],
])('%j is an import', (text, expected) => {
  const found = importsIn(`import fs from 'node:fs';\n${text}\n`, (specifier) => specifier.slice(2));
  expect(found.map(({ file, hasTypes }) => [file, hasTypes])).toEqual([[null, false], expected]);
});

describe('walls', () => {
  const tiers: readonly Tier[] = [
    {
      folder: 'top',
      holds: 'what is above',
      folders: { '.': { holds: 'entries', may: './inner' }, './inner': { holds: 'the rest', may: 'low' } },
    },
    { folder: 'low', holds: 'what is below', packages: ['zod'], folders: { '.': { may: '' }, 'low-*': { may: '' } } },
  ];
  const sound = {
    'top/a.ts': ['top/inner/b.ts'],
    // The data of a folder is part of it.
    'top/inner/b.ts': ['low/c.ts', 'node:fs', 'top/inner/data/words.json'],
    'low/c.ts': ['zod'],
  };

  test('what the table says may be imported, and by tests everything', () => {
    expect(
      importViolations(tiers, graph({ ...sound, 'low/c.test.ts': ['top/a.ts'], 'test/x.ts': ['top/a.ts'] })),
    ).toEqual([]);
  });

  test.each([
    ['a wall', { 'top/a.ts': ['top/inner/b.ts', 'low/c.ts'] }, 'forbidden import: top/a.ts -> low/c.ts'],
    ['a type', { 'low/c.ts': ['type:top/a.ts'] }, 'forbidden import: low/c.ts -> top/a.ts'],
    ['a test', { 'low/c.ts': ['test/fixtures/x.ts'] }, 'forbidden import: low/c.ts -> test/fixtures/x.ts'],
    ['files by the beginning of their names', { 'low-d.ts': ['low/c.ts'] }, 'forbidden import: low-d.ts -> low/c.ts'],
    ['a folder without a row', { 'low/new/d.ts': [] }, 'in no folder of the import rules: low/new/d.ts'],
    ['a package', { 'low/c.ts': ['zodiac'] }, 'a package that low does not use: low/c.ts -> zodiac'],
    ['an allowed import that no file makes', { 'top/a.ts': [] }, 'allowed, and not imported: top -> top/inner'],
  ])('%s', (_, change, error) => {
    expect(importViolations(tiers, graph({ ...sound, ...change } as Record<string, string[]>))).toEqual([error]);
  });

  test('a tier imports only those below it', () => {
    expect(upwardFaults(tiers)).toEqual([]);
    expect(upwardFaults(tiers.toReversed())).toEqual(['upwards: top -> low']);
  });

  test('a folder imports only those below it in its tier, unless the tier is a drawer', () => {
    const folders = { './inner': { may: '' }, '.': { may: './inner' } };
    const tier = { folder: 'top', holds: 'what is above', folders };
    expect(upwardFaults([tier])).toEqual(['upwards: top -> top/inner']);
    expect(upwardFaults([{ ...tier, isDrawer: true }])).toEqual([]);
  });

  test('the document has a row for each tier, and for each folder of a tier that has some', () => {
    expect(tablesOf(tiers)).toContain('| `top` | what is above | `low` |');
    expect(tablesOf(tiers)).toContain('| `inner` | the rest | `low` |');
  });
});

test('types of one file are imported by few folders', () => {
  const imports = graph({
    'a/x': ['type:t/y'],
    'b/x': ['type:t/y'],
    'c/x': ['t/y'],
    't/z': ['type:t/y'],
    'test/x': ['type:t/y'],
  });
  expect(typeFaults(imports, 2)).toEqual([]);
  expect(typeFaults(imports, 1)).toEqual(['types of t/y are imported by 2 folders, more than 1']);
});
