import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ProvenRule } from '../test/support/specification-states.ts';
import { unproven } from './check-specification.ts';
import Results, { readResults } from './jest-results.ts';
import { at } from './lib-run.ts';

const sentence: ProvenRule = ['A tap shows at once.', ['a.test.ts', 'a tap shows'], ['b.test.ts', 'row: %s (quick)']];
const first = { file: 'a.test.ts', title: 'the cart a tap shows at once', status: 'passed' };
const passed = [
  first,
  { file: 'b.test.ts', title: 'row: one (quick)', status: 'passed' },
  { file: 'b.test.ts', title: 'row: two (quick)', status: 'passed' },
];
const but = (index: number, status: string) => passed.map((ran, place) => (place === index ? { ...ran, status } : ran));

test('a sentence is proven when every test that its proofs name ran and passed', () => {
  expect(unproven([sentence], passed)).toEqual([]);
});

test.each(['failed', 'pending', 'todo', 'skipped', 'disabled'])('a test that is %s proves nothing', (status) => {
  expect(unproven([sentence], but(0, status))).toEqual([
    `A tap shows at once.\n  "the cart a tap shows at once" in a.test.ts is ${status}`,
  ]);
  expect(unproven([sentence], but(2, status))).toHaveLength(1);
});

test('a test that did not run, ran in another file or has another title proves nothing', () => {
  const missing = ['A tap shows at once.\n  no test "a tap shows" ran in a.test.ts'];
  expect(unproven([sentence], passed.slice(1))).toEqual(missing);
  expect(unproven([sentence], [{ ...first, file: 'c.test.ts' }, ...passed.slice(1)])).toEqual(missing);
  expect(unproven([sentence], [{ ...first, title: 'a tip shows' }, ...passed.slice(1)])).toEqual(missing);
  expect(unproven([['No more.']], passed)).toEqual(['No more.\n  nothing proves it']);
});

test('what the processes of a run have written is read together', () => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  const before = process.env.TEST_RESULTS;
  try {
    writeFileSync(join(folder, 'other.json'), JSON.stringify([{ file: 'z', title: 'z', status: 'passed' }]));
    process.env.TEST_RESULTS = folder;
    new Results().onRunComplete(null, {
      testResults: [
        {
          testFilePath: join(import.meta.dirname, 'check-specification.test.ts'),
          testResults: [{ fullName: 'this one', status: 'pending' }],
        },
        { testFilePath: at('broken.test.ts'), testExecError: new Error('no such import'), testResults: [] },
      ],
    });
    expect(readResults(folder)).toHaveLength(3);
    expect(readResults(folder)).toContainEqual({ file: 'broken.test.ts', title: '', status: 'failed' });
    expect(readResults(folder)).toContainEqual({
      file: 'scripts/check-specification.test.ts',
      title: 'this one',
      status: 'pending',
    });
  } finally {
    if (before === undefined) delete process.env.TEST_RESULTS;
    else process.env.TEST_RESULTS = before;
    rmSync(folder, { recursive: true });
  }
});
