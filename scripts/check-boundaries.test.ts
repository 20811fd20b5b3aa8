import { describe, expect, test } from 'vitest';
import { errors, importViolations, type Tier, upwardFaults } from './check-boundaries.ts';
import { type Imports, specifiersIn } from './imports.ts';

/** Files and the imports of each; a name without a slash is a package. */
const graph = (files: Readonly<Record<string, readonly string[]>>): Imports =>
  new Map(
    Object.entries(files).map(([file, targets]) => [
      file,
      targets.map((name) => ({ file: name.includes('/') ? name : null, specifier: name })),
    ]),
  );

test('all imports follow the rules', () => {
  expect(errors()).toEqual([]);
});

test.each([
  "import { a } from './a.js';",
  "import type { A } from './a.js';",
  "import {\n  a,\n  type A,\n} from './a.js';",
  "import './a.js';",
  "export { a } from './a.js';",
  "export * from './a.js';",
  "export type { A } from './a.js';",
  "const a = await import('./a.js');",
  "  () =>\n    import('./a.js'),",
  "type A = typeof import('./a.js');",
])('%j is an import', (text) => {
  expect(specifiersIn(`import fs from 'node:fs';\n${text}\n`)).toEqual(['node:fs', './a.js']);
});

describe('import rules', () => {
  const tiers: readonly Tier[] = [
    {
      folder: 'top',
      holds: 'upper tier',
      folders: { '.': { holds: 'entries', may: './inner' }, './inner': { holds: 'the rest', may: 'low' } },
    },
    { folder: 'low', holds: 'lower tier', packages: ['zod'], folders: { '.': { may: '' }, 'low-*': { may: '' } } },
  ];
  const sound = {
    'top/a.ts': ['top/inner/b.ts'],
    // The data of a folder is part of it.
    'top/inner/b.ts': ['low/c.ts', 'node:fs', 'top/inner/data/words.json'],
    'low/c.ts': ['zod'],
  };

  test('accept the imports of the table, and all imports of tests', () => {
    expect(
      importViolations(tiers, graph({ ...sound, 'low/c.test.ts': ['top/a.ts'], 'test/x.ts': ['top/a.ts'] })),
    ).toEqual([]);
  });

  test.each([
    ['a forbidden folder', { 'top/a.ts': ['top/inner/b.ts', 'low/c.ts'] }, 'forbidden import: top/a.ts -> low/c.ts'],
    ['an import upwards', { 'low/c.ts': ['top/a.ts'] }, 'forbidden import: low/c.ts -> top/a.ts'],
    ['a test', { 'low/c.ts': ['test/fixtures/x.ts'] }, 'forbidden import: low/c.ts -> test/fixtures/x.ts'],
    ['files by the beginning of their names', { 'low-d.ts': ['low/c.ts'] }, 'forbidden import: low-d.ts -> low/c.ts'],
    ['a folder without a row', { 'low/new/d.ts': [] }, 'in no folder of the import rules: low/new/d.ts'],
    ['a package', { 'low/c.ts': ['zodiac'] }, 'a package that low does not use: low/c.ts -> zodiac'],
    ['an allowed import that no file makes', { 'top/a.ts': [] }, 'allowed, and not imported: top -> top/inner'],
  ])('reject %s', (_, change, error) => {
    expect(importViolations(tiers, graph({ ...sound, ...change } as Record<string, string[]>))).toEqual([error]);
  });

  test('a tier imports only tiers below it', () => {
    expect(upwardFaults(tiers)).toEqual([]);
    expect(upwardFaults(tiers.toReversed())).toEqual(['upwards: top -> low']);
  });

  test('a folder imports only folders below it in its tier, unless the tier is a drawer', () => {
    const folders = { './inner': { may: '' }, '.': { may: './inner' } };
    const tier = { folder: 'top', holds: 'upper tier', folders };
    expect(upwardFaults([tier])).toEqual(['upwards: top -> top/inner']);
    expect(upwardFaults([{ ...tier, isDrawer: true }])).toEqual([]);
  });
});
