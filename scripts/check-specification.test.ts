import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProvenRule } from '../test/support/specification-states.ts';
import { unproven } from './check-specification.ts';
import { readResults } from './test-results.ts';

const sentence: ProvenRule = ['A tap shows at once.', ['a.test.ts', 'a tap shows'], ['b.test.ts', 'row: %s (quick)']];
const first = { file: 'a.test.ts', title: 'the cart a tap shows at once', status: 'passed' };
const passed = [
  first,
  { file: 'b.test.ts', title: 'row: one (quick)', status: 'passed' },
  { file: 'b.test.ts', title: 'row: two (quick)', status: 'passed' },
];
const but = (index: number, status: string) => passed.map((ran, place) => (place === index ? { ...ran, status } : ran));

test('a rule is proven if all tests of its proofs ran and passed', () => {
  expect(unproven([sentence], passed)).toEqual([]);
});

test.each(['failed', 'pending', 'todo', 'skipped', 'disabled'])('a test that is %s proves nothing', (status) => {
  expect(unproven([sentence], but(0, status))).toEqual([
    `A tap shows at once.\n  "the cart a tap shows at once" in a.test.ts is ${status}`,
  ]);
  expect(unproven([sentence], but(2, status))).toHaveLength(1);
});

test('a missing test, a test of another file and another title prove nothing', () => {
  const missing = ['A tap shows at once.\n  no test "a tap shows" ran in a.test.ts'];
  expect(unproven([sentence], passed.slice(1))).toEqual(missing);
  expect(unproven([sentence], [{ ...first, file: 'c.test.ts' }, ...passed.slice(1)])).toEqual(missing);
  expect(unproven([sentence], [{ ...first, title: 'a tip shows' }, ...passed.slice(1)])).toEqual(missing);
  expect(unproven([['No more.']], passed)).toEqual(['No more.\n  nothing proves it']);
});

test('the report of a run lists each test, and each file that failed as a whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  const at = (file: string): string => join(import.meta.dirname, file);
  try {
    expect(readResults(folder)).toEqual([]);
    const testResults = [
      { name: at('a.test.ts'), status: 'passed', assertionResults: [{ fullName: 'this one', status: 'pending' }] },
      { name: at('b.test.ts'), status: 'failed', assertionResults: [{ fullName: 'that one', status: 'failed' }] },
      { name: at('broken.test.ts'), status: 'failed', assertionResults: [] },
    ];
    writeFileSync(join(folder, 'report.json'), JSON.stringify({ testResults }));
    expect(readResults(folder)).toEqual([
      { file: 'scripts/a.test.ts', title: 'this one', status: 'pending' },
      { file: 'scripts/b.test.ts', title: 'that one', status: 'failed' },
      { file: 'scripts/broken.test.ts', title: '', status: 'failed' },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
